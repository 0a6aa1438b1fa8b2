// The budget's slider: its number follows at once, and the page keeps its place when records arrive.
"use strict";
(() => {
  const form = document.querySelector("form.slider");
  if (!form) return;
  const range = form.querySelector("input[type=range]");
  const read = () => {
    form.querySelector("output").textContent = range.value;
    const address = new URL(form.action);
    address.search = new URLSearchParams(new FormData(form));
    document.getElementById("screen").dataset.here = address.pathname + address.search;
  };
  range.addEventListener("input", read);
})();
