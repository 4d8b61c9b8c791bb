// A little comfort. Every page is whole without it.
(function () {
  "use strict";

  // Forms that want to know the reader's time zone get the browser's.
  function tellZone(root) {
    var zone = Intl.DateTimeFormat().resolvedOptions().timeZone || "";
    root.querySelectorAll("[data-browser-zone]").forEach(function (input) { input.value = zone; });
  }

  // The button of a placement names the place that is chosen.
  function nameChoice(input) {
    var form = input.closest("form");
    var button = form && form.querySelector("[data-label]");
    if (button) button.textContent = button.dataset.label.replace("{choice}", input.dataset.says);
  }

  // A payment is counted while it is being put together.
  function countPayment(form) {
    var output = form.querySelector("output[data-points]");
    if (!output) return;
    var count = 0, points = 0;
    form.querySelectorAll("[data-worth]").forEach(function (input) {
      var number = Number(input.value) || 0;
      count += number;
      points += number * Number(input.dataset.worth);
    });
    output.textContent = output.dataset.points.replace("{count}", count).replace("{points}", points);
  }

  document.addEventListener("input", function (event) {
    if (event.target.dataset.says) nameChoice(event.target);
    if (event.target.dataset.worth) countPayment(event.target.form);
  });

  // After a swap the reader, and a screen reader, goes on at what is asked now.
  document.addEventListener("htmx:afterSettle", function () {
    var target = document.getElementById("refusal") || document.getElementById("decision-heading");
    if (!target) return;
    target.focus({ preventScroll: true });
    target.scrollIntoView({ block: "nearest" });
  });

  // What did not get through may be sent again: nothing happens twice.
  function sayUnreachable() {
    var turn = document.getElementById("turn");
    var heading = document.getElementById("decision-heading");
    if (!turn || !heading || document.getElementById("unreachable")) return;
    var note = document.createElement("p");
    note.id = "unreachable";
    note.className = "note-bad";
    note.setAttribute("role", "alert");
    note.textContent = turn.dataset.unreachable;
    heading.parentNode.insertBefore(note, heading);
  }
  document.addEventListener("htmx:sendError", sayUnreachable);
  document.addEventListener("htmx:responseError", sayUnreachable);

  tellZone(document);
  document.querySelectorAll("input[data-says]:checked").forEach(nameChoice);
})();
