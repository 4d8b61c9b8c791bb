// Adds this browser to those that get notifications, when its reader presses the button.
// Without it: there is no button, and news come by email.
(function () {
  "use strict";

  var section = document.getElementById("push");
  if (!section || !("serviceWorker" in navigator) || !("PushManager" in window) || !window.crypto.subtle) return;
  var form = section.querySelector("[data-push]");
  // Why it failed: the settings forbid it, the question was not answered, or the browser allows
  // it but has no service for it, as in a private window.
  var reasons = section.querySelectorAll("[data-push-failed]");

  function explain(permission) {
    reasons.forEach(function (reason) { reason.hidden = reason.dataset.pushFailed !== permission; });
  }

  function inBase64(buffer) {
    var text = String.fromCharCode.apply(null, new Uint8Array(buffer));
    return btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  }

  // How the server calls an address, which it does not write into a page.
  function markOf(subscription) {
    return crypto.subtle.digest("SHA-256", new TextEncoder().encode(subscription.endpoint)).then(function (digest) {
      return Array.from(new Uint8Array(digest).slice(0, 8), function (byte) { return byte.toString(16).padStart(2, "0"); }).join("");
    });
  }

  function showOwn(mark) {
    var own = section.querySelector('[data-mark="' + mark + '"]');
    form.hidden = Boolean(own);
    if (own) own.querySelector("[data-this]").hidden = false;
  }

  function send(subscription) {
    form.elements.endpoint.value = subscription.endpoint;
    form.elements.p256dh.value = inBase64(subscription.getKey("p256dh"));
    form.elements.auth.value = inBase64(subscription.getKey("auth"));
    form.submit();
  }

  function ask(worker) {
    return worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: section.dataset.key });
  }
  // One that was made for a key of before is of no use any more.
  function subscribe(worker) {
    return ask(worker).catch(function (error) {
      if (error.name !== "InvalidStateError") throw error;
      return worker.pushManager.getSubscription()
        .then(function (old) { return old.unsubscribe(); })
        .then(function () { return ask(worker); });
    });
  }

  form.addEventListener("submit", function (event) {
    event.preventDefault();
    explain("");
    navigator.serviceWorker.ready.then(subscribe).then(send).catch(function () { explain(Notification.permission); });
  });

  section.querySelector("[data-push-cannot]").hidden = true;
  form.hidden = false;
  navigator.serviceWorker.ready
    .then(function (worker) { return worker.pushManager.getSubscription(); })
    .then(function (subscription) { if (subscription) return markOf(subscription).then(showOwn); })
    .catch(function () {});
})();
