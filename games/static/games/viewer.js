// Walking through a game by keys, and by itself. The page is whole without it.
(function () {
  "use strict";

  var SECOND = 1000;
  var still = window.matchMedia("(prefers-reduced-motion: reduce)");
  var timer = 0, playing = false, walking = false;
  // The steps that were asked for while one was loading: each is taken in its turn.
  var asked = [];

  function viewer() { return document.getElementById("viewer"); }
  function step(name) { return viewer().querySelector('[data-step="' + name + '"]'); }

  // The button and the note follow what may be played and what is.
  function show() {
    var play = viewer().querySelector("[data-play]");
    play.hidden = still.matches;
    viewer().querySelector("[data-still]").hidden = !still.matches;
    var button = play.querySelector("button");
    button.setAttribute("aria-pressed", String(playing));
    button.textContent = playing ? play.dataset.plays : play.dataset.rests;
    button.disabled = !playing && !step("next-decision");
    var copy = viewer().querySelector("[data-copy]");
    copy.hidden = !navigator.clipboard;
  }

  function stop() {
    clearTimeout(timer);
    playing = false;
    show();
  }

  function start() {
    if (still.matches || !step("next-decision")) return;
    playing = true;
    show();
    goOn();
  }

  function goOn() {
    timer = setTimeout(function () {
      var next = step("next-decision");
      if (!playing || !next) return stop();
      walk(next, "next-decision").then(function () { if (playing) goOn(); });
    }, SECOND);
  }

  // Only the middle of the page is changed, so that nothing jumps or flashes.
  function put(html, name) {
    var page = new DOMParser().parseFromString(html, "text/html");
    var fresh = page.getElementById("viewer");
    if (!fresh) throw new Error("no position");
    var had = document.activeElement && viewer().contains(document.activeElement);
    var open = [].map.call(viewer().querySelectorAll(".viewer-fold"), function (each) { return each.open && each.dataset.fold; });
    var inPlay = had && document.activeElement.closest("[data-play]");
    viewer().replaceWith(fresh);
    fresh.setAttribute("aria-busy", "true");
    fresh.querySelectorAll(".viewer-fold").forEach(function (each) { each.open = open.indexOf(each.dataset.fold) >= 0; });
    document.title = page.title;
    document.getElementById("viewer-said").textContent = playing ? "" : fresh.querySelector("[data-said]").textContent;
    show();
    if (inPlay) return fresh.querySelector("[data-play] button").focus({ preventScroll: true });
    if (had && step(name)) step(name).focus({ preventScroll: true });
  }

  // What leads nowhere from where the last step has led to is passed over.
  function takeNext() {
    while (!walking && asked.length) {
      var name = asked.shift(), link = step(name);
      if (link) walk(link, name);
    }
    if (!walking) viewer().removeAttribute("aria-busy");
  }

  function ask(name) {
    if (playing) stop();
    asked.push(name);
    takeNext();
  }

  function walk(link, name) {
    if (walking) return Promise.resolve();
    walking = true;
    viewer().setAttribute("aria-busy", "true");
    var address = link.href;
    return fetch(address, { credentials: "same-origin" })
      .then(function (answer) { if (!answer.ok) throw new Error(answer.status); return answer.text(); })
      .then(function (html) { put(html, name); history[playing ? "replaceState" : "pushState"]({}, "", address); })
      .catch(function () { asked = []; location.href = address; })
      .then(function () { walking = false; takeNext(); });
  }

  function takes(target, space) {
    if (target.closest("input, select, textarea, [contenteditable]")) return true;
    if (target.closest("[tabindex='0']")) return true;
    return space && Boolean(target.closest("a, button, summary"));
  }

  var KEYS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };

  document.addEventListener("keydown", function (event) {
    if (event.altKey || event.ctrlKey || event.metaKey || takes(event.target, event.key === " ")) return;
    var name = KEYS[event.key];
    if (event.key === " ") {
      if (still.matches) return;
      event.preventDefault();
      if (playing) stop(); else start();
    } else if (name) {
      if (event.shiftKey && event.key.startsWith("Arrow")) name += "-decision";
      event.preventDefault();
      // A key that is held down walks as fast as steps load, and no further.
      if (!(event.repeat && walking)) ask(name);
    }
  });

  document.addEventListener("click", function (event) {
    var link = event.target.closest("#viewer [data-step]");
    var copy = event.target.closest("[data-copy]");
    if (event.target.closest("[data-play] button")) {
      if (playing) stop(); else start();
    } else if (copy) {
      navigator.clipboard.writeText(copy.dataset.copy).then(function () { copy.textContent = copy.dataset.copied; });
    } else if (link && !(event.ctrlKey || event.metaKey || event.shiftKey || event.button)) {
      event.preventDefault();
      ask(link.dataset.step);
    }
  });

  window.addEventListener("popstate", function () { location.reload(); });
  document.addEventListener("visibilitychange", function () { if (document.hidden && playing) stop(); });
  still.addEventListener("change", function () { if (still.matches) stop(); else show(); });
  show();
})();
