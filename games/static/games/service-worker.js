// While the server cannot be reached, shows pages as they were last open here, or a page
// that says so. Without it: the browser says that there is no network.
// The server writes the constants SHELL and VERSION in front of this file.
"use strict";

// The pages write their copies themselves (offline.js); this only reads them.
const PAGES = "pages";
const FILES = "files " + VERSION;

self.addEventListener("install", function (event) {
  self.skipWaiting();
  event.waitUntil(caches.open(FILES).then(function (files) { return files.addAll(SHELL); }));
});

self.addEventListener("activate", function (event) {
  event.waitUntil(caches.keys().then(function (names) {
    const old = names.filter(function (name) { return name !== PAGES && name !== FILES; });
    return Promise.all(old.map(function (name) { return caches.delete(name); }));
  }).then(function () { return self.clients.claim(); }));
});

// A form that is sent gets no copy for an answer: its page says that nothing was done.
function copyOf(request) {
  return caches.match(request, { ignoreSearch: true, cacheName: PAGES }).then(function (copy) {
    return copy || caches.match(SHELL[0]);
  });
}

// What is named by its content never changes.
async function fileOf(request) {
  const files = await caches.open(FILES);
  const kept = await files.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.status === 200) files.put(request, answer.clone());
  return answer;
}

self.addEventListener("fetch", function (event) {
  const request = event.request, address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(function () { return copyOf(request); }));
  else if (address.pathname.startsWith("/static/") && address.searchParams.has("v")) event.respondWith(fileOf(request));
});

// It is somebody's turn: said once for each game, and a press leads there.
self.addEventListener("push", function (event) {
  const told = event.data.json();
  event.waitUntil(self.registration.showNotification(told.title, {
    body: told.body, tag: told.tag, renotify: true, icon: "/icon-192.png", data: { url: told.url },
  }));
});

self.addEventListener("notificationclick", function (event) {
  const url = event.notification.data.url;
  event.notification.close();
  event.waitUntil(self.clients.matchAll({ type: "window" }).then(function (open) {
    const there = open.find(function (client) { return client.url === url; });
    return there ? there.focus() : self.clients.openWindow(url);
  }));
});
