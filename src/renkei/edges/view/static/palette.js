// Ctrl+K on every screen: a dialog that leads to any screen, agent, contract, decision or entry. / searches.
"use strict";
(() => {
  const dialog = document.getElementById("palette");
  const field = dialog.querySelector("input");
  const list = dialog.querySelector("ul");
  let asked = 0;

  const current = () => list.querySelector("[aria-selected=true]");

  function select(item) {
    for (const one of list.children) one.setAttribute("aria-selected", one === item);
    if (item) field.setAttribute("aria-activedescendant", item.id);
    else field.removeAttribute("aria-activedescendant");
    item?.scrollIntoView({block: "nearest"});
  }

  async function look() {
    const number = ++asked;
    const at = new URLSearchParams(location.search).get("at"); // the past stays the past
    const answer = await fetch(`${at ? document.body.dataset.root : "/"}go?${new URLSearchParams({q: field.value, ...(at && {at})})}`);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (number !== asked) return;
    const found = [...(page.getElementById("found")?.children ?? [])];
    list.replaceChildren(...found.map((one) => document.adoptNode(one)));
    for (const [index, one] of found.entries()) {
      const link = one.firstElementChild;
      one.id = `place-${index}`;
      one.dataset.address = link.href;
      one.setAttribute("role", "option");
      one.replaceChildren(...link.childNodes);
    }
    select(found[0]);
  }

  function open() {
    if (dialog.open) return;
    field.value = "";
    list.replaceChildren();
    dialog.showModal();
    look();
  }

  function go(item) {
    if (item) location.assign(item.dataset.address);
  }

  field.addEventListener("input", look);
  dialog.addEventListener("keydown", (event) => {
    const now = current();
    const next = {ArrowDown: now?.nextElementSibling, ArrowUp: now?.previousElementSibling}[event.key];
    if (next) select(next);
    else if (event.key === "Enter") go(now);
    else if (!event.key.startsWith("Arrow")) return;
    event.preventDefault();
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
    else go(event.target.closest("[role=option]"));
  });
  document.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "k") {
      event.preventDefault();
      open();
    } else if (event.key === "/" && !event.ctrlKey && !event.altKey && !event.metaKey && !event.target.matches("input, textarea, select")) {
      event.preventDefault();
      const search = document.querySelector("main input[type=search]");
      if (search?.checkVisibility()) search.focus();
      else open();
    }
  });
})();
