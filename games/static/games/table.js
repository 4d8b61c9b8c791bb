// What every table does by script: marks the pressed button at once, moves the focus after
// a swap, opens and closes sheets beside the board, says when the server can't be reached,
// keeps reminders away while the page is on view, and leads from a game's public pages back
// to the reader's own table. Without it: a press loads the page again, a sheet is a page of
// its own, the way back is the browser's, and reminders are sent.
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

  // The button that was pressed is busy until the answer is there; htmx disables all others.
  document.addEventListener("htmx:beforeRequest", function (event) {
    var pressed = event.detail.requestConfig.triggeringEvent;
    if (pressed && pressed.submitter) pressed.submitter.setAttribute("aria-busy", "true");
    var refusal = document.getElementById("refusal");
    if (refusal) refusal.remove();
  });
  document.addEventListener("htmx:afterRequest", function () {
    document.querySelectorAll("button[aria-busy]").forEach(function (button) { button.removeAttribute("aria-busy"); });
  });

  // An open sheet stays open beside the new table, unless the press came from it.
  var sheet = null, scrolled = 0;
  document.addEventListener("htmx:beforeSwap", function (event) {
    var open = document.querySelector("#sheet:not([hidden])");
    if (event.target.id !== "table" || !event.detail.shouldSwap || !open || open.contains(event.detail.requestConfig.elt)) return;
    scrolled = open.querySelector(".sheet-body").scrollTop;
    sheet = open;
    sheet.remove();
  });
  document.addEventListener("htmx:afterSwap", function () {
    if (!sheet) return;
    document.getElementById("sheet").replaceWith(sheet);
    sheet.querySelector(".sheet-body").scrollTop = scrolled;
    sheet = null;
  });

  // After a swap the reader, and a screen reader, goes on at what is asked now. In a lesson
  // that is its text, which begins with the answer to a mistake.
  document.addEventListener("htmx:afterSettle", function (event) {
    if (!event.detail.xhr || event.target.id === "sheet") return;
    var target = document.getElementById("refusal") || document.getElementById("lesson-words") || document.querySelector("#dock h2:not([hidden] *)");
    if (!target) return;
    target.focus({ preventScroll: true });
    target.scrollIntoView({ block: "nearest" });
  });

  // A note can be closed. One with a name stays closed in this tab until it says more.
  function closedNotes() {
    try { return JSON.parse(sessionStorage.getItem("closed notes")) || []; } catch (refused) { return []; }
  }
  function offerToCloseNotes() {
    document.querySelectorAll(".notes > *").forEach(function (note) {
      if (closedNotes().includes(note.dataset.note)) return note.remove();
      note.querySelector(".note-close").hidden = false;
    });
  }
  document.addEventListener("click", function (event) {
    var button = event.target.closest(".note-close");
    if (!button) return;
    var note = button.parentNode, name = note.dataset.note;
    try {
      if (name) sessionStorage.setItem("closed notes", JSON.stringify(closedNotes().concat(name)));
    } catch (refused) { /* Then it comes again with the next table. */ }
    note.remove();
    var asked = document.querySelector("#dock h2:not([hidden] *)");
    if (asked) asked.focus({ preventScroll: true });
  });
  document.addEventListener("htmx:afterSettle", offerToCloseNotes);
  offerToCloseNotes();

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

  // How often, the forms say; a new table may say something else.
  var often = Infinity, saying = 0;
  function keepSayingHere() {
    var asked = [].map.call(document.querySelectorAll("form[data-here]"), function (form) { return Number(form.dataset.here); });
    var least = Math.min.apply(null, asked);
    if (least === often) return;
    often = least;
    clearInterval(saying);
    if (least === Infinity) return;
    sayHere();
    saying = setInterval(sayHere, 1000 * least);
  }
  keepSayingHere();
  document.addEventListener("visibilitychange", sayHere);
  document.addEventListener("htmx:afterSettle", keepSayingHere);

  // The public pages of a game know nobody who came by the link of a seat: its address is
  // a secret, and stays in this tab.
  function keepWayBack() {
    var own = document.querySelector("[data-own-table]");
    try {
      if (own) sessionStorage.setItem("table " + own.dataset.ownTable, location.pathname);
    } catch (refused) { /* Then the browser's own button leads back. */ }
  }
  function showWayBack() {
    document.querySelectorAll("[data-table-of]").forEach(function (link) {
      var table = null;
      try { table = sessionStorage.getItem("table " + link.dataset.tableOf); } catch (refused) { /* Nothing is kept. */ }
      if (!table) return;
      link.href = table;
      link.textContent = link.dataset.back;
      link.hidden = false;
    });
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

  document.addEventListener("htmx:afterSettle", showWayBack);
  openNamed();
  keepWayBack();
  showWayBack();
})();
