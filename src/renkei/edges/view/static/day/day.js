// The lanes of the day: drag for another time, zoom, and the story of a turn beside them.
"use strict";
(() => {
  const PAGE = 20; // records that Page Up and Page Down move by
  const WIDEST = 16;
  const lanes = document.getElementById("lanes");
  if (!lanes) return;
  const scroller = document.getElementById("lane-scroll");
  const width = document.getElementById("lane-width");
  const slider = document.getElementById("lane-slider");
  const cursor = document.getElementById("day-cursor");
  const xs = JSON.parse(width.dataset.xs);
  const after = Number(width.dataset.after);
  let zoom = Number(document.querySelector(".zooms [aria-current]").dataset.zoom);
  let isDragging = false;

  const shown = () => Number(slider.getAttribute("aria-valuenow"));
  const within = (seq) => Math.max(after + 1, Math.min(after + xs.length, seq));

  function point(seq) {
    const x = `${xs[within(seq) - after - 1]}%`;
    cursor.setAttribute("x1", x);
    cursor.setAttribute("x2", x);
    slider.setAttribute("aria-valuenow", within(seq));
  }

  // What came later is pale. A picture of the present has no such part.
  function pale(isPast) {
    const x = xs[shown() - after - 1];
    let later = lanes.querySelector(".later");
    if (!later) {
      later = document.createElementNS("http://www.w3.org/2000/svg", "rect");
      later.setAttribute("class", "later");
      later.setAttribute("height", "100%");
      cursor.before(later);
    }
    later.setAttribute("x", `${x}%`);
    later.setAttribute("width", isPast ? `${100 - x}%` : "0");
  }

  function recordAt(event) {
    const box = width.getBoundingClientRect();
    const x = 100 * (event.clientX - box.left) / box.width;
    let low = 0;
    let high = xs.length;
    while (low < high) { // the last record at or before the pointer
      const middle = (low + high) >> 1;
      if (xs[middle] <= x) low = middle + 1;
      else high = middle;
    }
    return after + Math.max(1, low);
  }

  function travel(seq) {
    point(seq);
    document.dispatchEvent(new CustomEvent("renkei:travel", {detail: {seq: within(seq)}}));
  }

  function setZoom(wanted, clientX = scroller.getBoundingClientRect().left + scroller.clientWidth / 2) {
    const box = width.getBoundingClientRect();
    const part = (clientX - box.left) / box.width;
    zoom = Math.max(1, Math.min(WIDEST, wanted));
    width.style.width = `${100 * zoom}%`;
    const now = width.getBoundingClientRect();
    scroller.scrollLeft += part * now.width - (clientX - now.left);
    for (const one of document.querySelectorAll(".zooms a")) one.toggleAttribute("aria-current", Number(one.dataset.zoom) === zoom);
    document.querySelector(".zooms [aria-current]")?.setAttribute("aria-current", "true");
  }

  const KEYS = {ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -PAGE, PageUp: PAGE, Home: -Infinity, End: Infinity};
  slider.addEventListener("keydown", (event) => {
    if (!(event.key in KEYS)) return;
    event.preventDefault();
    travel(within(shown() + KEYS[event.key]));
  });

  // A finger pans the picture, and drags the time along the axis.
  width.addEventListener("pointerdown", (event) => {
    const isOnAxis = event.target === slider;
    if (event.button || event.target.closest("a") || (event.pointerType === "touch" && !isOnAxis)) return;
    event.preventDefault();
    isDragging = true;
    width.setPointerCapture(event.pointerId);
    slider.focus({preventScroll: true});
    point(recordAt(event));
  });
  width.addEventListener("pointermove", (event) => { if (isDragging) point(recordAt(event)); });
  width.addEventListener("pointerup", () => {
    if (!isDragging) return;
    isDragging = false;
    travel(shown());
  });
  width.addEventListener("pointercancel", () => { isDragging = false; });
  scroller.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    setZoom(zoom * Math.exp(-event.deltaY / 200), event.clientX);
  }, {passive: false});

  // The story of a turn opens below the picture.
  async function open(link) {
    for (const one of lanes.querySelectorAll(".chosen")) one.classList.remove("chosen");
    link.querySelector(".bar")?.classList.add("chosen");
    await htmx.ajax("GET", link.getAttribute("href"), {target: "#turn", select: "#turn", swap: "outerHTML"});
    const story = document.querySelector(".turn-story");
    if (!story) return location.assign(link.getAttribute("href")); // the page says what is wrong
    story.scrollIntoView({block: "nearest"});
    story.focus({preventScroll: true});
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest("#lanes a:not(.mark-link), a.story, .zooms a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    if (link.dataset.zoom) setZoom(Number(link.dataset.zoom));
    else open(link);
  });
  document.addEventListener("renkei:shown", (event) => {
    if (isDragging) return;
    point(event.detail.seq);
    pale(event.detail.seq < event.detail.last);
  });
  document.addEventListener("renkei:record", (event) => {
    const newer = document.getElementById("day-newer");
    const count = event.detail.seq - after - xs.length;
    if (!newer) return; // the past has none
    newer.hidden = count <= 0;
    newer.firstElementChild.textContent = newer.dataset.text.replace("{}", count);
  });

  slider.hidden = false;
  scroller.scrollLeft = (xs[shown() - after - 1] / 100) * scroller.scrollWidth - scroller.clientWidth * 0.8;
})();
