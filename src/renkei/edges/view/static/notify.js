// The button with which a person is notified on this device: by the browser's push service, also while no page is open. Where
// the browser or the server has none, this page alone says what newly waits, while it is open.
"use strict";
(() => {
  const button = document.getElementById("notify");
  if (!button || !("Notification" in window)) return;
  const ask = button.textContent;
  const person = document.body.dataset.person;
  const places = JSON.parse(button.dataset.places); // of each project: the address below which it is, and its token of forms
  const canPush = "serviceWorker" in navigator && "PushManager" in window;
  const isGranted = () => Notification.permission === "granted";
  const isOnPage = () => isGranted() && localStorage.getItem("renkei-notify") === "yes";
  let isPushed = false;

  function showButton() {
    const isDenied = Notification.permission === "denied";
    const isOn = isPushed || isOnPage();
    button.hidden = false;
    button.disabled = isDenied;
    button.textContent = isDenied ? button.dataset.denied : isPushed ? button.dataset.on : isOn ? button.dataset.page : ask;
    button.setAttribute("aria-pressed", isOn);
  }

  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (one) => one.charCodeAt(0));

  async function subscriptionAt(root) {
    const found = await navigator.serviceWorker.getRegistration(root);
    if (!found || new URL(found.scope).pathname !== root) return null;
    return found.pushManager.getSubscription();
  }

  async function send(root, token, act, subscription) {
    const {endpoint, keys} = subscription.toJSON();
    const brand = navigator.userAgentData?.brands.at(-1)?.brand || navigator.userAgent.match(/(Firefox|Edg|Chrome|Safari)/)?.[0] || "";
    const name = [brand, navigator.userAgentData?.platform || navigator.platform].filter(Boolean).join(", ");
    const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const said = new URLSearchParams({form_token: token, act, endpoint, ...keys, name, time_zone});
    const answer = await fetch(`${root}device`, {method: "POST", body: said});
    return answer.ok && (await answer.json()).on;
  }

  async function subscribe(root, token) {
    const {key} = await (await fetch(`${root}device`)).json();
    if (!key) throw new Error("this server cannot push");
    const worker = await navigator.serviceWorker.register(`${root}worker.js`, {scope: root});
    await new Promise((done) => {
      const one = worker.installing || worker.waiting || worker.active;
      if (one.state === "activated") done();
      one.addEventListener("statechange", () => one.state === "activated" && done());
    });
    const options = {userVisibleOnly: true, applicationServerKey: bytes(key)};
    const kept = await worker.pushManager.getSubscription();
    const known = kept && String(new Uint8Array(kept.options.applicationServerKey)) === String(options.applicationServerKey);
    if (kept && !known) await kept.unsubscribe(); // with the key of an earlier server
    return send(root, token, "add", known ? kept : await worker.pushManager.subscribe(options));
  }

  async function unsubscribe(root, token) {
    const found = await subscriptionAt(root);
    if (!found) return;
    await send(root, token, "remove", found);
    await found.unsubscribe();
  }

  const isWanted = () => localStorage.getItem("renkei-push") === person;

  // A browser may end a subscription by itself. Then the next page makes another one.
  async function meet([root, token]) {
    const found = await subscriptionAt(root);
    if (found && await send(root, token, "meet", found)) return true;
    return isGranted() && isWanted() ? subscribe(root, token) : false;
  }

  async function turnOn() {
    await Notification.requestPermission();
    if (!isGranted()) return;
    try {
      if (!canPush) throw new Error("this browser has no push");
      for (const [root, token] of places) await subscribe(root, token);
      localStorage.setItem("renkei-push", person);
    } catch {
      localStorage.setItem("renkei-notify", "yes");
    }
  }

  async function turnOff() {
    localStorage.setItem("renkei-notify", "no");
    localStorage.removeItem("renkei-push");
    if (canPush) for (const [root, token] of places) await unsubscribe(root, token);
  }

  async function toggle() {
    button.disabled = true;
    await (isPushed || isOnPage() ? turnOff() : turnOn());
    location.reload(); // the stream of this page follows in the background from its start, or not
  }

  async function look() {
    const found = canPush && places.length ? await Promise.all(places.map(meet)) : [false];
    isPushed = found.every(Boolean);
    if (isPushed) localStorage.setItem("renkei-notify", "no"); // one notification is enough
    showButton();
  }

  if (isOnPage()) htmx.config.sse.pauseOnBackground = false; // here alone: a browser has few connections for all tabs
  button.addEventListener("click", toggle);
  document.addEventListener("htmx:after:swap", () => button.isConnected && showButton());
  showButton();
  look().catch(showButton);
})();
