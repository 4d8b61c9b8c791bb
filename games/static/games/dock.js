// The dock follows taps on the board at once. Every page is whole without it.
(function () {
  "use strict";

  function pane() { return document.getElementById("pane"); }
  function each(root, selector, act) { root.querySelectorAll(selector).forEach(act); }
  function template(key) { return document.querySelector('#dock template[data-pane="' + key + '"]'); }

  // Looking at a place: its pane was sent with the page. What was entered into the one
  // that is left goes back to where it came from, and is there again the next time.

  function look(key) {
    var found = template(key), left = template(pane().dataset.at);
    if (!found) return false;
    if (found === left) return true;
    fill(found);
    if (left) left.content.replaceChildren.apply(left.content, pane().childNodes);
    pane().replaceChildren(found.content);
    pane().dataset.at = key;
    keepOrder();
    prepare();
    if (window.htmx) htmx.process(pane());
    mark(key);
    return true;
  }

  function mark(key) {
    each(document, ".place", function (place) {
      var chosen = place.dataset.place === key;
      place.classList.toggle("place-chosen", chosen);
      if (chosen) place.setAttribute("aria-current", "true"); else place.removeAttribute("aria-current");
    });
    showGhosts();
  }

  // So many free rings of the place are drawn as if one's people stood there.
  function showGhosts() {
    var chosen = pane().querySelector("[data-people]:checked") || pane().querySelector("button[data-people]");
    var key = pane().dataset.at, seat = "seat-" + pane().dataset.seat;
    each(document, ".map-ghost, .tile-ghost", function (ring) {
      ring.classList.remove("map-ghost", "tile-ghost", seat);
    });
    var people = key && chosen ? Number(chosen.dataset.people) : 0;
    each(document, '.place[data-place="' + key + '"]', function (place) {
      var rings = place.querySelectorAll(".map-ring, .tile-ring");
      for (var at = 0; at < people && at < rings.length; at += 1) {
        rings[at].classList.add(rings[at].classList.contains("map-ring") ? "map-ghost" : "tile-ghost", seat);
      }
    });
  }

  // Payments and tools are counted while they are put together.

  function countPayment(form) {
    var points = 0, words = [];
    each(form, "[data-worth]", function (input) {
      points += (Number(input.value) || 0) * Number(input.dataset.worth);
      if (Number(input.value)) words.push(input.name + " " + Number(input.value));
    });
    each(form, "[data-preset]", function (button) { button.classList.toggle("is-set", button.dataset.preset === words.join(" ")); });
    each(form, "[data-pays]", function (button) {
      var pays = button.dataset.pays.replace("{points}", (points > 0 ? "+" : "") + points);
      button.disabled = !words.length;
      button.textContent = words.length ? pays : button.dataset.choose;
    });
  }

  function addTools(form) {
    var pips = Number(form.dataset.pips), added = 0, tools = { tile: [], once: [] };
    each(form, "[type=checkbox]:checked", function (box) {
      added += Number(box.value);
      tools[box.name].push(box.value);
    });
    var gain = Math.floor((pips + added) / Number(form.dataset.divisor));
    form.querySelector("[data-sum]").textContent = (added ? pips + " + " + added + " = " : "") + (pips + added) + " ÷ " + form.dataset.divisor;
    var undecided = form.querySelector("[name=undecided]");
    each(form, "[data-take-one]", function (button) {
      var takes = gain === 1 ? button.dataset.takeOne : button.dataset.takeSeveral.replace("{count}", gain);
      button.disabled = Boolean(undecided);
      button.textContent = undecided ? button.dataset.choose : takes;
    });
    each(form, "[data-tiles]", function (button) {
      button.classList.toggle("is-set", !undecided && button.dataset.tiles === tools.tile.join(" ") && button.dataset.once === tools.once.join(" "));
    });
  }

  // What a press or a tick chooses is chosen, also if it is to add nothing.
  function decideTools(form) {
    each(form, "[name=undecided]", function (mark) { mark.remove(); });
    addTools(form);
  }

  function setTools(form, name, values) {
    var rest = values.split(" ");
    each(form, '[type=checkbox][name="' + name + '"]', function (box) {
      var at = rest.indexOf(box.value);
      box.checked = at >= 0;
      if (at >= 0) rest.splice(at, 1);
    });
  }

  function setPayment(form, filled) {
    var counts = {}, words = filled.split(" ");
    for (var at = 0; at + 1 < words.length; at += 2) counts[words[at]] = words[at + 1];
    each(form, "[data-worth]", function (input) { input.value = counts[input.name] || 0; });
    countPayment(form);
  }

  function stepField(button) {
    var input = button.parentNode.querySelector("input");
    var wanted = Number(input.value) + Number(button.dataset.step);
    input.value = Math.max(Number(input.min), Math.min(Number(input.max), wanted));
    countPayment(input.form);
  }

  // The order of uses changes where it stands; the form sends what is shown. Each has
  // its number, and another number moves it there.
  function numberUses() {
    var numbers = pane().querySelectorAll(".order-number");
    if (numbers.length > 1) numbers.forEach(function (number, at) {
      number.hidden = false;
      number.replaceChildren.apply(number, [].map.call(numbers, function (_, to) {
        return new Option(to + 1, to, to === at, to === at);
      }));
    });
  }

  function moveUse(pressed, to) {
    var chip = pressed.closest("li"), uses = [].slice.call(chip.parentNode.children);
    uses.splice(to, 0, uses.splice(uses.indexOf(chip), 1)[0]);
    chip.parentNode.replaceChildren.apply(chip.parentNode, uses);
    numberUses();
    pressed.focus();
  }

  function stepUse(link) {
    var chip = link.closest("li");
    moveUse(link, [].indexOf.call(chip.parentNode.children, chip) + Number(link.dataset.step));
  }

  // A place that is used by itself sends along the order of the others.
  function keepOrder() {
    var idle = template("");
    if (!idle) return;
    var order = [].map.call(idle.content.querySelectorAll("input[name=use]"), function (input) { return input.value; });
    each(pane(), "input[name=order]", function (input) { input.value = order.join(","); });
  }

  // What can be taken back for a while only says for how long, and goes when that is over.
  function countDown() {
    each(document, "button[data-until]", function (button) {
      button.dataset.ends = button.dataset.ends || String(performance.now() + 1000 * Number(button.dataset.until));
      var rest = Math.ceil((Number(button.dataset.ends) - performance.now()) / 1000);
      if (rest <= 0) return takeAway(button);
      button.querySelector("[data-rest]").textContent = Math.floor(rest / 60) + ":" + String(rest % 60).padStart(2, "0");
    });
  }

  // Whoever stands there by the keyboard goes on at what is asked.
  function takeAway(control) {
    var isFocused = control === document.activeElement, heading = document.querySelector("#dock h2");
    control.remove();
    if (isFocused && heading) heading.focus({ preventScroll: true });
  }

  // A spare pane brings what differs from its blank one, which was sent once: what stands
  // in the blank's slots, or why the place is closed, and how many people can go there.
  // The pane of a place to be used has slots itself, for the name and the odds.
  function fill(spare) {
    var blanks = document.getElementById("blank-panes");
    var blank = blanks && blanks.content.querySelector('[data-blank="' + spare.dataset.pane + '"] > *');
    if (!blank) return;
    blank = blank.cloneNode(true);
    if (spare.content.querySelector(".dock-grid")) return each(spare.content, "slot", function (slot) {
      var odds = blank.querySelector("[data-odds]"), people = Number(slot.dataset.for);
      slot.replaceWith(people ? oddsOf(odds, people) : blank.querySelector(".dock-title"));
    });
    [spare, document.getElementById("alike")].forEach(function (given) {
      each(given.content, "[slot]", function (filling) {
        var slot = blank.querySelector("slot[name=" + filling.slot + "]");
        if (slot) slot.replaceWith(filling.cloneNode(true));
      });
    });
    each(blank, "[slot=tools]", function (tools) { average(tools, (spare.dataset.with || "").split(" ")); });
    each(blank, "slot", function (slot) { slot.remove(); });
    each(blank, "[data-details]", function (numbers) { count(numbers, Number(spare.dataset.most)); });
    each(blank, "[data-odds]", function (odds) {
      for (var people = 1; people <= Number(spare.dataset.most); people += 1) {
        var list = oddsOf(odds, people);
        list.dataset.for = people;
        odds.before(list);
      }
      odds.remove();
    });
    each(blank, '[data-people="' + spare.dataset.first + '"]', function (number) { number.setAttribute("checked", ""); });
    spare.content.replaceChildren(close(blank, spare.content.querySelector("[slot=why]")));
  }

  // A blank pane offers one person; so do as many more as can go there.
  function count(numbers, most) {
    numbers.dataset.details.split("|").slice(1, most).forEach(function (detail, at) {
      var chip = numbers.firstElementChild.cloneNode(true), people = at + 2;
      var number = chip.querySelector("[data-people]") || chip;
      number.dataset.people = people;
      number.value = number.value.replace(/\d+$/, people);
      chip.querySelector("strong").textContent = people;
      chip.querySelector(".chip-detail").textContent = detail;
      numbers.append(chip);
    });
  }

  // What so many people bring with all tools, on average.
  function average(tools, brought) {
    brought.forEach(function (told, at) {
      var number = document.createElement("b");
      number.dataset.for = at + 1;
      number.textContent = "≈ " + told;
      tools.append(" ", number);
    });
  }

  // The odds of so many dice: for each bar an amount, its chance in words, its height.
  function oddsOf(odds, people) {
    var list = odds.cloneNode();
    odds.dataset.odds.split("|")[people - 1].split(";").forEach(function (told) {
      var bar = list.appendChild(document.createElement("li")), parts = told.split(",");
      bar.className = "odds-" + parts[2];
      ["b", "span"].forEach(function (name, at) { bar.append(at ? " " : "", Object.assign(document.createElement(name), { textContent: parts[at] })); });
    });
    delete list.dataset.odds;
    return list;
  }

  // Of a closed place nothing but its name, and why.
  function close(blank, why) {
    if (!why) return blank;
    var grid = document.createElement("div"), what = blank.querySelector(".dock-what");
    grid.className = "dock-grid";
    what.replaceChildren(what.firstElementChild);
    grid.append(what, why);
    return grid;
  }

  // The forms of spare panes come without what all send alike.
  function complete() {
    var alike = document.getElementById("alike");
    each(pane(), "form:not([action])", function (form) {
      var whole = alike.content.querySelector("form").cloneNode(true);
      form.setAttribute("action", whole.getAttribute("action"));
      form.setAttribute("hx-post", whole.getAttribute("action"));
      form.append.apply(form, whole.childNodes);
      var at = form.appendChild(document.createElement("input"));
      at.type = "hidden";
      at.name = "at";
      at.value = pane().dataset.at;
    });
    each(pane(), "button[data-sends]:empty", function (button) {
      each(pane(), "[data-people]", function (number) {
        var words = button.appendChild(document.createElement("span"));
        words.dataset.for = number.dataset.people;
        words.textContent = button.dataset.sends.replace(/\d+/, number.dataset.people);
      });
    });
  }

  // What a script can do better is offered where there is one.
  function prepare() {
    complete();
    pane().classList.add("dock-live");
    each(pane(), ".stepper-step", function (button) { button.hidden = false; });
    each(pane(), "form.dock-pay", countPayment);
    each(pane(), "form[data-pips]", addTools);
    numberUses();
  }

  function begin() {
    if (!pane()) return;
    prepare();
    mark(pane().dataset.at);
    countDown();
    document.getElementById("table").dataset.version = pane().dataset.version;
  }

  document.addEventListener("input", function (event) {
    if (event.target.dataset.people) showGhosts();
    if (event.target.matches(".order-number")) moveUse(event.target, event.target.selectedIndex);
    if (event.target.dataset.worth) countPayment(event.target.form);
    if (event.target.type === "checkbox" && event.target.form && event.target.form.dataset.pips) decideTools(event.target.form);
  });

  function isPlain(event) { return !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button); }

  document.addEventListener("click", function (event) {
    var link = event.target.closest("a.place, [data-look]"), step = event.target.closest("#pane [data-step]");
    var preset = event.target.closest("[data-preset]"), result = event.target.closest("[data-tiles]");
    if (!pane() || !isPlain(event)) return;
    if (link) {
      var key = link.dataset.look === undefined ? link.dataset.place : link.dataset.look;
      if (!look(key)) return;
      event.preventDefault();
      goOn();
    } else if (step) {
      event.preventDefault();
      if (step.tagName === "A") stepUse(step); else stepField(step);
    } else if (preset) {
      event.preventDefault();
      setPayment(preset.form, preset.dataset.preset);
    } else if (result) {
      event.preventDefault();
      setTools(result.form, "tile", result.dataset.tiles);
      setTools(result.form, "once", result.dataset.once);
      decideTools(result.form);
    }
  });

  // Where the keys go on: at the number that is chosen, or at the one button.
  function goOn() {
    var next = pane().querySelector("[data-people]:checked, .dock-go .button-main") || pane().querySelector("h2");
    if (next) next.focus({ preventScroll: true });
  }

  document.addEventListener("keydown", function (event) {
    if (event.key !== "Escape" || event.defaultPrevented || !pane() || !pane().dataset.at) return;
    var at = pane().dataset.at;
    if (!look("")) return;
    var place = document.querySelector('.place[data-place="' + at + '"]');
    if (place) place.focus({ preventScroll: true });
  });

  // What a place, a tile or a number always shows alike is not sent again, but kept.
  function keep(now, seen, selector, add) {
    if (!now.querySelector(selector)) add.apply(now, seen.querySelectorAll(selector));
  }
  // So are the last rings of a place, as many as are free: where they were, or somebody stood.
  function drawFree(now, seen) {
    each(now, "[data-free]", function (free) {
      var spots = seen.querySelectorAll(".map-ring, g[data-seat] > [class^=seat]");
      [].slice.call(spots, -Number(free.dataset.free)).forEach(function (spot) {
        var at = spot.getAttribute("transform"), centre = at ? at.match(/\d+/g) : [spot.getAttribute("cx"), spot.getAttribute("cy")];
        var ring = document.createElementNS(seen.namespaceURI, "circle");
        [["class", "map-ring"], ["cx", centre[0]], ["cy", centre[1]], ["r", 11]].forEach(function (told) { ring.setAttribute(told[0], told[1]); });
        free.before(ring);
      });
      free.remove();
    });
  }
  // A tile that shows something else names the halves of it, which came with the page.
  function drawHalves(now) {
    var drawn = now.querySelector(":scope > [data-halves]");
    if (!drawn) return;
    var blank = document.getElementById("blank-halves").content.children, said = [];
    drawn.dataset.halves.split(" ").forEach(function (number) {
      var half = drawn.appendChild(blank[number].cloneNode(true));
      said.push(half.title);
      half.removeAttribute("title");
    });
    now.title = said.join(" ");
    delete drawn.dataset.halves;
  }
  document.addEventListener("htmx:oobBeforeSwap", function (event) {
    var now = event.detail.fragment.firstElementChild, seen = event.detail.target;
    if (!now || !now.matches(".place, .row-number")) return;
    drawFree(now, seen);
    drawHalves(now);
    var name = now.querySelector(":scope > title");
    keep(now, seen, ":scope > .icon, :scope > .map-region, :scope > .map-art", name ? name.after.bind(name) : now.prepend);
    keep(now, seen, ":scope > .place-edge, :scope > .tile-halves", now.append);
    ["href", "title"].forEach(function (name) {
      if (seen.hasAttribute(name) && !now.hasAttribute(name)) now.setAttribute(name, seen.getAttribute(name));
    });
  });

  // What was refused is said until something else is tried.
  document.addEventListener("htmx:beforeRequest", function () {
    var refusal = document.getElementById("refusal");
    if (refusal) refusal.remove();
  });
  document.addEventListener("htmx:afterSettle", begin);
  setInterval(countDown, 1000);
  begin();
})();
