// Writing: @name completes, a message is sent without leaving the page, rows of a list are added and removed.
"use strict";
(() => {
  const GOES_ON = /^([A-Za-z0-9_-]|\.[A-Za-z0-9])/; // what makes a name the beginning of another one
  const MOST = 8; // names that are offered at once
  const compose = document.getElementById("compose");
  const draftKey = `draft:${location.pathname}?${["with", "group"].map((one) => new URLSearchParams(location.search).get(one) || "").join("&")}`;

  // Participants first: Enter takes the first name that fits, and should not address a whole group.
  function names(form) {
    const boxes = [...form.querySelectorAll("input[name=to]")];
    return [...boxes.filter((one) => !("group" in one.dataset)), ...boxes.filter((one) => "group" in one.dataset)].map((one) => one.value);
  }

  function mentioned(text, known) {
    const longest = [...known].sort((one, other) => other.length - one.length);
    const found = [...text.matchAll(/(?<![\p{L}\p{N}_.@/-])@(?=\S)/gu)].map((at) => text.slice(at.index + 1));
    return [...new Set(found.map((rest) => longest.find((one) => rest.startsWith(one) && !GOES_ON.test(rest.slice(one.length)))).filter(Boolean))];
  }

  function chosen(form) {
    return [...form.querySelectorAll("input[name=to]:checked")].map((one) => one.value);
  }

  function showRecipients(form) {
    const shown = form.querySelector(".chosen");
    shown.textContent = chosen(form).join(", ") || shown.dataset.nobody;
  }

  // A blocking message interrupts those whom it names (see the act `post`).
  function showInterrupts(form) {
    const text = form.elements.body.value;
    const named = mentioned(text, names(form));
    const people = [...form.querySelectorAll("input[name=to]:checked:not([data-group])")].map((one) => one.value);
    const line = form.querySelector(".interrupts");
    const paused = new Set([...form.querySelectorAll("input[name=to][data-paused]")].map((one) => one.value));
    const all = [...new Set([...named, ...people])].map((one) => paused.has(one) ? line.dataset.paused.replace("{}", one) : one);
    const said = named.length ? line.dataset.text.replace("{}", all.join(", ")) : "";
    if (line.textContent !== said) line.textContent = said;
  }

  function keepDraft(form) {
    if (form.elements.body.value) sessionStorage.setItem(draftKey, form.elements.body.value);
    else sessionStorage.removeItem(draftKey);
  }

  async function post(form) {
    const button = form.querySelector(".send");
    if (button.disabled) return;
    button.disabled = true;
    form.querySelector(".unsent").textContent = "";
    try {
      const answer = await fetch(form.action, {method: "POST", body: new URLSearchParams(new FormData(form))});
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.querySelector("#compose form");
      if (!fresh) { // the answer is no page of this form, such as the one to sign in
        form.querySelector(".unsent").textContent = (page.querySelector("main p") || page.body).textContent;
        return;
      }
      if (answer.ok) sessionStorage.removeItem(draftKey);
      form.replaceWith(document.adoptNode(fresh));
      prepareBox(fresh);
      fresh.elements.body.focus();
    } catch {
      const unsent = form.querySelector(".unsent");
      unsent.textContent = unsent.dataset.text;
    } finally {
      button.disabled = false;
    }
  }

  // The list of names at an @. The focus stays in the text, as in a combobox, which a text of many lines cannot be.
  function completes(area) {
    let list = null;
    let at = -1;

    function say(text) {
      const status = area.form.querySelector("[role=status]");
      if (status.textContent !== text) status.textContent = text;
    }

    function close() {
      list?.remove();
      list = null;
      for (const name of ["aria-haspopup", "aria-controls", "aria-activedescendant"]) area.removeAttribute(name);
      say("");
    }

    function select(item) {
      for (const one of list.children) one.setAttribute("aria-selected", one === item);
      area.setAttribute("aria-activedescendant", item.id);
      item.scrollIntoView({block: "nearest"});
    }

    function take(item) {
      area.setRangeText(`${item.dataset.name} `, at, area.selectionStart, "end");
      close();
      area.dispatchEvent(new Event("input", {bubbles: true}));
    }

    function open() {
      const before = area.value.slice(0, area.selectionStart);
      const found = /(?<![\p{L}\p{N}_.@/-])@(\S*)$/u.exec(before);
      const typed = found ? found[1].toLowerCase() : "";
      const known = found ? names(area.form) : [];
      const begins = known.filter((one) => one.toLowerCase().startsWith(typed));
      const holds = known.filter((one) => !begins.includes(one) && one.toLowerCase().includes(typed));
      const offered = [...begins, ...holds].slice(0, MOST);
      if (!offered.length || (offered.length === 1 && offered[0] === found[1])) return close();
      close();
      at = found.index + 1;
      list = document.createElement("ul");
      list.className = "mentionable";
      list.id = "mentionable";
      list.setAttribute("role", "listbox");
      list.setAttribute("aria-label", area.dataset.mentions);
      for (const [number, name] of offered.entries()) {
        const item = document.createElement("li");
        item.id = `mention-${number}`;
        item.setAttribute("role", "option");
        item.dataset.name = name;
        const role = area.form.querySelector(`input[name=to][value="${CSS.escape(name)}"]`).parentElement.querySelector(".soft");
        item.append(name, " ", role ? role.cloneNode(true) : "");
        item.addEventListener("mousedown", (event) => { event.preventDefault(); take(item); });
        list.append(item);
      }
      area.parentElement.append(list);
      area.setAttribute("aria-haspopup", "listbox");
      say(area.dataset.offered.replace("{}", offered.length));
      area.setAttribute("aria-controls", list.id);
      select(list.firstElementChild);
    }

    area.addEventListener("input", open);
    area.addEventListener("click", open);
    area.addEventListener("blur", close);
    area.addEventListener("keydown", (event) => {
      if (!list || event.isComposing || event.ctrlKey || event.metaKey) return;
      const now = list.querySelector("[aria-selected=true]");
      const to = {ArrowDown: now.nextElementSibling || list.firstElementChild, ArrowUp: now.previousElementSibling || list.lastElementChild}[event.key];
      if (to) select(to);
      else if (event.key === "Enter" || event.key === "Tab") take(now);
      else if (event.key === "Escape") close();
      else return;
      event.preventDefault();
    });
  }

  function prepareBox(form) {
    const area = form.elements.body;
    completes(area);
    area.addEventListener("input", () => { keepDraft(form); showInterrupts(form); });
    form.querySelector(".to").addEventListener("change", () => { showRecipients(form); showInterrupts(form); });
    form.addEventListener("submit", (event) => {
      if (form.elements.shows.value) { // this page does not show what is posted
        sessionStorage.removeItem(draftKey);
        return;
      }
      event.preventDefault();
      post(form);
    });
    showRecipients(form);
    showInterrupts(form);
  }

  function renumber(row, from, to) {
    const swap = (text) => text.split(" ").map((one) => one.replace(from, to)).join(" ");
    for (const one of [row, ...row.querySelectorAll("*")]) {
      for (const name of ["id", "name", "value", "for", "aria-describedby", "data-row", "data-list", "list"]) {
        if (name === "value" && !one.matches("button")) continue;
        if (name !== "list" && one.hasAttribute(name)) one.setAttribute(name, swap(one.getAttribute(name)));
      }
    }
  }

  function blank(row) {
    for (const one of row.querySelectorAll(".problem")) one.remove();
    for (const one of row.querySelectorAll("[aria-invalid]")) one.removeAttribute("aria-invalid");
    for (const inner of row.querySelectorAll(".list")) for (const one of [...inner.querySelectorAll(":scope > .item")].slice(1)) one.remove();
    for (const one of row.querySelectorAll("input, textarea, select")) {
      if (one.type === "checkbox") one.checked = false;
      else one.value = "";
    }
  }

  function addRow(button) {
    const list = button.closest(".list");
    const last = [...list.querySelectorAll(":scope > .item")].at(-1);
    const row = last.cloneNode(true);
    const number = Number(last.dataset.row.slice(list.dataset.list.length + 1));
    renumber(row, `${list.dataset.list}/${number}`, `${list.dataset.list}/${number + 1}`);
    for (const one of row.querySelectorAll(":scope > .field > label, :scope > fieldset > legend, :scope > .remove .visually-hidden")) {
      one.textContent = one.textContent.replace(String(number + 1), String(number + 2));
    }
    blank(row);
    last.after(row);
    row.querySelector("input, textarea, select").focus();
  }

  function prepareForm(schema) {
    schema.addEventListener("click", (event) => {
      const add = event.target.closest(".add");
      const remove = event.target.closest(".remove");
      if (add) {
        event.preventDefault();
        addRow(add);
      } else if (remove) {
        const row = remove.closest(".item");
        const list = remove.closest(".list");
        if (list.querySelectorAll(":scope > .item").length > 1) row.remove();
        else blank(row);
        list.querySelector(":scope > .add").focus();
      }
    });
    for (const one of schema.querySelectorAll(".remove")) one.hidden = false;
    const focus = schema.dataset.focus && document.getElementById(`f${schema.dataset.focus}`);
    const into = focus && (focus.matches("input, textarea, select") ? focus : focus.querySelector("input, textarea, select"));
    if (into) into.focus();
  }

  // The list of recipients lies over the page.
  for (const kind of ["click", "keydown"]) {
    document.addEventListener(kind, (event) => {
      const open = document.querySelector(".to[open]");
      if (!open || (kind === "click" ? open.contains(event.target) : event.key !== "Escape")) return;
      open.open = false;
      if (kind === "keydown") open.querySelector("summary").focus();
    });
  }

  const box = compose && compose.querySelector("form");
  if (box) {
    if (!box.elements.body.value) box.elements.body.value = sessionStorage.getItem(draftKey) || "";
    prepareBox(box);
  }
  const schema = document.querySelector(".schema");
  if (schema) prepareForm(schema);
})();
