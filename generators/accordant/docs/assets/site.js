// Names the cells of each table after its columns, so that a phone can show rows as blocks, and lets long tables be
// filtered. Everything works without it: tables scroll then.
"use strict";
(() => {
  const LONG = 12;

  const nameCells = (table) => {
    const titles = [...table.querySelectorAll("thead th")].map((cell) => cell.textContent.trim());
    for (const row of table.querySelectorAll("tbody tr")) {
      [...row.children].forEach((cell, index) => cell.setAttribute("data-label", titles[index] ?? ""));
    }
    table.classList.add("blocks");
  };

  const addFilter = (table, rows) => {
    const box = document.createElement("div");
    box.className = "table-filter";
    const input = document.createElement("input");
    input.type = "search";
    input.placeholder = "Filter these rows";
    input.setAttribute("aria-label", "Filter the rows of the table");
    const count = document.createElement("span");
    count.setAttribute("role", "status");
    box.append(input, count);
    (table.closest(".md-typeset__scrollwrap") ?? table).before(box);
    const texts = rows.map((row) => row.textContent.toLowerCase());
    input.addEventListener("input", () => {
      const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
      let shown = 0;
      rows.forEach((row, index) => {
        row.hidden = !words.every((word) => texts[index].includes(word));
        shown += row.hidden ? 0 : 1;
      });
      count.textContent = words.length ? `${shown} of ${rows.length}` : "";
    });
  };

  const begin = () => {
    for (const table of document.querySelectorAll("article table:not([class])")) {
      const rows = [...table.querySelectorAll("tbody tr")];
      if (rows.length >= LONG) addFilter(table, rows);
      nameCells(table);
    }
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
  else begin();
})();
