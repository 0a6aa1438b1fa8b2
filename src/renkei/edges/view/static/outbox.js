// The outbox: answers of pages that were left. A browser sends them without waiting for the outcome, so a session that is
// over, or a server that has stopped, would lose them silently. The next page of the same person sends them again, which
// is the same command. A rejected one is said by the server, and becomes the draft of its form once more.
"use strict";
window.outbox = (() => {
  const MOST = 50; // answers that are kept
  const FRESH = 60000; // milliseconds after which an answer is not given late: the server is only asked whether it has it
  const {person} = document.body.dataset;
  const name = `renkei-left:${person}`;
  const draftOf = (form) => `renkei-draft:${person}:${form}`; // another person may sign in

  function kept() {
    return JSON.parse(localStorage.getItem(name) || "[]");
  }

  function store(answers) {
    try {
      if (answers.length) localStorage.setItem(name, JSON.stringify(answers.slice(-MOST)));
      else localStorage.removeItem(name);
    } catch { /* no room: the answers are sent once, as without an outbox */ }
  }

  function forget(answers) {
    const bodies = new Set(answers.map(({body}) => body));
    store(kept().filter(({body}) => !bodies.has(body)));
  }

  function keep(answers) {
    if (!answers.length) return;
    forget(answers);
    const found = answers.map(({action, body, form}) => ({action, body, form, draft: sessionStorage.getItem(draftOf(form)), at: Date.now()}));
    store([...kept(), ...found]);
  }

  async function sendAll() {
    for (const answer of kept()) {
      const body = new URLSearchParams(`${answer.body}&left=yes`);
      if (Date.now() - answer.at > FRESH) body.delete("form_token");
      const reply = await fetch(answer.action, {method: "POST", body, redirect: "manual"});
      const isDone = reply.type === "opaqueredirect";
      const page = isDone ? null : new DOMParser().parseFromString(await reply.text(), "text/html");
      if (page && page.body.dataset.person !== person) continue; // signed out there, a fault, or a project that is not served now
      forget([answer]);
      if (isDone) sessionStorage.removeItem(draftOf(answer.form));
      else if (answer.draft) sessionStorage.setItem(draftOf(answer.form), answer.draft);
    }
    window.triage?.restoreDrafts();
  }

  if (document.body.dataset.live === "yes") sendAll().catch(() => {}); // without a connection, the next page does it
  return {draftOf, keep, forget};
})();
