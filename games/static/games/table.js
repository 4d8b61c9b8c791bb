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
    if (location.search.indexOf("sheet=") > -1) history.replaceState(null, "", location.pathname);
    if (opener && document.contains(opener)) opener.focus();
    return true;
  }
  document.addEventListener("click", function (event) {
    var link = event.target.closest("[hx-target='#sheet']");
    if (link && !link.closest("#sheet")) opener = link;
    if (!event.target.closest(".sheet-close")) return;
    if (closeSheet()) event.preventDefault();
  });
  document.addEventListener("keydown", function (event) {
    if (event.key === "Escape") closeSheet();
  });
  document.addEventListener("htmx:afterSettle", function (event) {
    var heading = document.getElementById("sheet-heading");
    if (heading && event.target.id === "sheet") { heading.focus(); sayHere(); }
  });

  // A place is looked at where one is: its pane is there already, if it is anywhere.
  function lookAt(key, focus) {
    var table = document.getElementById("table");
    var panes = table.querySelectorAll("#dock [data-pane]");
    var pane = Array.prototype.find.call(panes, function (each) { return each.dataset.pane === key; });
    if (!pane) return false;
    panes.forEach(function (each) { each.hidden = each !== pane; });
    table.dataset.at = key;
    table.querySelectorAll(".place").forEach(function (place) {
      var chosen = place.dataset.place === key;
      place.classList.toggle("place-chosen", chosen);
      if (chosen) place.setAttribute("aria-current", "true");
      else place.removeAttribute("aria-current");
    });
    table.dispatchEvent(new CustomEvent("table:look", { bubbles: true, detail: { place: key, pane: pane, focus: focus } }));
    return true;
  }
  document.addEventListener("click", function (event) {
    var place = event.target.closest("a.place");
    if (!place || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (lookAt(place.dataset.place, event.detail === 0)) event.preventDefault();
  });

  watchUndo();
  openNamed();
  document.addEventListener("htmx:afterSettle", watchUndo);
})();
