// What every screen does when records arrive: the count, the title, and loading the screen again.
"use strict";
(() => {
  const LEAST = 400; // milliseconds between two loads of a screen
  const body = document.body;
  const title = document.title.replace(/^\(\d+\) /, "");
  let asked = false;

  function showCount(count) {
    document.title = count ? `(${count}) ${title}` : title;
    const badge = document.getElementById("waiting-count");
    if (badge) {
      badge.textContent = count;
      badge.hidden = !count;
    }
  }

  function showNotice(id, text) {
    const notice = document.getElementById(id);
    if (notice.textContent !== text) notice.textContent = text; // a screen reader says it once
    notice.hidden = !text;
  }

  // A form that the person is filling in is not replaced.
  document.addEventListener("input", ({target}) => target.closest("form.act")?.setAttribute("data-typed", ""));

  // A form that was refused stands at the address of its act, which is no page: a colleague gets the page of the form.
  if (location.pathname.startsWith("/acts/")) history.replaceState(null, "", document.getElementById("screen").dataset.here);

  function isEditing() {
    const active = document.activeElement;
    const screen = document.getElementById("screen");
    return (screen.contains(active) && active.matches("input, textarea, select")) || screen.querySelector("form[data-typed]");
  }

  // A desktop notification for what newly waits, where the person has asked for it.
  let told = new Set(JSON.parse(body.dataset.waiting));

  function notify(entries) {
    const fresh = entries.filter(([key]) => !told.has(key));
    told = new Set(entries.map(([key]) => key));
    if (!("Notification" in window) || Notification.permission !== "granted" || localStorage.getItem("renkei-notify") !== "yes") return;
    for (const [key, line] of fresh.slice(0, 3)) {
      const shown = new Notification(line, {body: title, tag: key});
      shown.onclick = () => { window.focus(); location.assign("/waiting"); };
    }
  }

  // Where a part that can be opened stands: its own id, or below which id it is, and as which of the parts there.
  function placeOf(details) {
    if (details.id) return [details.id, -1];
    const owner = details.parentElement.closest("[id]");
    return [owner.id, [...owner.querySelectorAll("details")].indexOf(details)];
  }

  function partAt(id, index) {
    const found = document.getElementById(id);
    return index < 0 ? found : found?.querySelectorAll("details")[index];
  }

  async function reload() {
    asked = false;
    if (isEditing()) return later();
    const here = document.getElementById("screen").dataset.here;
    let left = [];
    const keep = (event) => { // what the person did while the page was on its way
      if (isEditing()) {
        event.preventDefault();
        later();
      }
      left = [...document.querySelectorAll("#screen details")].filter((one) => one.open || one.id).map((one) => [...placeOf(one), one.open]);
    };
    document.addEventListener("htmx:before:swap", keep, {once: true});
    await htmx.ajax("GET", here, {target: "#screen", select: "#screen", swap: "outerMorph", selectOOB: "#time:outerMorph"});
    document.removeEventListener("htmx:before:swap", keep);
    for (const [id, index, open] of left) partAt(id, index)?.toggleAttribute("open", open);
  }

  function later() {
    if (asked) return;
    asked = true;
    setTimeout(reload, LEAST);
  }

  function follow() {
    if (!document.querySelector("#messages, [data-still]")) later(); // these do not change, or add cards
  }

  // The stream. The server sends an event at every heartbeat, so a stream that is silent for longer is lost, even if
  // nothing closed it: a tunnel, a proxy, a computer that slept. It is replaced, and goes on after the last record.
  const SILENCE = 3000 * Number(body.dataset.heartbeat); // milliseconds
  const LOOK = 1000;
  const offline = document.getElementById("offline");
  const ago = new Intl.RelativeTimeFormat(document.documentElement.lang);
  let stream = null; // its element: a screen of the past has none
  let connection = null;
  let heard = Date.now();
  let awaited = Date.now(); // since when the stream has to say something

  function hear() {
    heard = awaited = Date.now();
  }

  function showAge() {
    const seconds = Math.round((Date.now() - heard) / 1000);
    const [count, unit] = seconds < 120 ? [seconds, "second"] : seconds < 7200 ? [seconds / 60, "minute"] : [seconds / 3600, "hour"];
    const age = offline.lastElementChild;
    age.textContent = age.dataset.text.replace("{}", ago.format(-Math.floor(count), unit));
  }

  function lose() {
    showAge();
    offline.hidden = false;
  }

  function regain() {
    const wasLost = !offline.hidden;
    hear();
    offline.hidden = document.getElementById("signed-out").hidden = true;
    if (wasLost) follow(); // a load of the screen may have failed
  }

  function connect() {
    if (stream._htmx?.sse) connection?.reader?.cancel(); // then it connects again
    else htmx.ajax("GET", stream.getAttribute("hx-sse:connect").replace(/after=\d+/, `after=${body.dataset.last}`), {source: stream});
  }

  function look() {
    const found = document.getElementById("stream");
    if (found !== stream || document.hidden) awaited = Date.now(); // a hidden page has closed its stream
    stream = found;
    if (!stream) return;
    if (!offline.hidden) showAge();
    if (Date.now() - awaited < SILENCE) return;
    awaited = Date.now();
    lose();
    connect();
  }

  setInterval(look, LOOK);
  for (const name of ["online", "focus"]) window.addEventListener(name, look);
  document.addEventListener("visibilitychange", () => { awaited = Date.now(); });
  document.addEventListener("htmx:sse:after:connection", (event) => {
    connection = event.detail.connection;
    regain();
  });
  document.addEventListener("htmx:sse:before:message", hear);
  document.addEventListener("htmx:sse:error", (event) => {
    const isSignedOut = event.detail.status === 403;
    document.getElementById("signed-out").hidden = !isSignedOut;
    if (isSignedOut) offline.hidden = true;
    else lose();
  });

  document.addEventListener("record", (event) => {
    const {seq, waiting, entries, at, line, paused} = JSON.parse(event.detail.data);
    body.dataset.last = seq;
    showCount(waiting);
    showNotice("paused", paused);
    notify(entries);
    document.dispatchEvent(new CustomEvent("renkei:record", {detail: {seq, waiting, at, line}}));
    follow();
  });
  document.addEventListener("problems", (event) => showNotice("problems", JSON.parse(event.detail.data)));
})();
