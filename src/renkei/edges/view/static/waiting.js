// Triage by keyboard and mouse: the list of what waits, the open entry, several entries at once, and who answers now.
"use strict";
(() => {
  const isNarrow = matchMedia("(max-width: 800px)");
  const SAY_AGAIN = 5000; // milliseconds after which the server is told again that the person types
  const root = document.body.dataset.root;
  const list = `${root}waiting`;
  const addressOf = (key) => `${list}?entry=${encodeURIComponent(key)}`;
  const triage = () => document.querySelector(".triage");
  const rows = () => [...document.querySelectorAll("#waiting-list [data-row]")];
  const rowOf = (key) => [...document.querySelectorAll(".entries [data-row]")].find((row) => row.dataset.row === key);
  const entry = () => document.querySelector("[data-entry]");
  const inEntry = (selector) => entry()?.querySelector(selector);
  let wanted = entry()?.dataset.entry; // the key of the entry that is open, or on its way
  let opening = Promise.resolve();
  const picked = new Set();
  const answering = new Map();

  function showCurrent() {
    for (const link of document.querySelectorAll(".entries [data-row] > a")) {
      if (link.parentElement.dataset.row === wanted) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  }

  function arrive(isFocused = true) {
    triage().classList.toggle("with-entry", location.search.includes("entry="));
    window.triage.restoreDrafts();
    showAnswering();
    if (isFocused) entry()?.focus({preventScroll: true});
    rowOf(wanted)?.querySelector("a").scrollIntoView({block: "nearest"});
  }

  function replacePane(page) {
    const fresh = page.getElementById("opened");
    if (fresh) document.getElementById("opened").replaceWith(document.adoptNode(fresh));
    return Boolean(fresh);
  }

  // A page of one project does not know how the list of all projects calls its entries.
  function putAt(place) {
    const pane = document.getElementById("opened");
    if (pane.dataset.place === place) return;
    pane.dataset.place = place;
    const {entry: key, following} = entry().dataset;
    Object.assign(entry().dataset, {entry: place + key, following: following && place + following});
  }

  function open(key) {
    if (!key) return opening;
    const address = addressOf(key);
    wanted = key;
    showCurrent();
    tell("");
    opening = (async () => {
      const answer = await fetch(address);
      const page = window.triage.parsed(await answer.text());
      if (wanted !== key) return; // the person has moved on
      if (!replacePane(page)) return location.assign(address); // such as the page to sign in
      document.getElementById("screen").dataset.here = address;
      if (isNarrow.matches && location.search !== new URL(address, location).search) history.pushState(null, "", address);
      else history.replaceState(null, "", address);
      arrive();
    })().catch(() => { // without a connection, the entry that is shown stays the open one
      wanted = entry()?.dataset.entry;
      showCurrent();
    });
    return opening;
  }

  function close() {
    if (isNarrow.matches && triage().classList.contains("with-entry")) location.assign(list);
  }

  function around(key, step) {
    const pending = window.triage.keys();
    const all = rows().filter((row) => row.dataset.row === key || !pending.has(row.dataset.row)).map((row) => row.dataset.row);
    const now = all.indexOf(key);
    if (now < 0) return all[0];
    return all[now + step] ?? (step > 0 ? undefined : all[0]);
  }

  function move(step) {
    const next = around(wanted, step);
    if (next && next !== wanted) open(next);
    else entry()?.focus({preventScroll: true});
  }

  // After an answer the entry below opens, else the one above.
  function goOn() {
    const pending = window.triage.keys();
    const all = rows().map((row) => row.dataset.row);
    const now = all.indexOf(wanted);
    const next = [...all.slice(now + 1), ...all.slice(0, Math.max(now, 0)).reverse()].find((key) => !pending.has(key));
    if (next) return open(next);
    wanted = undefined;
    const nothing = document.getElementById("nothing").content.cloneNode(true);
    document.getElementById("opened").replaceChildren(nothing);
    document.getElementById("screen").dataset.here = list;
    history.replaceState(null, "", list);
    showCurrent();
  }

  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!form.matches("#opened form.act")) return;
    event.preventDefault();
    const done = await window.triage.answer(form, event.submitter);
    if (!done) return;
    if (done.refused) return showRefused(done.refused);
    tell("");
    if (done.stays) {
      form.reset();
      form.removeAttribute("data-typed");
      form.closest("details")?.removeAttribute("open");
      entry().focus({preventScroll: true});
    } else goOn();
  });

  function showRefused(page) {
    const isEntry = page.querySelector("#opened form[data-typed]");
    if (!isEntry) return window.triage.say(window.triage.reasonOn(page), true);
    const {place} = document.getElementById("opened").dataset;
    replacePane(page);
    putAt(place);
    arrive();
    for (let one = inEntry("form[data-typed]").closest("details"); one; one = one.parentElement.closest("details")) one.open = true;
    inEntry(".problem")?.scrollIntoView({block: "nearest"});
  }

  function answerForm() {
    return inEntry(".answer form.act");
  }

  function enter() {
    if (entry().hasAttribute("data-gone")) return open(entry().dataset.following || rows()[0]?.dataset.row);
    const form = answerForm();
    if (!form) return;
    const buttons = form.querySelectorAll("button");
    const fields = form.querySelectorAll("input:not([type=hidden]), textarea, select");
    if (form.querySelector("[name=chosen_option]:checked") || (!fields.length && buttons.length === 1)) form.requestSubmit(buttons[0]);
    else (fields[0] || buttons[0]).focus();
  }

  async function choose(number) {
    const looked = entry()?.contains(document.activeElement) ? entry() : null;
    await opening;
    const isLooked = looked !== null && looked === entry();
    const options = entry()?.querySelectorAll("input[name=chosen_option][type=radio]") ?? [];
    const buttons = answerForm()?.querySelectorAll(".row > button") ?? [];
    if (options.length) {
      const option = options[number - 1];
      if (!option) return;
      option.click();
      option.focus();
      if (isLooked && option.closest("[data-quick]")) option.form.requestSubmit();
    } else if (isLooked) buttons[number - 1]?.click();
  }

  async function reach(selector, field) {
    await opening;
    const details = inEntry(selector);
    if (details) details.open = true;
    details?.querySelector(field)?.focus();
    return Boolean(details);
  }

  async function comment() {
    if (!await reach("details.comment", "textarea")) answerForm()?.querySelector("textarea")?.focus();
  }

  // Several entries of a kind, and the answers that fit all of them.
  function pick(key) {
    const row = rowOf(key);
    if (!row) return;
    for (const other of picked) if (rowOf(other)?.dataset.group !== row.dataset.group) picked.delete(other);
    if (!picked.delete(key)) picked.add(key);
    showPicked();
  }

  function showPicked() {
    for (const key of picked) if (!rowOf(key)) picked.delete(key);
    for (const row of rows()) row.classList.toggle("selected", picked.has(row.dataset.row));
    document.getElementById("picked")?.remove();
    if (!picked.size) return;
    const bar = document.getElementById("picked-shape").content.firstElementChild.cloneNode(true);
    const offered = [...picked].map((key) => JSON.parse(rowOf(key).dataset.similar));
    const common = offered[0].filter(([text, act]) => offered.every((each) => each.some((one) => one[0] === text && one[1] === act)));
    bar.querySelector(".count-of").textContent = bar.dataset.text.replace("{}", picked.size);
    bar.querySelector(".none").hidden = common.length > 0;
    for (const [text, act] of common) {
      const button = Object.assign(document.createElement("button"), {type: "button", textContent: text});
      button.addEventListener("click", () => answerAll(text, act));
      bar.querySelector(".clear").before(button);
    }
    bar.querySelector(".clear").addEventListener("click", () => { picked.clear(); showPicked(); });
    document.body.append(bar);
  }

  function commandId() {
    return `view-${[...crypto.getRandomValues(new Uint8Array(12))].map((one) => one.toString(16).padStart(2, "0")).join("")}`;
  }

  async function answerAll(text, act) {
    const answers = [...picked].map((key) => {
      const {token = document.querySelector("[name=form_token]").value, of = root} = rowOf(key).dataset;
      const [, , fields] = JSON.parse(rowOf(key).dataset.similar).find((one) => one[0] === text && one[1] === act);
      const ref = key.slice(key.indexOf(":") + 1);
      const place = of === root ? "" : of.slice("/p/".length);
      const back = `/waiting?entry=${encodeURIComponent(key.slice(place.length))}`;
      const body = new URLSearchParams({form_token: token, command_id: commandId(), form: `${act}-${ref}`, back, ref, ...fields});
      return {key, form: `${of}form-${act}-${ref}`, action: `${of}acts/${act}`, body: body.toString()};
    });
    const failed = await window.triage.propose(answers, text);
    if (!failed) return;
    const items = await Promise.all(failed.map(async ({answer, reply}) => ({key: answer.key, reason: window.triage.reasonOn(window.triage.parsed(await reply.text()))})));
    if (items.length) window.triage.say(document.getElementById("toast").content.firstElementChild.dataset.failed.replace("{}", items.length), true, items);
    picked.clear();
    showPicked();
    if (window.triage.keys().has(wanted)) goOn();
  }

  // Who else is answering, and telling others that this person does.
  let told = ["", 0];

  function tell(key) {
    if (key === told[0] && (!key || Date.now() < told[1] + SAY_AGAIN)) return;
    const {root: of, place} = document.getElementById("opened").dataset;
    const token = inEntry("[name=form_token]")?.value ?? document.querySelector("[name=form_token]").value;
    told = [key, Date.now()];
    fetch(`${of}presence`, {method: "POST", body: new URLSearchParams({form_token: token, entry: key.slice(place.length)})}).catch(() => {});
  }

  function showAnswering() {
    for (const row of rows()) {
      const people = answering.get(row.dataset.row);
      const note = row.querySelector(".note");
      if (note) note.textContent = people ? note.dataset.text.replace("{}", people.join(", ")) : "";
    }
    const line = inEntry(".answering");
    if (!line) return;
    const people = answering.get(entry().dataset.entry);
    const text = people ? line.dataset.text.replace("{}", people.join(", ")) : "";
    if (line.textContent !== text) line.textContent = text;
    line.hidden = !text;
  }

  document.addEventListener("presence", (event) => {
    answering.clear();
    for (const [key, people] of Object.entries(JSON.parse(event.detail.data))) answering.set(key, people);
    showAnswering();
  });

  document.addEventListener("input", ({target}) => {
    if (target.form?.matches("#opened form.act")) tell(entry().dataset.entry);
  });

  // What a colleague decided is said above the form in which this person types; the text stays.
  document.addEventListener("renkei:record", async ({detail: {waiting, keys}}) => {
    const now = entry();
    const key = now?.dataset.entry;
    const isGone = key && waiting === keys.length && !keys.includes(key) && !window.triage.keys().has(key);
    if (!isGone || !now.querySelector("form[data-typed]") || now.querySelector(".meanwhile") || rowOf(key)?.closest("#snoozed")) return;
    const page = window.triage.parsed(await (await fetch(addressOf(key))).text());
    const said = page.querySelector("#gone .said-now");
    if (!said || entry() !== now || now.querySelector(".meanwhile")) return;
    const note = document.getElementById("meanwhile").content.firstElementChild.cloneNode(true);
    note.prepend(document.adoptNode(said));
    now.querySelector(".sides").before(note);
    for (const button of now.querySelectorAll(".answer form.act button")) button.disabled = true;
  });

  document.addEventListener("renkei:undone", ({detail: {key}}) => open(key));
  document.addEventListener("htmx:after:swap", () => {
    if (wanted && entry()?.dataset.entry !== wanted) return open(wanted); // another entry was on its way
    wanted = entry()?.dataset.entry;
    pin();
    showCurrent();
    showPicked();
    showAnswering();
  });

  document.addEventListener("click", (event) => {
    const link = event.target.closest(".entries [data-row] > a, #gone a[data-next]");
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || document.body.dataset.live === "no") return;
    event.preventDefault();
    const key = link.closest("[data-row]")?.dataset.row ?? entry().dataset.following;
    if (event.target.closest(".glyph")) pick(key);
    else open(key);
  });
  window.addEventListener("popstate", () => location.reload());

  const KEYS = {
    j: () => move(1), ArrowDown: () => move(1), k: () => move(-1), ArrowUp: () => move(-1),
    r: comment, s: () => reach("details.later", "button"), a: () => reach("details.colleague", "select"),
    u: () => window.triage.undo(), x: () => { if (wanted) pick(wanted); },
    "?": () => { const help = document.getElementById("keys"); if (help) help.open = !help.open; },
  };

  const MOVES = new Set(["j", "k", "ArrowDown", "ArrowUp"]); // keys that may be held

  function escape(target) {
    const now = entry();
    const help = document.querySelector("#keys[open]");
    if (document.querySelector("dialog[open]")) return;
    if (help) help.open = false;
    else if (picked.size) {
      picked.clear();
      showPicked();
    } else if (now && target !== now && now.contains(target)) now.focus();
    else close();
  }

  document.addEventListener("keydown", (event) => {
    const target = event.target;
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || target.closest("dialog")) return;
    if (event.key === "Escape") return escape(target);
    const isBox = target.matches("input:is([type=radio], [type=checkbox])");
    if (target.matches("input, textarea, select") && !(isBox && /^[a-z1-9?]$/.test(event.key))) return;
    if (event.repeat && !MOVES.has(event.key)) return; // the next entry was not looked at yet
    const isFree = target === document.body || target.matches("[data-entry], main") || isBox;
    if (event.key === "Enter") {
      if (!target.matches("[data-entry]")) return;
      event.preventDefault();
      enter();
    } else if (/^[1-9]$/.test(event.key)) {
      event.preventDefault();
      choose(Number(event.key));
    } else if (KEYS[event.key] && (event.key.length === 1 || isFree)) {
      event.preventDefault();
      KEYS[event.key]();
    }
  });

  // The first entry is pinned: what arrives above it does not take its place. On a phone, no entry is open at first.
  function pin() {
    const screen = document.getElementById("screen");
    if (triage() && wanted && screen.dataset.here === list && !isNarrow.matches) screen.dataset.here = addressOf(wanted);
  }

  if (triage() && document.body.dataset.live === "yes") {
    const at = new URLSearchParams(location.search);
    const here = at.has("entry") ? addressOf(at.get("entry")) : list;
    document.getElementById("screen").dataset.here = here;
    if (at.has("done")) history.replaceState(null, "", here);
    pin();
    window.triage.restoreDrafts();
    if (at.has("entry") && !isNarrow.matches && document.activeElement === document.body) entry()?.focus({preventScroll: true});
  }
})();
