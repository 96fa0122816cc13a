// The search of the site: names that are equal come first, then names that begin with the words, then
// names and sentences that contain them. Works from disk, without a server.
"use strict";

(() => {
  const input = document.getElementById("search");
  const list = document.getElementById("found");
  const root = document.body.dataset.root;
  const most = 12;
  let chosen = -1;

  function score([name, , , sentence], query) {
    const lower = name.toLowerCase();
    const last = lower.split("::").pop();
    if (last === query || lower === query) return name.includes("::") ? 1 : 0;
    if (last.startsWith(query)) return 2 + last.length / 100;
    if (lower.includes(query)) return 4 + lower.length / 100;
    const all = lower + " " + sentence.toLowerCase();
    return query.split(/\s+/).every((word) => all.includes(word)) ? 6 : Infinity;
  }

  function show() {
    const query = input.value.trim().toLowerCase();
    list.replaceChildren();
    chosen = -1;
    list.hidden = query === "";
    if (list.hidden) return;
    const found = searchRows
      .map((row) => [score(row, query), row])
      .filter(([points]) => points < Infinity)
      .sort((a, b) => a[0] - b[0])
      .slice(0, most);
    for (const [, [name, where, address, sentence]] of found) {
      const link = document.createElement("a");
      link.href = root + address;
      const parts = [["strong", name], ["small", where], ["span", sentence]];
      for (const [kind, text] of parts) link.append(Object.assign(document.createElement(kind), { textContent: text }));
      const item = document.createElement("li");
      item.append(link);
      list.append(item);
    }
    if (found.length === 0) list.append(Object.assign(document.createElement("li"), { textContent: "Nothing found." }));
  }

  function choose(step) {
    const links = [...list.querySelectorAll("a")];
    if (links.length === 0) return;
    chosen = (chosen + step + links.length) % links.length;
    links.forEach((link, i) => link.classList.toggle("chosen", i === chosen));
    links[chosen].scrollIntoView({ block: "nearest" });
  }

  input.addEventListener("input", show);
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") choose(1);
    else if (event.key === "ArrowUp") choose(-1);
    else if (event.key === "Enter") (list.querySelector(".chosen") || list.querySelector("a"))?.click();
    else if (event.key === "Escape") { input.value = ""; show(); }
    else return;
    event.preventDefault();
  });
  list.addEventListener("click", () => { list.hidden = true; });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target.matches("input, textarea")) return;
    event.preventDefault();
    input.focus();
  });
  // The list of pages is open where there is room for it.
  if (matchMedia("(min-width: 62rem)").matches) document.querySelector("nav details").open = true;
})();
