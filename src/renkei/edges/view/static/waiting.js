// The keys of the list of what waits: j/k and arrows move, Enter opens, 1–9 choose an option, ? explains.
// For a permission the number also decides, but only in an entry that has the focus: the person looks at that one.
"use strict";
(() => {
  const entries = () => [...document.querySelectorAll("[data-entry]")];
  const current = () => document.activeElement.closest("[data-entry]");

  function move(step) {
    const all = entries();
    if (!all.length) return;
    const now = all.indexOf(current());
    const next = all[now < 0 ? (step > 0 ? 0 : all.length - 1) : Math.min(Math.max(now + step, 0), all.length - 1)];
    next.focus();
    next.scrollIntoView({block: "nearest"});
  }

  function open() {
    const entry = current();
    const field = entry && entry.querySelector("form.act :is(input:not([type=hidden]), textarea, select, button)");
    if (field) field.focus();
    return Boolean(field);
  }

  function choose(number) {
    const looked = current();
    const entry = looked || entries()[0];
    const option = entry && entry.querySelectorAll("input[name=chosen_option][type=radio]")[number - 1];
    if (!option) return false;
    option.click();
    option.focus();
    if (looked && option.closest("[data-quick]")) option.form.requestSubmit();
    return true;
  }

  const KEYS = {
    j: () => move(1), ArrowDown: () => move(1), k: () => move(-1), ArrowUp: () => move(-1),
    "?": () => { const help = document.getElementById("keys"); if (help) help.open = !help.open; },
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const target = event.target;
    if (event.key === "Escape") {
      const entry = current();
      if (entry && target !== entry) entry.focus();
      return;
    }
    const isChoice = target.matches("input[type=radio]");
    if (target.matches("input, textarea, select") && !(isChoice && /^[1-9jk?]$/.test(event.key))) return;
    if (event.key === "Enter") {
      if (target.matches("[data-entry]") && open()) event.preventDefault();
      return;
    }
    if (/^[1-9]$/.test(event.key)) {
      if (choose(Number(event.key))) event.preventDefault();
      return;
    }
    if (KEYS[event.key]) {
      event.preventDefault();
      KEYS[event.key]();
    }
  });

  // What was answered is said once, and stays for a while when records arrive.
  const SAID = 8000; // milliseconds
  if (new URLSearchParams(location.search).has("done")) {
    history.replaceState(null, "", location.pathname);
    setTimeout(() => { document.getElementById("screen").dataset.here = location.pathname; }, SAID);
  }

  const button = document.getElementById("notify");
  const ask = button && button.textContent;
  const isOn = () => Notification.permission === "granted" && localStorage.getItem("renkei-notify") === "yes";

  function showButton() {
    const isDenied = Notification.permission === "denied";
    button.hidden = false;
    button.disabled = isDenied;
    button.textContent = isDenied ? button.dataset.denied : isOn() ? button.dataset.on : ask;
    button.setAttribute("aria-pressed", isOn());
  }

  async function toggle() {
    const wants = !isOn();
    if (wants) await Notification.requestPermission();
    localStorage.setItem("renkei-notify", wants ? "yes" : "no");
    location.reload(); // the stream of this page follows in the background from its start, or not
  }

  if (button && "Notification" in window) {
    if (isOn()) htmx.config.sse.pauseOnBackground = false; // here alone: a browser has few connections for all tabs
    button.addEventListener("click", toggle);
    document.addEventListener("htmx:after:swap", () => button.isConnected && showButton());
    showButton();
  }
})();
