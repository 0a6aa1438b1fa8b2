// Time travel without leaving the page: steps, play and the lanes of the day fetch the same screen at another record.
"use strict";
(() => {
  const PARTS = "#time:outerMorph,#screens:outerMorph,#who:outerMorph,#notices:innerHTML,#following:innerHTML";
  const FORMS = ["edit", "base", "add", "of", "lang", "when"]; // parameters of forms, which the past does not have
  const NOW = "now";
  let playing = false;
  let wanted = null; // the record to show next, or NOW
  let busy = false;
  let shown = location.pathname + location.search;

  const part = (name) => document.getElementById(name ? `time-${name}` : "time");
  const seq = () => Number(part().dataset.seq);
  const last = () => Number(part().dataset.last);
  const wait = (milliseconds) => new Promise((done) => { setTimeout(done, milliseconds); });

  function addressOf(record) {
    const url = new URL(document.getElementById("screen").dataset.here, location.href); // a refused form has another address
    FORMS.forEach((name) => url.searchParams.delete(name));
    url.hash = "";
    if (record === NOW) url.searchParams.delete("at");
    else url.searchParams.set("at", record);
    return url.pathname + url.search;
  }

  function position(record) {
    return part().dataset.position.replace("SEQ", record).replace("LAST", last());
  }

  function follow() {
    document.body.dataset.live = document.getElementById("stream") ? "yes" : "no";
    document.dispatchEvent(new CustomEvent("renkei:shown", {detail: {seq: seq(), last: last()}}));
  }

  async function show(record) {
    const address = addressOf(record);
    const wasLive = document.body.dataset.live === "yes";
    await htmx.ajax("GET", address, {target: "#screen", select: "#screen", swap: "outerMorph", selectOOB: PARTS});
    if (wasLive) history.pushState(null, "", address);
    else history.replaceState(null, "", address);
    shown = address;
    follow();
  }

  // While the person drags, only the newest place is fetched, one at a time.
  async function go(record) {
    wanted = record;
    if (busy) return;
    busy = true;
    try {
      while (wanted !== null) {
        const next = wanted;
        await show(next);
        if (wanted === next) wanted = null;
      }
      follow();
    } finally {
      busy = false;
    }
  }

  function setPlaying(on) {
    playing = on;
    const button = part("play");
    button.setAttribute("aria-pressed", String(on));
    button.querySelector(".label").textContent = on ? part().dataset.pause : part().dataset.play;
    button.firstElementChild.textContent = on ? "❚❚" : "▷";
  }

  // Play shows records at the chosen speed; where fetching takes longer, it leaves some out.
  async function play() {
    setPlaying(true);
    let next = seq() >= last() ? 1 : seq() + 1;
    while (playing && next <= last()) {
      const began = performance.now();
      await go(next);
      const period = 1000 / Number(part("speed").value);
      const took = performance.now() - began;
      if (took < period) await wait(period - took);
      if (next === last()) break;
      next = Math.min(last(), next + Math.max(1, Math.round(took / period)));
    }
    setPlaying(false);
  }

  function recordOf(link) {
    const at = new URL(link.href).searchParams.get("at");
    return at === null ? NOW : Number(at);
  }

  document.addEventListener("renkei:travel", (event) => {
    setPlaying(false);
    go(event.detail.seq === last() ? NOW : event.detail.seq);
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest("#time-play")) {
      if (playing) setPlaying(false);
      else play();
      return;
    }
    const link = event.target.closest("#time a.step");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    setPlaying(false);
    const steps = {"time-back": -1, "time-forward": 1};
    const from = typeof wanted === "number" ? wanted : seq();
    go(link.id in steps ? Math.max(0, Math.min(last(), from + steps[link.id])) : recordOf(link));
  });
  document.addEventListener("renkei:record", (event) => {
    const live = document.body.dataset.live === "yes";
    part().dataset.last = event.detail.seq;
    if (live) {
      part().dataset.seq = event.detail.seq;
      const time = part("line").querySelector("time");
      if (time) Object.assign(time, event.detail.at);
      part("line").querySelector(".what").textContent = event.detail.line;
      if (part("back").href) part("back").href = addressOf(seq() - 1);
    }
    part("position").textContent = position(seq());
  });
  // A conversation is not loaded again for each record, so the landmarks before the newest one come when they are looked at.
  document.addEventListener("beforetoggle", (event) => {
    const isOpening = event.target.id === "time-more" && event.newState === "open";
    if (!isOpening || document.body.dataset.live !== "yes" || !document.getElementById("messages")) return;
    htmx.ajax("GET", document.getElementById("screen").dataset.here, {source: "#time", target: "#time", select: "#time", swap: "outerMorph"});
  }, true);
  addEventListener("popstate", () => {
    if (location.pathname + location.search !== shown) location.reload();
  });

  part("play").hidden = false;
  part("pace").hidden = false;
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) part("speed").value = "1";
  follow();
})();
