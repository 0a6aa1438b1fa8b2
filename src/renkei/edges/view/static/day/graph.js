// The picture of the graph: pan, zoom and search. Its viewBox says which part is seen.
"use strict";
(() => {
  const STEP = 1.3;
  const NEAREST = 3; // times the size at which the text is 11 pixels high
  const SLIP = 4; // pixels that a click may move
  const MARGIN = 40;
  const INSET = 12; // units between the upper edge and the first boxes
  let seen = null; // the part that is seen, in units of the picture, and the pixels of a unit
  const pointers = new Map();
  const wired = new WeakSet();
  let isMoved = false;

  const svg = () => document.getElementById("graph");
  const frame = () => document.getElementById("picture-view");
  const size = () => ({width: Number(svg().getAttribute("width")), height: Number(svg().getAttribute("height"))});

  function show() {
    const {clientWidth, clientHeight} = frame();
    svg().setAttribute("viewBox", `${seen.x} ${seen.y} ${clientWidth / seen.scale} ${clientHeight / seen.scale}`);
  }

  // Fit never makes the whole larger than its text is meant to be.
  function least() {
    const {width, height} = size();
    return Math.min(1, frame().clientWidth / width, frame().clientHeight / height);
  }

  function centre(x, y, scale) {
    const {clientWidth, clientHeight} = frame();
    seen = {x: x - clientWidth / scale / 2, y: y - clientHeight / scale / 2, scale};
    show();
  }

  function fit() {
    const {width, height} = size();
    centre(width / 2, height / 2, least());
  }

  // The first row of boxes that is seen is whole: the view begins above it.
  function wholeRow() {
    const {top} = frame().getBoundingClientRect();
    const rects = [...document.querySelectorAll("#graph a")].map((one) => one.getBoundingClientRect());
    const boxes = rects.map((one) => [one.top, one.bottom].map((at) => seen.y + (at - top) / seen.scale));
    const cut = () => boxes.filter(([start, end]) => start < seen.y && end > seen.y);
    for (let found = cut(); found.length; found = cut()) seen.y = Math.min(...found.map(([start]) => start)) - INSET;
    show();
  }

  // The picture opens at a size at which it can be read: all of it, or its busiest part.
  function open() {
    const {width, height} = size();
    const {clientWidth, clientHeight} = frame();
    if (least() === 1) return fit();
    const within = (at, room, all) => (room >= all ? all / 2 : Math.max(room / 2, Math.min(all - room / 2, at)));
    centre(within(Number(svg().dataset.x), clientWidth, width), within(Number(svg().dataset.y), clientHeight, height), 1);
    wholeRow();
  }

  function zoom(factor, clientX, clientY) {
    const box = frame().getBoundingClientRect();
    const [x, y] = [(clientX ?? box.left + box.width / 2) - box.left, (clientY ?? box.top + box.height / 2) - box.top];
    const scale = Math.max(least(), Math.min(NEAREST, seen.scale * factor));
    seen = {x: seen.x + x / seen.scale - x / scale, y: seen.y + y / seen.scale - y / scale, scale};
    show();
  }

  function pan(dx, dy) {
    seen.x -= dx / seen.scale;
    seen.y -= dy / seen.scale;
    show();
  }

  // What gets the focus, or is found, comes into view.
  function bring(node) {
    const [box, room] = [node.getBoundingClientRect(), frame().getBoundingClientRect()];
    const past = (start, end, low, high) => (start < low + MARGIN ? low + MARGIN - start : end > high - MARGIN ? high - MARGIN - end : 0);
    pan(past(box.left, box.right, room.left, room.right), past(box.top, box.bottom, room.top, room.bottom));
  }

  const VIEWS = {closer: () => zoom(STEP), farther: () => zoom(1 / STEP), fit, full: open};
  const KEYS = {
    "+": VIEWS.closer, "=": VIEWS.closer, "-": VIEWS.farther, "0": fit, "1": open,
    ArrowLeft: () => pan(60, 0), ArrowRight: () => pan(-60, 0), ArrowUp: () => pan(0, 60), ArrowDown: () => pan(0, -60),
  };

  function spread() {
    const [one, other] = [...pointers.values()];
    return Math.hypot(one.x - other.x, one.y - other.y);
  }

  function live() {
    if (!svg() || frame().classList.contains("live")) return;
    const view = frame();
    view.classList.add("live"); // a page that was loaded again has lost it
    document.getElementById("picture-tools").hidden = false;
    view.scrollTo(0, 0);
    if (seen) show();
    else open();
    if (wired.has(view)) return;
    wired.add(view);
    view.addEventListener("keydown", (event) => {
      if (event.target !== view || event.ctrlKey || event.metaKey || !(event.key in KEYS)) return;
      event.preventDefault();
      KEYS[event.key]();
    });
    view.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey) return; // the wheel alone scrolls the page
      event.preventDefault();
      zoom(Math.exp(-event.deltaY / 200), event.clientX, event.clientY);
    }, {passive: false});
    view.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      pointers.set(event.pointerId, {x: event.clientX, y: event.clientY});
      isMoved = false;
    });
    view.addEventListener("pointermove", (event) => {
      const from = pointers.get(event.pointerId);
      if (!from) return;
      const to = {x: event.clientX, y: event.clientY};
      if (!isMoved && Math.hypot(to.x - from.x, to.y - from.y) < SLIP) return;
      if (!isMoved) view.setPointerCapture(event.pointerId);
      isMoved = true;
      view.classList.add("moved");
      const before = pointers.size === 2 ? spread() : 0;
      pointers.set(event.pointerId, to);
      if (before) zoom(spread() / before, (to.x + from.x) / 2, (to.y + from.y) / 2);
      else pan(to.x - from.x, to.y - from.y);
    });
    for (const name of ["pointerup", "pointercancel"]) {
      view.addEventListener(name, (event) => {
        pointers.delete(event.pointerId);
        view.classList.remove("moved");
      });
    }
    view.addEventListener("dragstart", (event) => event.preventDefault());
    view.addEventListener("click", (event) => { if (isMoved) event.preventDefault(); }, true);
    view.addEventListener("focusin", (event) => { if (event.target !== view) bring(event.target); });
  }

  // Typing dims what does not have the words; Enter asks the server, which knows more than the picture.
  function search(text) {
    const boxes = [...document.querySelectorAll("#graph a")];
    const words = text.trim().toLowerCase();
    const has = (one) => one.textContent.toLowerCase().includes(words);
    for (const one of boxes) one.classList.toggle("dim", Boolean(words) && !has(one));
    const first = words && boxes.find(has);
    if (first) bring(first);
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-view]");
    if (button) VIEWS[button.dataset.view]();
  });
  document.addEventListener("input", (event) => { if (event.target.id === "graph-find" && svg()) search(event.target.value); });
  document.addEventListener("htmx:after:swap", live); // the server's page shows all of the picture
  addEventListener("resize", () => { if (seen && svg()) show(); });
  live();
})();
