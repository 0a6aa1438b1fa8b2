// What every screen does when records arrive: the count, the title, and loading the screen again.
"use strict";
(() => {
  const LEAST = 400; // milliseconds between two loads of a screen
  const CALM = 3000; // milliseconds until triage is loaded again, after records that leave its entries as they are
  const RETRY = 5000; // milliseconds after a load that failed
  const body = document.body;
  const root = body.dataset.root; // below which the project is
  const title = document.title.replace(/^\(\d+\) /, "");
  let asked = 0; // the timer of the next load, which is at `due`
  let due = Infinity;

  function showCount(count) {
    document.title = count ? `(${count}) ${title}` : title;
    const badge = document.getElementById("waiting-count");
    if (badge) badge.textContent = count;
    for (const one of [badge, document.querySelector("#story a")]) if (one) one.hidden = !count;
  }

  function showNotice(id, text) {
    const notice = document.getElementById(id);
    const words = notice.querySelector("span") ?? notice;
    if (words.textContent !== text) words.textContent = text; // a screen reader says it once
    notice.hidden = !text;
  }

  // A notice moves the page, so it waits while the person aims at something there.
  const notices = new Map();

  function tell(id, text) {
    notices.set(id, text);
    if (!reloads() || !isAiming()) showNotices();
    else later();
  }

  function showNotices() {
    for (const [id, text] of notices) showNotice(id, text);
    notices.clear();
  }

  // A form that the person is filling in is not replaced.
  document.addEventListener("input", ({target}) => target.closest("form.act")?.setAttribute("data-typed", ""));

  // A form that was refused stands at the address of its act, which is no page: a colleague gets the page of the form.
  if (location.pathname.startsWith(`${root}acts/`)) {
    history.replaceState(null, "", document.getElementById("screen").dataset.here);
    showRefused(document.querySelector("#screen form[data-typed]"));
  }

  function showRefused(form) {
    if (!form) return;
    for (let one = form.closest("details"); one; one = one.parentElement.closest("details")) one.open = true;
    form.scrollIntoView({block: "center"});
    if (document.activeElement === body) form.closest("[data-entry]")?.focus({preventScroll: true});
  }

  function isEditing(area = document.getElementById("screen")) {
    const active = document.activeElement;
    return (area.contains(active) && active.matches("input, textarea, select")) || area.querySelector("form[data-typed]");
  }

  // On a phone, the navigation is longer than the page is wide.
  const screens = document.getElementById("screens");
  const current = screens?.querySelector("[aria-current]");
  if (current && screens.scrollWidth > screens.clientWidth) {
    const stays = screens.firstElementChild.offsetWidth; // lies over the others
    screens.scrollLeft = current.offsetLeft - stays - (screens.clientWidth - stays - current.offsetWidth) / 2;
  }

  // A desktop notification for what newly waits, where the person has asked for it.
  let told = new Set(JSON.parse(body.dataset.waiting));

  function notify(entries) {
    const fresh = entries.filter(([key]) => !told.has(key));
    told = new Set(entries.map(([key]) => key));
    if (!fresh.length || !("Notification" in window) || Notification.permission !== "granted" || localStorage.getItem("renkei-notify") !== "yes") return;
    for (const [key, line] of fresh.slice(0, 3)) {
      const shown = new Notification(line, {body: title, tag: key});
      shown.onclick = () => { window.focus(); location.assign(`${root}waiting?entry=${encodeURIComponent(key)}`); };
    }
  }

  // Ctrl+Enter sends a form from any of its fields, where it has one button that sends it.
  document.addEventListener("keydown", (event) => {
    const form = event.target.form;
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || !form) return;
    const buttons = [...form.elements].filter((one) => one.matches("button:not([type=button], .default, .add, .remove)"));
    const button = form.querySelector("button.send") || (buttons.length === 1 && form.matches(".act") && buttons[0]);
    if (!button) return;
    event.preventDefault();
    button.click();
  });

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

  // Nothing moves under the pointer or the focus that is in a form or in the list of entries. Where nothing hovers, such as
  // on a phone, the list stays as it is too. A button says that there is news, and shows it.
  const AREAS = "form.act, details[open]:has(form.act), [data-hold]";
  const canHover = matchMedia("(hover: hover)");
  const held = document.getElementById("held");
  let shown = [...told].join(" "); // the entries of the list on this page
  let newest = [...told];
  let lines = ""; // the keys and titles of all entries, as the last record left them

  function isAiming(area = document.getElementById("screen")) {
    const active = document.activeElement;
    const isFocused = area.contains(active) && (active.closest("form.act") || (active.closest(AREAS) && active.matches(":focus-visible")));
    if (isFocused) return true;
    const areas = [...area.querySelectorAll(AREAS), ...(area.matches(AREAS) ? [area] : [])];
    if (!canHover.matches) return areas.some((one) => one.matches("[data-hold]:has([data-row])") && one.checkVisibility());
    return areas.some((one) => one.matches(":hover"));
  }

  // A screen in parts is loaded around the part that the person works in. Returns what stays: parts, or the whole screen.
  function inUse() {
    const screen = document.getElementById("screen");
    const parts = [...screen.querySelectorAll("[data-part]")];
    const isBusy = (area) => isEditing(area) || isAiming(area);
    const found = parts.filter(isBusy);
    return parts.length ? found : isBusy(screen) ? [screen] : [];
  }

  function hold() {
    const isList = document.querySelector("#screen [data-hold]");
    const button = held.firstElementChild;
    const known = new Set(shown.split(" "));
    const count = newest.filter((key) => !known.has(key)).length;
    const text = isList && count ? button.dataset.new.replace("{}", count) : button.dataset.news;
    if (button.textContent !== text) button.textContent = text;
    held.hidden = Boolean(isList) && newest.join(" ") === shown;
    whenFree();
  }

  function textsOf(form) {
    const fields = [...form.querySelectorAll("input:not([type=hidden], [type=radio], [type=checkbox]), textarea")];
    return fields.map((one) => one.value.trim()).filter(Boolean).join("\n");
  }

  // A form that was answered elsewhere is gone; what was typed in it is not.
  function showUnsent(typed) {
    const gone = typed.filter(([id, text]) => text && !document.getElementById(id)).map(([, text]) => text);
    if (!gone.length) return;
    const notice = document.getElementById("unsent");
    notice.lastElementChild.textContent = gone.join("\n");
    notice.hidden = false;
  }

  // The first row that is seen stays where it is.
  function anchor() {
    const found = [...document.querySelectorAll("#screen [data-row][id]")].find((one) => one.getBoundingClientRect().bottom > 0);
    const top = window.scrollY && found?.getBoundingClientRect().top;
    return () => {
      const now = top && document.getElementById(found.id);
      if (now) window.scrollBy(0, now.getBoundingClientRect().top - top);
    };
  }

  async function reload(isAsked = false) {
    clearTimeout(asked);
    asked = 0;
    due = Infinity;
    const isWhole = (parts) => parts.length > 1 || parts[0]?.id === "screen";
    if (!isAsked && isWhole(inUse())) return hold();
    const here = document.getElementById("screen").dataset.here;
    const loaded = newest;
    let left = [];
    let typed = [];
    let used = [];
    let stay = null;
    let isHeld = false;
    const keep = (event) => { // what the person did while the page was on its way
      used = isAsked ? [] : inUse();
      isHeld = isWhole(used);
      const isRefused = event.detail.ctx.response.status >= 400;
      if (isHeld || isRefused) event.preventDefault();
      if (isHeld) return hold();
      if (isRefused) return;
      left = [...document.querySelectorAll("#screen details")].filter((one) => one.open || one.id).map((one) => [...placeOf(one), one.open]);
      typed = [...document.querySelectorAll("#screen form[data-typed]")].map((form) => [form.id, textsOf(form)]);
      for (const one of used) one.setAttribute("hx-morph-skip", "");
      for (const [id] of typed) document.getElementById(id)?.setAttribute("hx-morph-skip", "");
      stay = anchor();
    };
    document.addEventListener("htmx:before:swap", keep, {once: true});
    await htmx.ajax("GET", here, {target: "#screen", select: "#screen", swap: "outerMorph", selectOOB: "#time:outerMorph"});
    document.removeEventListener("htmx:before:swap", keep);
    for (const one of used) one.removeAttribute("hx-morph-skip");
    if (isHeld) return;
    document.getElementById("unloaded").hidden = Boolean(stay);
    if (!stay) return later(RETRY);
    if (!used.length) showNotices();
    const isListOld = used.some((one) => one.matches("[data-hold]"));
    if (!isListOld) shown = loaded.join(" ");
    held.hidden = true;
    const count = document.querySelector("#screen [data-count]")?.dataset.count;
    if (count !== undefined) showCount(Number(count)); // what was put off, or came back, has no record
    for (const [id, index, open] of left) partAt(id, index)?.toggleAttribute("open", open);
    showUnsent(typed);
    stay();
    if (isListOld) hold();
    else if (used.length) whenFree();
  }

  // A part that stayed is loaded when the person no longer works in it.
  function whenFree() {
    if (asked) return;
    if (inUse().length) setTimeout(whenFree, LEAST);
    else later();
  }

  held.addEventListener("click", () => {
    document.getElementById("screen").focus({preventScroll: true});
    reload(true);
  });

  // A final act that one press could do by mistake asks for another one; where something was typed or chosen, it was meant,
  // and in triage it can be taken back.
  // The question lies over the page, so that the other buttons stay where they are.
  function disarm() {
    for (const one of document.querySelectorAll("button > .again")) {
      one.parentElement.removeAttribute("aria-describedby");
      one.remove();
    }
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("form.act :is(button.danger, button[data-final])");
    const isMeant = !button || button.querySelector(".again") || button.form.matches("[data-typed], .triage form");
    if (isMeant) return;
    event.preventDefault();
    disarm();
    button.focus();
    button.append(Object.assign(document.createElement("span"), {className: "again", id: "again", textContent: body.dataset.again}));
    button.setAttribute("aria-describedby", "again");
  });
  document.addEventListener("focusout", disarm);
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") disarm(); });

  function later(delay = LEAST) {
    if (due <= Date.now() + delay) return;
    clearTimeout(asked);
    due = Date.now() + delay;
    asked = setTimeout(reload, delay);
  }

  function reloads() {
    return !document.querySelector("#messages, [data-still]"); // these do not change, or add cards
  }

  function follow(delay = LEAST) {
    if (reloads()) later(delay);
  }

  document.addEventListener("renkei:answered", () => follow());

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
    if (found !== stream || (document.hidden && htmx.config.sse.pauseOnBackground !== false)) awaited = Date.now(); // it is closed
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
  function fail(status) {
    const isSignedOut = status === 403;
    document.getElementById("signed-out").hidden = !isSignedOut;
    if (isSignedOut) offline.hidden = true;
    else lose();
  }

  document.addEventListener("htmx:sse:error", (event) => fail(event.detail.status));
  document.addEventListener("htmx:response:error", (event) => { // of a first connection, which was no stream yet
    const {sourceElement, response} = event.detail.ctx;
    if (sourceElement === document.getElementById("stream")) fail(response.status);
  });

  document.addEventListener("record", (event) => {
    const {seq, waiting, entries, at, line, paused} = JSON.parse(event.detail.data);
    body.dataset.last = seq;
    showCount(waiting);
    tell("paused", paused);
    notify(entries);
    newest = entries.map(([key]) => key);
    const listed = JSON.stringify(entries);
    const isCalm = listed === lines && document.querySelector("#screen [data-hold]");
    lines = listed;
    document.dispatchEvent(new CustomEvent("renkei:record", {detail: {seq, waiting, at, line, keys: newest}}));
    follow(isCalm ? CALM : LEAST);
  });
  document.addEventListener("projects", (event) => {
    for (const [place, count] of JSON.parse(event.detail.data)) {
      const badge = document.querySelector(`[data-count-of="${CSS.escape(place)}"]`);
      if (badge) badge.textContent = count ?? 0;
      if (badge) badge.hidden = !count;
    }
  });
  for (const id of ["problems", "story", "unrecorded"]) document.addEventListener(id, (event) => tell(id, JSON.parse(event.detail.data)));
})();
