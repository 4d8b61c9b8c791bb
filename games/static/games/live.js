// A page of a game asks whether somebody moved, and shows it. It is whole without it.
(function () {
  "use strict";

  var SECOND = 1000;
  // So many seconds lie between two questions at the most.
  var LONGEST = 120;
  // After so many seconds in which nothing was new each pause is longer.
  var PATIENT = 300;
  // Whoever just moved a finger is about to press something: nothing moves then.
  var REST = 2 * SECOND;
  // What a reader has opened, or has just sent.
  var OPEN = ".sheet:not([hidden]), details[open], dialog[open], .htmx-request, [aria-busy=true]";

  var live = document.getElementById("live");
  if (!live) return;
  var line = live.querySelector(".live-line");
  var mark = live.dataset.mark;
  // What was told last: a version, which a page that is busy does not show, and who moved.
  var told = { version: live.dataset.version, by: null };
  var timer = 0, quiet = 0, failures = 0, touchedAt = -REST;

  function isAwaited() { return "awaited" in live.dataset; }

  // The title, the icon of the tab and the badge of the installed page say whose turn it is.
  function showAwaited() {
    var plain = document.title.startsWith(mark) ? document.title.slice(mark.length) : document.title;
    var icon = document.querySelector("link[rel=icon]");
    document.title = isAwaited() ? mark + plain : plain;
    icon.href = isAwaited() ? icon.dataset.turn : icon.dataset.calm;
    if (!navigator.setAppBadge) return;
    (isAwaited() ? navigator.setAppBadge() : navigator.clearAppBadge()).catch(function () {});
  }

  function note(version, awaited) {
    live.dataset.version = told.version = String(version);
    if (awaited) live.dataset.awaited = "yes"; else delete live.dataset.awaited;
    showAwaited();
  }

  // What is being chosen, written, read or thought through stays as it is.
  function isChanged(field) {
    if (field.type === "hidden") return false;
    if (field.type === "radio" || field.type === "checkbox") return field.checked !== field.defaultChecked;
    if (field.options) return [].some.call(field.options, function (each) { return each.selected !== each.defaultSelected; }) && field.selectedIndex > 0;
    return field.value !== field.defaultValue;
  }
  function isBusy() {
    var main = document.querySelector("main"), focused = document.activeElement;
    if (isAwaited() || location.search || /plan|replay|learn/.test(main.dataset.mode || "")) return true;
    if (main.dataset.at || main.querySelector(OPEN)) return true;
    if (main.contains(focused) && focused.matches("input, select, textarea")) return true;
    return [].some.call(main.querySelectorAll("input, select, textarea"), isChanged);
  }

  function sentence(by) {
    var template = live.querySelector('template[data-by="' + by + '"]') || live.querySelector("template[data-by=somebody]");
    return template.content.cloneNode(true);
  }
  // The line with its link is seen; where the page shows it all by itself it is only heard.
  function say(by, isShown) {
    var words = sentence(by);
    if (isShown) words.querySelector("a").remove();
    line.classList.toggle("is-heard", isShown);
    if (line.textContent !== words.textContent) line.replaceChildren(words);
  }

  function put(html, by) {
    var page = new DOMParser().parseFromString(html, "text/html");
    var fresh = page.getElementById("live"), main = page.querySelector("main");
    if (!fresh || !main || isBusy()) return say(by, false);
    var focused = document.activeElement.id, at = window.scrollY;
    document.title = page.title;
    document.querySelector("main").replaceWith(document.adoptNode(main));
    live.dataset.every = fresh.dataset.every;
    note(fresh.dataset.version, "awaited" in fresh.dataset);
    if (window.htmx) {
      window.htmx.process(main);
      window.htmx.trigger(main, "htmx:afterSettle");
    }
    var again = focused && document.getElementById(focused);
    if (again) again.focus({ preventScroll: true });
    window.scrollTo({ top: at, behavior: "instant" });
    say(by, true);
  }

  function show(by) {
    if (isBusy()) return say(by, false);
    return fetch(location.pathname, { credentials: "same-origin", cache: "no-store" }).then(function (answer) {
      if (!answer.ok || answer.redirected) return say(by, false);
      return answer.text().then(function (html) { put(html, by); });
    });
  }

  function isBehind() { return told.version !== live.dataset.version; }

  function hear(answer) {
    failures = 0;
    document.getElementById("offline").hidden = true;
    if (answer.status === 204) {
      quiet += 1;
      return isBehind() ? show(told.by) : undefined;
    }
    if (answer.status === 404) { live.dataset.every = "0"; return; }
    if (!answer.ok) throw new Error(answer.status);
    return answer.json().then(function (news) {
      quiet = 0;
      told = { version: String(news.version), by: isBehind() && told.by !== news.by ? null : news.by };
      // Else its own press has brought the page there meanwhile.
      if (isBehind()) return show(told.by);
    });
  }

  function ask() {
    var left = REST - (performance.now() - touchedAt);
    if (left > 0 && !isBusy()) { timer = setTimeout(ask, left); return; }
    fetch(live.dataset.since + told.version + "/", { credentials: "omit", cache: "no-store" })
      .then(hear).catch(function () { failures += 1; }).then(wait);
  }

  function patience() { return PATIENT / Number(live.dataset.every); }
  function pause() {
    var every = Number(live.dataset.every);
    var longer = Math.pow(2, failures) * Math.pow(1.25, Math.max(0, quiet - patience()));
    return SECOND * Math.min(Math.max(LONGEST, every), every * longer);
  }

  // In the background nothing is asked; back from there it is asked at once.
  function wait() {
    clearTimeout(timer);
    if (document.visibilityState === "visible" && Number(live.dataset.every)) timer = setTimeout(ask, pause());
  }
  function look() {
    clearTimeout(timer);
    quiet = 0;
    if (document.visibilityState === "visible" && Number(live.dataset.every)) ask();
  }
  function touch() {
    touchedAt = performance.now();
    if (quiet > patience()) { quiet = 0; wait(); }
  }

  document.addEventListener("visibilitychange", look);
  window.addEventListener("pageshow", function (event) { if (event.persisted) look(); });
  ["pointerdown", "pointermove", "keydown", "touchstart", "wheel"].forEach(function (name) {
    document.addEventListener(name, touch, { passive: true });
  });
  // A press says in a header of its answer what the page shows by now.
  document.addEventListener("live", function (event) {
    var asked = document.querySelector(event.detail.awaited ? "#pane h2" : "h1");
    line.replaceChildren();
    if (asked) document.title = asked.textContent.trim() + live.dataset.site;
    note(event.detail.version, event.detail.awaited);
  });
  showAwaited();
  wait();
})();
