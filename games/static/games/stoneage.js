// A little comfort. Every page is whole without it.
(function () {
  "use strict";

  // Forms that want to know the reader's time zone get the browser's.
  function tellZone(root) {
    var zone = Intl.DateTimeFormat().resolvedOptions().timeZone || "";
    root.querySelectorAll("[data-browser-zone]").forEach(function (input) { input.value = zone; });
  }

  // After a swap the reader, and a screen reader, goes on at what is asked now.
  // What came without a press, by live.js, moves nobody.
  document.addEventListener("htmx:afterSettle", function (event) {
    if (!event.detail.xhr) return;
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
})();
