// What the table does by itself. Every page is whole without it.
(function () {
  "use strict";

  // What can be taken back for a while only goes when that is over.
  function watchUndo() {
    document.querySelectorAll("[data-until]").forEach(function (form) {
      if (form.dataset.watched) return;
      form.dataset.watched = "yes";
      setTimeout(function () { form.remove(); }, 1000 * Number(form.dataset.until));
    });
  }

  // Who has the page before them needs no reminder; they are asked again and again.
  function sayHere() {
    var form = document.querySelector("form[data-here]");
    if (!form || document.visibilityState !== "visible") return;
    fetch(form.getAttribute("action"), { method: "POST", body: new FormData(form), credentials: "same-origin" }).catch(function () {});
  }

  var here = document.querySelector("form[data-here]");
  if (here) {
    sayHere();
    setInterval(sayHere, 1000 * Number(here.dataset.here));
    document.addEventListener("visibilitychange", sayHere);
  }

  // An address that ends in #orders shows the orders.
  function openNamed() {
    var named = location.hash && document.getElementById(location.hash.slice(1));
    if (named && named.tagName === "DETAILS") named.open = true;
  }

  watchUndo();
  openNamed();
  document.addEventListener("htmx:afterSettle", watchUndo);
})();
