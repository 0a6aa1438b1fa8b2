// The board: its YAML can be copied.
"use strict";
(() => {
  function prepare() {
    const copy = document.querySelector("button.copy");
    if (copy && navigator.clipboard) copy.hidden = false;
  }

  document.addEventListener("click", async (event) => {
    const copy = event.target.closest("button.copy");
    if (!copy) return;
    await navigator.clipboard.writeText(document.querySelector("pre.yaml").textContent);
    copy.textContent = copy.dataset.done;
  });
  document.addEventListener("htmx:after:swap", prepare);
  prepare();
})();
