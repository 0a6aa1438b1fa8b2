// Answers in triage. The server rehearses an answer at once, so that a fault appears in the entry. A good answer is sent
// after some seconds, in which it can be taken back, or at once when the page is left. Nothing typed is lost until then.
"use strict";
window.triage = (() => {
  const AGAIN = 2000; // milliseconds after an answer that did not reach the server
  const LONG = 60000; // characters of an answer that a browser does not send when it leaves a page
  const SHORT = 4000; // milliseconds for which an outcome is shown
  const FORM = "application/x-www-form-urlencoded";
  const waiting = []; // answers that are not sent yet, by their toasts
  const {draftOf} = window.outbox;
  const idOf = (form) => document.getElementById("opened").dataset.root + form.id; // two projects may have the same ids
  const shape = (name) => document.getElementById(name).content.firstElementChild.cloneNode(true);
  const done = new Set(); // keys of answers that were sent, until the list is loaded again
  const keys = () => new Set([...done, ...waiting.flatMap((one) => one.answers.filter((answer) => !answer.stays).map((answer) => answer.key))]);

  function toasts() {
    let place = document.getElementById("toasts");
    if (!place) {
      place = Object.assign(document.createElement("div"), {id: "toasts"});
      document.body.append(place);
    }
    return place;
  }

  function say(text, isBad = false, items = []) {
    const toast = shape("toast");
    toast.querySelector(".said").textContent = text;
    toast.querySelector("button").remove();
    toast.querySelector(".left").remove();
    toast.classList.toggle("bad", isBad);
    if (isBad) toast.setAttribute("role", "alert");
    if (items.length) {
      const list = document.createElement("ul");
      for (const {key, reason} of items) {
        const link = Object.assign(document.createElement("a"), {href: `${document.body.dataset.root}waiting?entry=${encodeURIComponent(key)}`, textContent: titleOf(key) || key});
        const item = document.createElement("li");
        item.append(link, ` ${reason}`);
        list.append(item);
      }
      toast.append(list);
    }
    toasts().append(toast);
    if (isBad) toast.addEventListener("click", () => toast.remove());
    else setTimeout(() => toast.remove(), SHORT);
  }

  // The words in the fields of a form survive a change of the entry, a reload and an answer that was taken back.
  function keepDraft(form) {
    const isWorth = (field) => field.type !== "hidden" && ![...(field.options ?? [])].some((one) => one.defaultSelected && one.selected);
    const fields = [...new FormData(form)].filter(([name, value]) => (value || form.elements[name] instanceof RadioNodeList) && isWorth(form.elements[name]));
    sessionStorage.setItem(draftOf(idOf(form)), JSON.stringify(fields));
  }

  function restoreDrafts() {
    const held = new Set(waiting.flatMap((one) => one.answers.map((answer) => answer.form)));
    for (const form of document.querySelectorAll("#opened form.act:not([data-typed])")) {
      if (held.has(idOf(form))) continue;
      const kept = JSON.parse(sessionStorage.getItem(draftOf(idOf(form))) || "[]");
      for (const [name, value] of kept) {
        const field = form.elements[name];
        if (!field) continue;
        if (field instanceof RadioNodeList) for (const one of field) one.checked = one.value === value;
        else field.value = value;
        form.setAttribute("data-typed", "");
        field.closest?.("details")?.setAttribute("open", "");
      }
    }
  }

  document.addEventListener("input", ({target}) => {
    if (target.form?.matches("#opened form.act")) keepDraft(target.form);
  });

  async function post(answer, rehearsal) {
    const body = new URLSearchParams(answer.body);
    if (rehearsal) body.set("rehearsal", "yes");
    return fetch(answer.action, {method: "POST", body, redirect: "manual"});
  }

  function parsed(text) {
    return new DOMParser().parseFromString(text, "text/html");
  }

  function reasonOn(page) {
    return (page.querySelector("#opened .problem, #notices [role=alert], main p") || page.body).textContent.trim();
  }

  function mark() {
    const found = keys();
    for (const row of document.querySelectorAll("[data-row]")) row.classList.toggle("pending", found.has(row.dataset.row));
  }

  function titleOf(key) {
    const row = [...document.querySelectorAll("[data-row]")].find((one) => one.dataset.row === key);
    return row ? row.querySelector(".what").textContent : "";
  }

  function finish(one) {
    clearTimeout(one.timer);
    one.toast.remove();
    if (waiting.includes(one)) waiting.splice(waiting.indexOf(one), 1);
    mark();
  }

  async function send(one) {
    const refused = [];
    one.isSending = true; // from now on it may arrive, so it cannot be taken back
    one.toast.querySelector("button")?.remove();
    for (const answer of [...one.answers]) {
      try {
        const reply = await post(answer, false);
        window.outbox.forget([answer]); // this page shows the outcome
        if (reply.type === "opaqueredirect") {
          sessionStorage.removeItem(draftOf(answer.form));
          if (!answer.stays) done.add(answer.key);
        } else refused.push({key: answer.key, reason: reasonOn(parsed(await reply.text()))});
        one.answers.splice(one.answers.indexOf(answer), 1);
      } catch { // it is the same command, however often it is sent
        one.toast.querySelector(".left").textContent = one.toast.dataset.unreachable;
        one.timer = setTimeout(() => send(one), AGAIN);
        return;
      }
    }
    finish(one);
    if (refused.length) say(one.toast.dataset.failed.replace("{}", refused.length), true, refused);
    document.dispatchEvent(new CustomEvent("renkei:answered", {detail: {refused}}));
  }

  // Rehearses answers; holds the good ones under one toast, and returns the replies to the others. Null without a connection.
  async function propose(answers, text = "") {
    const replies = await Promise.all(answers.map((answer) => post(answer, true))).catch(() => null);
    if (!replies) {
      say(document.getElementById("toast").content.firstElementChild.dataset.offline, true);
      return null;
    }
    const good = answers.filter((_, number) => replies[number].ok && replies[number].headers.get("content-type").startsWith("text/plain"));
    if (good.length) {
      const said = text ? `${text} (${good.length})` : await replies[answers.indexOf(good[0])].text();
      const isLong = good.some((answer) => answer.body.length > LONG); // then nothing is held
      const seconds = isLong ? 0 : Number(document.body.dataset.undo ?? document.querySelector(".triage").dataset.undo);
      const one = {answers: good, toast: shape("toast")};
      one.toast.querySelector(".said").textContent = `✓ ${said}`;
      one.toast.querySelector(".about").textContent = good.length > 1 ? "" : titleOf(good[0].key);
      one.toast.querySelector(".left").style.animationDuration = `${seconds}s`;
      one.toast.querySelector("button").addEventListener("click", () => undo(one));
      toasts().append(one.toast);
      one.timer = setTimeout(() => send(one), seconds * 1000);
      waiting.push(one);
      mark();
    }
    return answers.map((answer, number) => ({answer, reply: replies[number]})).filter(({answer}) => !good.includes(answer));
  }

  function undo(one = waiting.at(-1)) {
    if (!one || one.isSending) return null;
    finish(one);
    say(one.toast.dataset.undone);
    const {key} = one.answers[0];
    document.dispatchEvent(new CustomEvent("renkei:undone", {detail: {key}}));
    return key;
  }

  // What a browser sends though it forgets the page: an answer on its way as well, since it is the same command.
  function beacon() {
    const answers = waiting.flatMap((one) => one.answers);
    window.outbox.keep(answers);
    return answers.filter((answer) => navigator.sendBeacon(answer.action, new Blob([`${answer.body}&left=yes`], {type: FORM})));
  }

  window.addEventListener("pagehide", () => {
    for (const answer of beacon()) sessionStorage.removeItem(draftOf(answer.form));
    for (const one of [...waiting]) finish(one);
  });

  // A long answer is sent at once. Who leaves before it has arrived is asked.
  window.addEventListener("beforeunload", (event) => {
    if (waiting.some((one) => one.answers.some((answer) => answer.body.length > LONG))) event.preventDefault();
  });

  function sendNow() {
    const held = waiting.filter(({isSending}) => !isSending);
    return Promise.all(held.map((one) => {
      clearTimeout(one.timer);
      return send(one);
    }));
  }

  // A page that is only hidden may be forgotten too; if it is not, it sends until the server has answered.
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) return;
    beacon();
    sendNow();
  });

  // Answers need the session that signing out ends.
  document.addEventListener("submit", async (event) => {
    if (event.target.getAttribute("action") !== `${document.body.dataset.root}sign-out` || !waiting.length) return;
    event.preventDefault();
    await sendNow();
    event.target.submit();
  });

  document.addEventListener("htmx:after:swap", () => {
    done.clear();
    mark();
    restoreDrafts();
  });

  async function answer(form, button) {
    const data = new FormData(form, button);
    const entry = form.closest("[data-entry]");
    const one = {
      key: entry.dataset.entry, form: idOf(form), stays: `${document.getElementById("opened").dataset.place}${data.get("next")}` === entry.dataset.entry, body: new URLSearchParams(data).toString(),
      action: button?.hasAttribute("formaction") ? button.formAction : form.action,
    };
    const buttons = [...form.querySelectorAll("button")];
    for (const each of buttons) each.disabled = true;
    try {
      const failed = await propose([one]);
      if (!failed) return null;
      if (failed[0] && failed[0].reply.type !== "opaqueredirect") return {refused: parsed(await failed[0].reply.text())}; // else it was done before
      return {stays: one.stays};
    } finally {
      for (const each of buttons) each.disabled = false;
    }
  }

  return {answer, propose, undo, say, keys, mark, reasonOn, parsed, restoreDrafts};
})();
