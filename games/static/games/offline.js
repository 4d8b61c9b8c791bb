// Keeps the pages of games as they were last open here, for a reader without a network.
// Without it: a page that cannot be reached is the browser's own error.
(function () {
  "use strict";

  var PAGES = "pages", MOST = 20;
  var root = document.documentElement;
  var note = document.getElementById("offline");
  if (!("serviceWorker" in navigator) || !window.caches || !note) return;

  // Lists change as well; of other pages only an old one could be shown.
  function isKept() {
    return Boolean(document.getElementById("live")) || ["/", "/games/"].indexOf(location.pathname) >= 0;
  }

  // The copy says itself that it is one.
  function copy() {
    var page = root.cloneNode(true);
    page.querySelector("#offline").hidden = false;
    var html = "<!doctype html>" + page.outerHTML;
    return new Response(html, { headers: { "Content-Type": "text/html; charset=utf-8" } });
  }

  function keep() {
    if (!note.hidden || !isKept()) return Promise.resolve();
    return caches.open(PAGES).then(function (pages) {
      return pages.delete(location.pathname)
        .then(function () { return pages.put(location.pathname, copy()); })
        .then(function () { return pages.keys(); })
        .then(function (all) { return Promise.all(all.slice(0, -MOST).map(function (old) { return pages.delete(old); })); });
    });
  }

  // Whoever signs out, or in as somebody else, leaves nothing to read for the next.
  function forget() {
    var reader = root.dataset.reader, known = null;
    if (reader === undefined || !note.hidden) return Promise.resolve();
    try {
      known = localStorage.getItem("reader");
      localStorage.setItem("reader", reader);
    } catch (refused) { known = null; }
    return known === reader ? Promise.resolve() : caches.delete(PAGES);
  }

  // Nor is anybody told here any more of games whose player has signed out.
  function silence() {
    return navigator.serviceWorker.getRegistration()
      .then(function (worker) { return worker && worker.pushManager && worker.pushManager.getSubscription(); })
      .then(function (subscription) { return subscription && subscription.unsubscribe(); })
      .catch(function () {});
  }
  document.addEventListener("submit", function (event) {
    var form = event.target;
    if (!/\/account\/logout\/$/.test(form.action)) return;
    event.preventDefault();
    silence().then(function () { form.submit(); });
  });

  forget().then(keep).catch(function () {});
  document.addEventListener("htmx:afterSettle", function () { keep().catch(function () {}); });
  window.addEventListener("online", function () { if (!note.hidden) location.reload(); });
  navigator.serviceWorker.register("/service-worker.js").catch(function () {});
})();
