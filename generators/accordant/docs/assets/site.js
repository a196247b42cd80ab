// Names the cells of each table after its columns, so that a phone can show rows as blocks, lets long tables be
// filtered, and shows the sections for each language as tabs. Everything works without it: tables scroll then, and the
// sections stand one below the other.
"use strict";
(() => {
  const LONG = 12;

  const nameCells = (table) => {
    const titles = [...table.querySelectorAll("thead th")].map((cell) => cell.textContent.trim());
    for (const row of table.querySelectorAll("tbody tr")) {
      [...row.children].forEach((cell, index) => cell.setAttribute("data-label", titles[index] ?? ""));
      const beside = [...row.children].slice(1).filter((cell) => cell.textContent.trim());
      if (beside.length === 1) beside[0].classList.add("alone"); // what is said of a name needs no title
    }
    table.classList.add("blocks");
  };

  // One filter for some tables: before the first of them. What was typed is in the address, so that it can be sent.
  const addFilter = (tables, place) => {
    const rows = tables.flatMap((table) => [...table.querySelectorAll("tbody tr")]);
    const box = document.createElement("div");
    box.className = "table-filter";
    const input = document.createElement("input");
    input.type = "search";
    input.placeholder = "Filter these rows";
    input.setAttribute("aria-label", "Filter the rows of the table");
    const count = document.createElement("span");
    count.setAttribute("role", "status");
    box.append(input, count);
    place.before(box);
    const texts = rows.map((row) => row.textContent.toLowerCase());
    const opened = new Set(tables.map((table) => table.closest("details")).filter((fold) => fold?.open));
    input.addEventListener("input", () => {
      const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
      let shown = 0;
      rows.forEach((row, index) => {
        row.hidden = !words.every((word) => texts[index].includes(word));
        shown += row.hidden ? 0 : 1;
      });
      const none = shown ? "" : ": no row has all of these words. Try fewer letters, or the search above";
      count.textContent = words.length ? `${shown} of ${rows.length}${none}` : "";
      if (tables.length > 1) {
        tables.forEach((table) => hideIfEmpty(table, words.length > 0, opened));
        hideHeadings();
        keepInAddress(input.value.trim());
      }
    });
    if (tables.length > 1) input.value = new URLSearchParams(location.search).get(WORDS) ?? "";
    if (input.value) input.dispatchEvent(new Event("input"));
  };

  const WORDS = "rows";
  const keepInAddress = (words) => {
    const address = new URL(location.href);
    if (words) address.searchParams.set(WORDS, words);
    else address.searchParams.delete(WORDS);
    history.replaceState(history.state, "", address);
  };

  const outer = (table) => table.closest(".md-typeset__scrollwrap") ?? table;

  // What folds a table is hidden where the table has no row left; while one types, all others are open, and then those
  // that the page opens.
  const hideIfEmpty = (table, isAsked, opened) => {
    table.hidden = ![...table.tBodies[0].rows].some((row) => !row.hidden);
    const fold = table.closest("details");
    fold.hidden = table.hidden;
    countRows(fold, table);
    fold.open = isAsked ? !table.hidden : opened.has(fold);
  };

  // The number that a fold begins with is that of the rows which are shown.
  const countRows = (fold, table) => {
    const summary = fold.querySelector("summary"), rows = [...table.tBodies[0].rows];
    const shown = rows.filter((row) => !row.hidden).length;
    summary.lastChild.textContent = summary.lastChild.textContent.replace(/: \d+( of \d+)?$/,
      shown === rows.length ? `: ${rows.length}` : `: ${shown} of ${rows.length}`);
  };

  // A heading is hidden while everything up to the next one is.
  const hideHeadings = () => {
    for (const heading of document.querySelectorAll("article h2")) {
      heading.hidden = true;
      for (let part = heading.nextElementSibling; part && part.tagName !== "H2"; part = part.nextElementSibling) {
        if (!part.hidden && part.textContent.trim()) heading.hidden = false;
      }
    }
  };

  // What is folded is printed too.
  const unfoldForPrint = () => {
    let closed = [];
    addEventListener("beforeprint", () => {
      closed = [...document.querySelectorAll("article details:not([open])")];
      closed.forEach((fold) => { fold.open = true; });
    });
    addEventListener("afterprint", () => closed.forEach((fold) => { fold.open = false; }));
  };

  // A line of text never ends within a flag: browsers break behind its hyphens.
  const FLAG = /(?<!\S)--?[A-Za-z][A-Za-z0-9-]{0,30}(?![A-Za-z0-9-])/g;
  const keepFlagsWhole = (article) => {
    for (const code of article.querySelectorAll(":not(pre) > code")) {
      const text = code.textContent;
      if (code.children.length || !text.match(FLAG)) continue;
      const rest = text.split(FLAG);
      code.replaceChildren(rest[0], ...[...text.matchAll(FLAG)].flatMap(([flag], index) => {
        const whole = document.createElement("span");
        whole.className = "flag";
        whole.textContent = flag;
        return [whole, rest[index + 1]];
      }));
    }
  };

  // In a table, and in the navigation, a line may end within a long name, behind each of its parts; plain words stay
  // whole, and what a row is called by, unless it is longer than a column may be wide.
  const PART = /(?<=\S[/_.:=@|,;)\]}])(?=[^\s/_.:=@|,;)\]}])|(?<=[a-z0-9])(?=[A-Z])/;
  const LONG_NAME = /\S{16,}/g, WIDEST = 30, POINTER = 24;
  const breakable = (name) => name.split(PART).flatMap((part, index) => index ? [document.createElement("wbr"), part] : [part]);
  const letNamesBreak = (part) => {
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT), texts = [];
    while (walker.nextNode()) if (walker.currentNode.data.match(LONG_NAME)) texts.push(walker.currentNode);
    for (const text of texts) {
      const first = text.parentElement.closest("td:first-child");
      const widest = first?.querySelector("[id^='field.']") ? POINTER : WIDEST;
      if (text.parentElement.closest("pre") || (first && text.data.length < widest)) continue;
      const rest = text.data.split(LONG_NAME), names = text.data.match(LONG_NAME);
      text.replaceWith(...rest.flatMap((words, index) => [words, ...(index < names.length ? breakable(names[index]) : [])]));
    }
  };

  const ANCHOR = "p > a[id]:only-child:empty";

  // The anchor of a heading stands before it; the sign behind the heading gives the address that stays.
  const linkHeadings = (article) => {
    for (const anchor of article.querySelectorAll(ANCHOR)) {
      const sign = anchor.parentElement.nextElementSibling?.querySelector(":scope > .headerlink");
      sign?.setAttribute("href", `#${anchor.id}`);
    }
  };

  // The sections whose anchors begin with "use.": each with its name, its anchor and what is below its heading.
  const languages = (article) =>
    [...article.querySelectorAll(ANCHOR)].filter((anchor) => anchor.id.startsWith("use.")).map((anchor) => {
      const heading = anchor.parentElement.nextElementSibling, parts = [];
      let next = heading.nextElementSibling;
      while (next && !/^H[1-6]$/.test(next.tagName) && !next.querySelector(":scope > a[id]:only-child:empty")) {
        parts.push(next);
        next = next.nextElementSibling;
      }
      return { id: anchor.id, anchor: anchor.parentElement, heading, parts, name: heading.firstChild.textContent };
    });

  const KEPT = "accordant-language";
  const kept = () => { try { return localStorage.getItem(KEPT); } catch { return null; } };
  const keep = (id) => { try { localStorage.setItem(KEPT, id); } catch { /* nothing is kept then */ } };

  const addTabs = (sections) => {
    const list = document.createElement("div");
    list.className = "language-tabs";
    list.setAttribute("role", "tablist");
    list.setAttribute("aria-label", "Language");
    sections[0].anchor.before(list);
    const show = (chosen, focused) => {
      for (const { id, panel, tab } of sections) {
        panel.hidden = id !== chosen;
        tab.setAttribute("aria-selected", String(id === chosen));
        tab.tabIndex = id === chosen ? 0 : -1;
        if (focused && id === chosen) tab.focus();
      }
    };
    sections.forEach((section, index) => {
      const { id, anchor, heading, parts, name } = section;
      const tab = section.tab = document.createElement("button"), panel = section.panel = document.createElement("div");
      tab.type = "button";
      tab.textContent = name;
      tab.id = `tab.${id}`;
      tab.setAttribute("role", "tab");
      tab.setAttribute("aria-controls", `panel.${id}`);
      panel.id = `panel.${id}`;
      panel.setAttribute("role", "tabpanel");
      panel.setAttribute("aria-labelledby", tab.id);
      anchor.before(panel);
      panel.append(anchor, heading, ...parts);
      heading.classList.add("unseen");
      list.append(tab);
      tab.addEventListener("click", () => { show(id); keep(id); });
      tab.addEventListener("keydown", ({ key }) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
        if (step) show(sections[(index + step + sections.length) % sections.length].id, true);
      });
    });
    const ids = sections.map(({ id }) => id);
    const follow = () => {
      const wanted = decodeURIComponent(location.hash.slice(1));
      const section = sections.find(({ id, panel }) => id === wanted || panel.querySelector(`[id="${CSS.escape(wanted)}"]`));
      if (!wanted || !section) return;
      show(section.id);
      document.getElementById(wanted).scrollIntoView(); // nothing could be scrolled to while it was hidden
    };
    show(ids.includes(kept()) ? kept() : ids[0]);
    follow();
    addEventListener("hashchange", follow);
  };

  // Where there is no room for the table of contents beside a long page, it is folded at the top: the same links.
  const MANY = 8;
  const addContents = (article) => {
    const beside = document.querySelector(".md-sidebar--secondary ul[data-md-component=toc]"), heading = article.querySelector("h1");
    if (!heading || !beside || beside.querySelectorAll("a").length < MANY) return;
    const fold = document.createElement("details"), summary = document.createElement("summary");
    const list = document.createElement("nav");
    fold.className = "on-this-page";
    summary.textContent = "On this page";
    list.setAttribute("aria-label", "On this page");
    list.append(copyLinks(beside));
    fold.append(summary, list);
    heading.after(fold);
  };

  const copyLinks = (list) => {
    const copy = document.createElement("ul");
    for (const item of list.children) {
      const link = item.querySelector("a"), inner = item.querySelector("ul"), made = document.createElement("li");
      const words = document.createElement("a");
      words.href = link.getAttribute("href");
      words.textContent = link.textContent.trim();
      made.append(words, ...(inner ? [copyLinks(inner)] : []));
      copy.append(made);
    }
    return copy;
  };

  // Each branch of the navigation is called after its folders; the theme names it after a sign without a word.
  const nameBranches = () => {
    for (const branch of document.querySelectorAll(".md-sidebar nav[aria-labelledby]")) {
      const titles = [];
      for (let at = branch; at; at = at.parentElement.closest("nav[data-md-level]:not([data-md-level='0'])")) {
        titles.unshift(at.querySelector(":scope > .md-nav__title").textContent.trim());
      }
      branch.setAttribute("aria-label", titles.join(", "));
    }
    document.querySelectorAll(".md-sidebar nav[aria-label]").forEach((branch) => branch.removeAttribute("aria-labelledby"));
  };

  // The theme puts the button that copies code, once it is seen, into a landmark of its own, and all are alike.
  const levelCodeButtons = (article) => {
    const level = () => article.querySelectorAll(".md-code__nav:not([role])").forEach((nav) => nav.setAttribute("role", "none"));
    level();
    new MutationObserver(level).observe(article, { childList: true, subtree: true });
  };

  const begin = () => {
    const article = document.querySelector("article");
    if (article) {
      linkHeadings(article);
      addContents(article);
      levelCodeButtons(article);
      keepFlagsWhole(article);
      const sections = languages(article);
      if (sections.length > 1) addTabs(sections);
    }
    unfoldForPrint();
    nameBranches();
    document.querySelectorAll(".md-sidebar .md-ellipsis").forEach(letNamesBreak);
    document.querySelector(".md-search[role=dialog]")?.setAttribute("aria-label", "Search");
    const tables = [...document.querySelectorAll("article table:not([class])")];
    const all = document.getElementById("page.filter")?.parentElement;
    if (all) addFilter(tables, all);
    for (const table of tables) {
      if (!all && table.tBodies[0].rows.length >= LONG) addFilter([table], outer(table));
      nameCells(table);
      letNamesBreak(table);
    }
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
  else begin();
})();
