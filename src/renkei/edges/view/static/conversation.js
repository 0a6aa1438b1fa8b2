// The conversation as it grows: what arrives, how far the person has read, and never more than a hundred cards.
"use strict";
(() => {
  const MOST = 100; // blocks that stay on the page while the person reads its end
  const MOST_UNREAD = 1000; // blocks on the page of a person who reads older ones; later ones come when it is loaded again
  const MOST_UPDATES = 50; // updates of one agent behind a line
  const LONGEST = 3500; // characters of the cookie, of which browsers keep 4096
  const NEAR = 60; // pixels from the end that count as the end
  const TELLS = 1000; // milliseconds after reading until the server learns it
  const PAUSE = 2000; // milliseconds after a record until the list is loaded again
  const talk = document.querySelector(".talk");
  const log = document.querySelector(".log");
  const messages = document.getElementById("messages");
  const arrived = document.getElementById("arrived");
  if (!talk || !messages) return;
  const follows = talk.dataset.follows === "yes";
  const isNarrow = window.matchMedia("(max-width: 700px)");

  let isAtEnd = follows; // known from scrolling, because asking makes the browser lay out the page
  let isTimed = false;
  let isListAsked = false;
  let lastDay = [...messages.querySelectorAll(":scope > .day")].at(-1)?.dataset.day; // a stream says the day again
  let telling = 0; // the timer of telling the server
  let listTag = ""; // the version of the list that was loaded last
  let isIncomplete = false; // whether blocks arrived that are not on the page

  // Where the person reads: browsers keep that for pages, but not for a log inside of one.
  function keepPlace() {
    const top = isNarrow.matches ? 0 : log.getBoundingClientRect().top;
    const seen = isAtEnd ? null : [...messages.children].find((one) => one.getBoundingClientRect().bottom > top);
    history.replaceState({...history.state, place: seen && {seq: seen.dataset.seq, offset: seen.getBoundingClientRect().top - top}}, "");
  }

  function goToPlace(place) {
    const seen = [...messages.children].find((one) => Number(one.dataset.seq) >= Number(place.seq)) || messages.firstElementChild;
    const top = isNarrow.matches ? 0 : log.getBoundingClientRect().top;
    (isNarrow.matches ? window : log).scrollBy(0, seen.getBoundingClientRect().top - top - place.offset);
  }

  function trim() {
    const isFull = messages.childElementCount > MOST;
    while (isAtEnd && messages.childElementCount > MOST) messages.firstElementChild.remove();
    if (isAtEnd && isFull) leadToOlder(messages.querySelector(":scope > [data-seq]").dataset.seq);
    isIncomplete ||= messages.childElementCount > MOST_UNREAD;
    while (messages.childElementCount > MOST_UNREAD) messages.lastElementChild.remove();
  }

  // What was taken off the page is on the page before it.
  function leadToOlder(seq) {
    const older = document.getElementById("older");
    if (older.hidden) older.append(Object.assign(document.createElement("a"), {textContent: older.dataset.text}));
    const to = new URL(document.getElementById("screen").dataset.here, location.href);
    to.searchParams.set("before", seq);
    older.firstElementChild.href = to;
    older.hidden = false;
  }

  function scrolled() {
    const end = document.documentElement.scrollHeight - window.innerHeight;
    isAtEnd = (isNarrow.matches ? end - window.scrollY : Math.abs(log.scrollTop)) < NEAR;
    if (!isAtEnd) return;
    if (isIncomplete) return location.reload();
    arrived.hidden = true;
    trim();
    rememberSoon();
  }

  function toEnd() {
    if (isIncomplete) return location.reload();
    isAtEnd = true;
    arrived.hidden = true;
    if (isNarrow.matches) window.scrollTo(0, document.documentElement.scrollHeight);
    else log.scrollTop = 0; // the log's direction is reversed: its end is where it begins
  }

  function marks() {
    const found = document.cookie.split("; ").find((one) => one.startsWith(`${talk.dataset.marks}=`));
    try {
      return JSON.parse(decodeURIComponent(found.slice(talk.dataset.marks.length + 1)));
    } catch {
      return {};
    }
  }

  function isRead() {
    return follows && isAtEnd && document.visibilityState === "visible";
  }

  // The mark of everybody's conversation holds for all: the others are kept only while they are further.
  function remember() {
    const known = marks();
    const seq = Number(document.body.dataset.last);
    const filtered = talk.querySelector(".filters .tag");
    if (!("*" in known)) known["*"] = seq;
    else if (isRead() && !filtered) known[talk.dataset.conversation] = seq;
    else return;
    const [all, ...others] = Object.entries(known).sort(([name]) => (name === "*" ? -1 : 1));
    const kept = others.filter(([, at]) => at > known["*"]);
    const written = () => encodeURIComponent(JSON.stringify(Object.fromEntries([all, ...kept])));
    while (kept.length && written().length > LONGEST) kept.shift();
    const value = written();
    if (!document.cookie.includes(`${talk.dataset.marks}=${value}`)) tellSoon();
    document.cookie = `${talk.dataset.marks}=${value}; path=${document.body.dataset.root}; max-age=31536000; SameSite=Strict`;
    for (const name of namesOf(talk.dataset.conversation)) show(name, 0, true);
  }

  // The server learns how far the person has read from the cookie, for its other browsers.
  function tellSoon() {
    if (!telling) telling = setTimeout(tell, TELLS);
  }

  function tell() {
    clearTimeout(telling);
    if (telling) fetch(`${document.body.dataset.root}seen`, {method: "POST", keepalive: true}).catch(() => {}); // the next request brings it
    telling = 0;
  }

  window.addEventListener("pagehide", tell);

  // Whoever reads everybody's conversation reads all others.
  function namesOf(conversation) {
    if (conversation !== "*") return [conversation];
    return [...talk.querySelectorAll(".conversations a")].map((one) => one.dataset.conversation);
  }

  // The list beside the messages: who is at work, how contracts stand, and conversations that are new. A list that is the
  // same is not sent again.
  async function loadList() {
    isListAsked = false;
    if (document.body.dataset.live !== "yes" || document.visibilityState !== "visible") return; // a hidden page asks later
    remember(); // the server counts what is new from here
    const shown = () => document.getElementById("screen").dataset.here;
    const here = shown();
    const of = talk.querySelector("#conversations [aria-current]")?.dataset.conversation ?? "";
    const keep = (event) => {
      const {ctx} = event.detail;
      if (!ctx.request.action.includes("conversations?")) return;
      if (shown() !== here) event.preventDefault(); // the person has gone to the past since
      else listTag = ctx.response.headers.get("etag") ?? "";
    };
    document.addEventListener("htmx:before:swap", keep);
    try {
      await htmx.ajax("GET", `${document.body.dataset.root}conversations?${new URLSearchParams({of})}`, {source: "#conversations", target: "#conversations", select: "#conversations", swap: "outerMorph", headers: {"If-None-Match": listTag}});
    } finally {
      document.removeEventListener("htmx:before:swap", keep);
    }
    rememberSoon();
  }

  function listSoon() {
    if (isListAsked) return;
    isListAsked = true;
    setTimeout(loadList, PAUSE);
  }

  function rememberSoon() {
    if (isTimed) return;
    isTimed = true;
    setTimeout(() => { isTimed = false; remember(); }, 500);
  }

  function show(name, count, isAll = false) {
    const link = talk.querySelector(`.conversations a[data-conversation="${CSS.escape(name)}"]`);
    const badge = link && link.querySelector(".new");
    if (!badge) return;
    const number = badge.querySelector(".n");
    number.textContent = isAll ? count : (parseInt(number.textContent, 10) || 0) + count;
    badge.hidden = number.textContent === "0";
  }

  function takeNews(news) {
    const markup = new Map([...news.querySelectorAll("[data-slot]")].map((slot) => [slot.dataset.slot, slot.innerHTML]));
    news.remove();
    for (const old of markup.size ? talk.querySelectorAll("[data-slot]") : []) {
      const wanted = markup.get(old.dataset.slot);
      if (wanted !== undefined && wanted !== old.innerHTML) old.innerHTML = wanted;
    }
    for (const [name, count] of Object.entries(JSON.parse(news.dataset.counts))) {
      if (![name, "*"].includes(talk.dataset.conversation) || !isRead()) show(name, count);
    }
  }

  // Updates of an agent are one line, at the place of the newest: between them are only those of other agents. A line that
  // the person has opened stays where it is.
  function addToEarlier(fold) {
    for (let one = fold.previousElementSibling; one?.matches(".updates"); one = one.previousElementSibling) {
      if (one.dataset.from !== fold.dataset.from || one.open) continue;
      const [cards, earlier] = [fold, one].map((each) => each.querySelector(".cards"));
      const count = Number(cards.dataset.count) + Number(earlier.dataset.count);
      cards.prepend(...earlier.children);
      for (const old of [...cards.children].slice(0, -MOST_UPDATES)) old.remove();
      cards.dataset.count = count;
      const many = fold.querySelector(".many");
      many.textContent = talk.dataset.updates.replace("{}", count);
      many.hidden = false;
      one.remove();
      return;
    }
  }

  // A reply is added to what is folded below the message that it answers.
  function addReply(card) {
    const fold = messages.querySelector(`.replies[data-of="${CSS.escape(card.dataset.replyTo)}"]`);
    if (!fold || card.dataset.counted) return;
    card.dataset.counted = "yes";
    const line = document.createElement("li");
    const link = document.createElement("a");
    link.href = card.querySelector("a.moment").href;
    link.append(card.querySelector(".from").cloneNode(true), " ", card.querySelector(".type").cloneNode(true), " ");
    link.append((card.querySelector(".summary") || card.querySelector(".body")).textContent.trim().slice(0, 140));
    line.append(link);
    fold.querySelector("ul").append(line);
    fold.querySelector(".n").textContent = Number(fold.querySelector(".n").textContent) + 1;
    fold.hidden = false;
  }

  // What has just arrived is at the end. Looking for it from there does not grow with the page.
  function fresh() {
    const found = [];
    for (let one = messages.lastElementChild; one && !one.matches(".shown"); one = one.previousElementSibling) found.push(one);
    return found.reverse();
  }

  document.addEventListener("htmx:sse:after:message", () => {
    let isNew = false;
    for (const card of fresh()) {
      if (card.matches(".news")) {
        takeNews(card);
        continue;
      }
      if (card.matches(".day")) {
        if (card.dataset.day === lastDay) card.remove();
        else card.classList.add("shown");
        lastDay = card.dataset.day;
        continue;
      }
      if (card.dataset.replyTo) addReply(card);
      if (card.matches(".updates")) addToEarlier(card);
      card.classList.add("shown", "new");
      isNew = true;
    }
    if (isNew) {
      trim();
      document.getElementById("nothing")?.remove();
      if (!isAtEnd) arrived.hidden = false;
      else if (isNarrow.matches) toEnd(); // elsewhere the log stays at its end by itself
    }
  });
  for (const name of ["renkei:record", "visibilitychange"]) {
    document.addEventListener(name, rememberSoon);
    document.addEventListener(name, listSoon);
  }
  log.addEventListener("scroll", scrolled, {passive: true});
  window.addEventListener("scroll", scrolled, {passive: true});
  arrived.addEventListener("click", () => { toEnd(); rememberSoon(); });

  window.addEventListener("pagehide", keepPlace);

  for (const block of messages.children) block.classList.add("shown");
  const here = messages.querySelector(".here");
  if (here) {
    for (let one = here; one !== messages; one = one.parentElement) if (one.matches("details")) one.open = true;
    here.scrollIntoView({block: "center"});
  } else if (history.state?.place && !location.hash) goToPlace(history.state.place);
  else if (follows && !location.hash) toEnd();
  setTimeout(remember, 1000);
})();
