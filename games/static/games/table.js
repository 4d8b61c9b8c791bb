// What the table does by itself. Every page is whole without it.
(function () {
  "use strict";

  // Forms that want to know the reader's time zone get the browser's.
  function tellZone(root) {
    var zone = Intl.DateTimeFormat().resolvedOptions().timeZone || "";
    root.querySelectorAll("[data-browser-zone]").forEach(function (input) { input.value = zone; });
  }

  // An answer that is a whole page is of another kind: a sign-in, a dead link, a refusal. It
  // is loaded, not put into this one, unless a part of it is what was asked for.
  document.addEventListener("htmx:beforeSwap", function (event) {
    var answer = event.detail.serverResponse, part = event.detail.requestConfig.elt.getAttribute("hx-select");
    if (event.detail.xhr.status >= 500 || !/^\s*<!doctype html/i.test(answer)) return;
    if (part && new DOMParser().parseFromString(answer, "text/html").querySelector(part)) return;
    event.preventDefault();
    location.reload();
  });

  // After a swap the reader, and a screen reader, goes on at what is asked now.
  document.addEventListener("htmx:afterSettle", function (event) {
    if (!event.detail.xhr || event.target.id === "sheet") return;
    var target = document.getElementById("refusal") || document.querySelector("#dock h2");
    if (!target) return;
    target.focus({ preventScroll: true });
    target.scrollIntoView({ block: "nearest" });
  });

  // What did not get through may be sent again: nothing happens twice.
  function sayUnreachable() {
    var asked = document.getElementById("asked");
    if (!asked || document.getElementById("unreachable")) return;
    var note = document.createElement("p");
    note.id = "unreachable";
    note.className = "note-bad";
    note.setAttribute("role", "alert");
    note.textContent = document.getElementById("table").dataset.unreachable;
    asked.prepend(note);
  }
  document.addEventListener("htmx:sendError", sayUnreachable);
  document.addEventListener("htmx:responseError", sayUnreachable);

  tellZone(document);

  // Who has the page before them needs no reminder; they are asked again and again.
  function sayHere() {
    if (document.visibilityState !== "visible") return;
    document.querySelectorAll("form[data-here]").forEach(function (form) {
      fetch(form.getAttribute("action"), { method: "POST", body: new FormData(form), credentials: "same-origin" }).catch(function () {});
    });
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

  // A sheet is closed where it lies, and the focus goes back to what opened it.
  var opener = null;
  function closeSheet() {
    var sheet = document.getElementById("sheet");
    if (!sheet || sheet.hidden) return false;
    sheet.hidden = true;
    sheet.textContent = "";
    var address = new URL(location);
    address.searchParams.delete("sheet");
    if (address.href !== location.href) history.replaceState(null, "", address);
    if (opener && document.contains(opener)) opener.focus();
    return true;
  }
  document.addEventListener("click", function (event) {
    var link = event.target.closest("[hx-target='#sheet']");
    if (link && !link.closest("#sheet")) opener = link;
    if (!event.target.closest(".sheet-close")) return;
    if (closeSheet()) event.preventDefault();
  });
  // One press closes one thing: the sheet comes before what lies under it.
  document.addEventListener("keydown", function (event) {
    if (event.key === "Escape" && closeSheet()) event.preventDefault();
  }, true);
  document.addEventListener("htmx:afterSettle", function (event) {
    var heading = document.getElementById("sheet-heading");
    if (!heading || event.target.id !== "sheet") return;
    // A sheet that asked again by itself takes the focus from nobody.
    var isUnasked = event.detail.requestConfig.elt.hasAttribute("hx-trigger");
    if (!isUnasked || document.activeElement === document.body) heading.focus();
    sayHere();
  });

  // Where nothing is asked about a place, it is explained beside the table.
  document.addEventListener("click", function (event) {
    var place = event.target.closest("a.place");
    var table = document.getElementById("table");
    if (!place || !/play|watch|over/.test(table.dataset.mode) || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || !window.htmx) return;
    event.preventDefault();
    opener = place;
    htmx.ajax("GET", "?" + table.dataset.kept + "sheet=" + place.dataset.place, { target: "#sheet", swap: "outerHTML" });
  });

  openNamed();
})();
