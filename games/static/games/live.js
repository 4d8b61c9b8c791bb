// Asks the server whether somebody moved or wrote, and then swaps the table. A reader who is
// about to do something keeps their page, and gets a line with a link instead. What is said
// comes in a line of its own, or into the talk if that is open. Title, icon and badge say
// whose turn it is, and how many messages are new; rows say who else has the table open.
// Without it: a page shows the moment at which it was opened.
(function () {
  "use strict";

  var SECOND = 1000;
  // So many seconds lie between two questions at the most.
  var LONGEST = 120;
  // After so many seconds in which nothing was new each pause is longer.
  var PATIENT = 300;
  // While people talk, it is asked so often for so long after the last message.
  var TALKING = 3, TALKED = 300 * SECOND;
  // In the background only the title shows what is new.
  var BEHIND = 60 * SECOND;
  // So long a message stays over the table.
  var TOLD = 15 * SECOND;
  // Whoever just moved a finger is about to press something: nothing moves then.
  var REST = 2 * SECOND;
  // What a reader has opened, or has just sent.
  var OPEN = ".sheet:not([hidden]), details[open], dialog[open], .htmx-request, [aria-busy=true]";

  var live = document.getElementById("live");
  if (!live) return;
  var line = live.querySelector(".live-line"), talkLine = live.querySelector(".live-talk");
  var hearsTalk = "talk" in live.dataset;
  var unread = Number(live.dataset.unread) || 0, talkedAt = -TALKED, toldUntil = 0;
  var mark = live.dataset.mark;
  var kind = kindOf(document);
  // The version that was heard of last. A page that is busy shows an older one.
  var heard = live.dataset.version;
  var timer = 0, quiet = 0, failures = 0, touchedAt = -REST;

  function isAwaited() { return "awaited" in live.dataset; }

  // The title, the icon of the tab and the badge of the installed page say whose turn it is,
  // and the title how many messages are new.
  function showAwaited() {
    var plain = document.title.replace(/^\(\d+\) /, "");
    if (plain.startsWith(mark)) plain = plain.slice(mark.length);
    var icon = document.querySelector("link[rel=icon]");
    document.title = (unread ? "(" + unread + ") " : "") + (isAwaited() ? mark : "") + plain;
    icon.href = isAwaited() ? icon.dataset.turn : icon.dataset.calm;
    if (!navigator.setAppBadge) return;
    (isAwaited() ? navigator.setAppBadge() : navigator.clearAppBadge()).catch(function () {});
  }

  function note(version, awaited) {
    live.dataset.version = heard = String(version);
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
  // An address says what is looked at, unless it only says what was done.
  function isLooking() {
    var asked = new URLSearchParams(location.search);
    asked.delete("done");
    return asked.toString() !== "";
  }
  function isBusy() {
    var main = document.querySelector("main"), focused = document.activeElement;
    if (isAwaited() || isLooking() || /plan|replay|learn/.test(main.dataset.mode || "")) return true;
    if (main.dataset.at || main.querySelector(OPEN)) return true;
    if (main.contains(focused) && focused.matches("input, select, textarea")) return true;
    return [].some.call(main.querySelectorAll("input, select, textarea"), isChanged);
  }

  // What happened is said each time, even if it is the same again: in new nodes. A page that
  // does not show it yet has the sentences on view, with a link; else they are only heard.
  function say(words, isShown) {
    var news = live.querySelector("template").content.cloneNode(true);
    if (words) news.querySelector("span").textContent = words;
    if (isShown) news.querySelectorAll("a, button").forEach(function (control) { control.remove(); });
    line.classList.toggle("is-heard", isShown);
    if (words || !isShown) line.replaceChildren(news); else line.replaceChildren();
    makeRoom();
  }

  // The lines stand below the notes of the page, so that both can be read.
  function makeRoom() {
    var notes = document.querySelector(".notes > *") && document.querySelector(".notes").getBoundingClientRect();
    live.style.top = notes && notes.bottom > 0 ? notes.bottom + 8 + "px" : "";
  }

  // The talk

  function openTalk() { return document.querySelector("#sheet:not([hidden]) .talk-lines"); }
  function talkTool() { return document.querySelector('.top-tool[href*="sheet=' + live.dataset.talkSheet + '"]'); }

  // New messages are counted in the title, and beside the link to the talk.
  function count(messages) {
    var tool = talkTool(), shown = tool && tool.querySelector(".top-count");
    unread = messages;
    if (shown) shown.remove();
    if (tool && unread) {
      shown = document.createElement("span");
      shown.className = "top-count";
      shown.textContent = unread;
      tool.append(shown);
    }
    showAwaited();
  }

  function tell(words) {
    var news = live.querySelector("template").content.cloneNode(true);
    news.querySelector("span").textContent = words;
    news.querySelector("a").dataset.opensTalk = "";
    talkLine.classList.remove("is-heard");
    talkLine.replaceChildren(news);
    makeRoom();
    clearTimeout(toldUntil);
    toldUntil = setTimeout(function () { talkLine.replaceChildren(); }, TOLD);
  }

  // An open talk has been read up to its last message.
  function readTalk() {
    var form = document.querySelector("#sheet:not([hidden]) form[data-reads]");
    if (document.visibilityState !== "visible") return;
    count(0);
    if (!form) return;
    form.elements.upto.value = Math.max(form.elements.upto.value, live.dataset.talk);
    fetch(form.getAttribute("action"), { method: "POST", body: new FormData(form), credentials: "same-origin" }).catch(function () {});
  }

  function hearTalk() {
    talkedAt = performance.now();
    return fetch(live.dataset.talkUrl + "?after=" + live.dataset.talk, { credentials: "same-origin", cache: "no-store" }).then(function (answer) {
      if (!answer.ok) throw new Error(answer.status);
      return answer.json();
    }).then(function (news) {
      var open = openTalk();
      live.dataset.talk = news.last;
      if (open) open.innerHTML = news.lines;
      // Players' reading is noted by the server, that of spectators by their page.
      if (open) readTalk(); else count(live.dataset.key ? news.unread : unread + news.unread);
      if (!news.said) return;
      if (open) {
        talkLine.classList.add("is-heard");
        talkLine.textContent = news.said;
      } else {
        tell(news.said);
      }
    });
  }

  // Who else has the table open, if they show it.
  function showHere() {
    var here = hearsTalk ? live.dataset.here.split(",") : [];
    document.querySelectorAll(".tribe-row").forEach(function (row) {
      var seat = row.id.slice("tribe-".length), words = row.querySelector(".row-here");
      var isHere = here.includes(seat) && seat !== live.dataset.seat;
      if (words && !isHere) words.remove();
      if (words || !isHere) return;
      words = document.createElement("span");
      words.className = "row-here";
      words.title = live.dataset.isHere;
      words.innerHTML = '<span class="hidden-visually"></span>';
      words.firstChild.textContent = ", " + live.dataset.isHere;
      row.querySelector(".row-name").append(words);
    });
  }

  // Pages of one kind have the same styles and scripts of ours, language and reader. Only then
  // can one have the other's <main>.
  function kindOf(page) {
    var files = page.querySelectorAll("link[rel=stylesheet][href^='/'], script[src^='/']");
    var names = [].map.call(files, function (file) { return file.getAttribute("href") || file.getAttribute("src"); });
    return [page.documentElement.lang, page.documentElement.dataset.reader, page.body.className].concat(names).join("\n");
  }

  // The focus stays at the same control, or goes on at what is asked if that one is gone.
  function focusTwin(control, main) {
    var mark = ["id", "data-place", "href", "value", "name"].find(function (name) { return control.hasAttribute(name); });
    var twin = mark && main.querySelector(control.localName + "[" + mark + '="' + CSS.escape(control.getAttribute(mark)) + '"]');
    [twin, main.querySelector("#dock h2:not([hidden] *)"), main].some(function (target) {
      if (target) target.focus({ preventScroll: true });
      return target && document.activeElement === target;
    });
  }

  function put(html, words) {
    var page = new DOMParser().parseFromString(html, "text/html");
    var fresh = page.getElementById("live"), main = page.querySelector("main");
    if (!fresh || !main || kindOf(page) !== kind) return turnPage();
    var old = document.querySelector("main"), focused = document.activeElement;
    var hadFocus = old.contains(focused), left = window.scrollX, top = window.scrollY;
    document.title = page.title;
    old.replaceWith(document.adoptNode(main));
    live.dataset.every = fresh.dataset.every;
    note(fresh.dataset.version, "awaited" in fresh.dataset);
    if (window.htmx) {
      window.htmx.process(main);
      window.htmx.trigger(main, "htmx:afterSettle");
    }
    if (hearsTalk) count(unread);
    showHere();
    if (hadFocus) focusTwin(focused, main);
    window.scrollTo({ left: left, top: top, behavior: "instant" });
    say(words, true);
  }

  // Another kind of page is loaded: a waiting room whose game begins, a sign-in, a dead link.
  function turnPage() { location.replace(location.pathname); }

  function show(words) {
    var shown = live.dataset.version;
    function leave() { if (words || !line.textContent) say(words, false); }
    return fetch(location.pathname, { credentials: "same-origin", cache: "no-store" }).then(function (answer) {
      if (answer.status === 429 || answer.status >= 500) return leave();
      return answer.text().then(function (html) {
        if (shown !== live.dataset.version) return;
        if (isBusy()) leave(); else put(html, words);
      });
    }, function (lost) { leave(); throw lost; });
  }

  function isBehind() { return heard !== live.dataset.version; }

  function hear(answer) {
    failures = 0;
    document.getElementById("offline").hidden = true;
    if (answer.status === 204) {
      quiet += 1;
      return isBehind() && !isBusy() ? show("") : undefined;
    }
    if (answer.status === 404) { live.dataset.every = "0"; return; }
    if (!answer.ok) throw new Error(answer.status);
    return answer.json().then(function (news) {
      quiet = 0;
      if ("here" in news) { live.dataset.here = news.here; showHere(); }
      if (news.talk) hearTalk().catch(function () {});
      if (String(news.version) === heard) return isBehind() && !isBusy() ? show("") : undefined;
      heard = String(news.version);
      return isBusy() ? say(news.said, false) : show(news.said);
    });
  }

  function ask() {
    var left = REST - (performance.now() - touchedAt);
    if (left > 0 && !isBusy()) { timer = setTimeout(ask, left); return; }
    if (line.classList.contains("is-heard")) line.replaceChildren();
    var shown = live.dataset.version, address = live.dataset.since + heard + "/?seat=" + live.dataset.seat;
    if (hearsTalk) address += "&talk=" + live.dataset.talk + "&key=" + live.dataset.key + "&here=" + live.dataset.here;
    fetch(address, { credentials: "omit", cache: "no-store", headers: { "Accept-Language": document.documentElement.lang } })
      // A press may have brought the page further meanwhile.
      .then(function (answer) { if (shown === live.dataset.version) return hear(answer); })
      .catch(function () { failures += 1; }).then(wait);
  }

  function isTalking() { return hearsTalk && (openTalk() || performance.now() - talkedAt < TALKED); }
  function patience() { return PATIENT / Number(live.dataset.every); }
  function pause() {
    var every = Number(live.dataset.every);
    if (isTalking()) every = Math.min(every, TALKING);
    var longer = Math.pow(2, failures) * Math.pow(1.25, Math.max(0, quiet - patience()));
    return SECOND * Math.min(Math.max(LONGEST, every), every * longer);
  }

  // In the background it is seldom asked; back from there it is asked at once.
  function wait() {
    clearTimeout(timer);
    var least = document.visibilityState === "visible" ? 0 : BEHIND;
    if (Number(live.dataset.every)) timer = setTimeout(ask, Math.max(least, pause()));
  }
  function look() {
    clearTimeout(timer);
    quiet = 0;
    if (document.visibilityState !== "visible") return wait();
    if (Number(live.dataset.every)) ask();
    if (openTalk()) readTalk();
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
  // A press says in a header of its answer what the page shows by now, and what others did.
  document.addEventListener("live", function (event) {
    var asked = document.querySelector(event.detail.awaited ? "#panes h2:not([hidden] *)" : "h1");
    say(event.detail.said, true);
    if (asked) document.title = asked.textContent.trim() + live.dataset.site;
    note(event.detail.version, event.detail.awaited);
  });
  document.addEventListener("click", function (event) {
    var button = event.target.closest(".live-close"), link = event.target.closest("[data-opens-talk]");
    if (button) button.parentNode.replaceChildren();
    makeRoom();
    if (!link || !talkTool()) return;
    event.preventDefault();
    talkLine.replaceChildren();
    talkTool().click();
  });
  // The talk is opened, or a message was sent there.
  document.addEventListener("htmx:afterSettle", function (event) {
    showHere();
    makeRoom();
    if (!hearsTalk || !openTalk() || event.target.id !== "sheet") return;
    talkedAt = performance.now();
    talkLine.replaceChildren();
    readTalk();
    wait();
  });
  if (openTalk()) readTalk(); else showAwaited();
  showHere();
  wait();
})();
