// The button with which a person lets this page say on the desktop what newly waits.
"use strict";
(() => {
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
