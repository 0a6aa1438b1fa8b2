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

  // A form that the person is filling in, or has typed into, is not replaced.
  function isEditing() {
    const active = document.activeElement;
    const screen = document.getElementById("screen");
    const hasFocus = screen.contains(active) && active.matches("input, textarea, select");
    return hasFocus || screen.querySelector("form.act[data-typed]") !== null;
  }

  function reload() {
    asked = false;
    if (isEditing()) return later();
    const screen = document.getElementById("screen");
    htmx.ajax("GET", screen.dataset.here, {target: "#screen", select: "#screen", swap: "outerMorph"});
  }

  function later() {
    if (asked) return;
    asked = true;
    setTimeout(reload, LEAST);
  }

  document.addEventListener("input", (event) => {
    const form = event.target.closest("form.act");
    if (form) form.dataset.typed = "";
  });
  document.addEventListener("record", (event) => {
    const {seq, waiting} = JSON.parse(event.detail.data);
    body.dataset.last = seq;
    showCount(waiting);
    document.dispatchEvent(new CustomEvent("renkei:record", {detail: {seq, waiting}}));
    if (!document.getElementById("messages")) later();
  });
  document.addEventListener("htmx:sse:error", () => { document.getElementById("offline").hidden = false; });
  document.addEventListener("htmx:sse:after:connection", () => { document.getElementById("offline").hidden = true; });
})();
