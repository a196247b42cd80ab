// On the page for addresses that lead nowhere, of a site that was not told its own: it is shown at any depth, and asks at
// each for this script. Where one comes, the site is: ways to it are made then, and to what the address may have meant.
"use strict";
(() => {
  const own = document.currentScript, list = document.getElementById("ways");
  if (!list || list.children.length) return; // a shallow address asks for one script several times
  const root = own.src.slice(0, -own.dataset.way.length), { codes } = own.dataset;
  const decoded = (text) => { try { return decodeURIComponent(text); } catch { return text; } };

  const add = (address, shown, words = "") => {
    const item = document.createElement("li"), link = document.createElement("a");
    link.href = address;
    link.textContent = shown;
    item.append(link, words);
    list.append(item);
  };
  const asked = (page, key, words) => `${root}${page}?${new URLSearchParams({ [key]: words })}`;

  // The last part of the address, in whatever spelling: the table of codes and the search look at no case.
  const last = decoded(location.pathname).split("/").filter(Boolean).at(-1)?.replace(/\.html$/, "") ?? "";
  if (last && codes) add(asked(codes, "rows", last), `Codes with ${last} in their row`);
  if (last) add(asked("", "q", last), `Search for ${last}`);
  if (codes) add(`${root}${codes}`, "All codes", " in one table that narrows as you type");
  add(root, "The first page", ", with the way to everything else");
  const told = document.getElementById("lost");
  told.textContent = `${told.textContent.split(". ")[0]}. Go on from here:`;

  const home = document.createElement("a"), name = document.getElementById("home");
  home.href = root;
  home.append(...name.childNodes);
  name.append(home);
  for (const sheet of ["typeface.css", "brand.css"]) {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = own.src.replace("lost.js", sheet);
    document.head.append(link);
  }
})();
