// Shows the notifications that the server pushes to this browser, also while no page of the view is open.
"use strict";
const LIST = "waiting";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

// Every push has to show something: browsers end a subscription whose pushes do not.
self.addEventListener("push", (event) => {
  const said = event.data ? event.data.json() : {};
  const answers = said.answers || [];
  event.waitUntil(self.registration.showNotification(said.title || "renkei", {
    body: said.body || "",
    tag: said.tag || "renkei",
    icon: "/static/icon-192.png",
    data: {link: said.link || LIST, answers: answers.map(({link}) => link)},
    actions: answers.slice(0, self.Notification.maxActions || 0).map(({title}, number) => ({action: `${number}`, title})),
  }));
});

self.addEventListener("notificationclick", (event) => {
  const {link, answers} = event.notification.data;
  event.notification.close();
  event.waitUntil(open(answers[event.action] || link));
});

// Links lead to this project's own pages, whatever a notification says.
function pageOf(link) {
  const page = new URL(link, self.registration.scope);
  return page.href.startsWith(self.registration.scope) ? page.href : new URL(LIST, self.registration.scope).href;
}

async function open(link) {
  const page = pageOf(link);
  const shown = await self.clients.matchAll({type: "window", includeUncontrolled: true});
  const same = shown.find(({url}) => url === page);
  return same ? same.focus() : self.clients.openWindow(page);
}
