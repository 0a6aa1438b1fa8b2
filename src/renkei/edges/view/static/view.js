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

  // A form that the person is filling in is not replaced.
  document.addEventListener("input", ({target}) => target.closest("form.act")?.setAttribute("data-typed", ""));

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

  // Where a part that can be opened stands: below which id, and as which of its parts.
  function placeOf(details) {
    const owner = details.parentElement.closest("[id]");
    return [owner.id, [...owner.querySelectorAll("details")].indexOf(details)];
  }

  async function reload() {
    asked = false;
    if (isEditing()) return later();
    const here = document.getElementById("screen").dataset.here;
    let open = [];
    const keep = (event) => { // what the person did while the page was on its way
      if (isEditing()) {
        event.preventDefault();
        later();
      }
      open = [...document.querySelectorAll("#screen details[open]")].map(placeOf);
    };
    document.addEventListener("htmx:before:swap", keep, {once: true});
    await htmx.ajax("GET", here, {target: "#screen", select: "#screen", swap: "outerMorph"});
    document.removeEventListener("htmx:before:swap", keep);
    for (const [owner, index] of open) document.getElementById(owner)?.querySelectorAll("details")[index]?.setAttribute("open", "");
  }

  function later() {
    if (asked) return;
    asked = true;
    setTimeout(reload, LEAST);
  }

  document.addEventListener("record", (event) => {
    const {seq, waiting, entries} = JSON.parse(event.detail.data);
    body.dataset.last = seq;
    showCount(waiting);
    notify(entries);
    document.dispatchEvent(new CustomEvent("renkei:record", {detail: {seq, waiting}}));
    if (!document.querySelector("#messages, [data-still]")) later(); // these do not change, or add cards
  });
  document.addEventListener("htmx:sse:error", () => { document.getElementById("offline").hidden = false; });
  document.addEventListener("htmx:sse:after:connection", () => { document.getElementById("offline").hidden = true; });
})();
