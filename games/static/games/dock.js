// The dock: shows the pane of the place that is tapped, and counts what is put together
// (payments, tools, the order of uses). All panes come with the page; one is on view, the
// others are hidden, and keep what was entered in them until the table is swapped. A page
// that is loaded again shows the same pane with the same choices while the same is asked.
// Without it: places and arrows are links that the server answers, numbers are typed.
(function () {
  "use strict";

  function panes() { return document.getElementById("panes"); }
  function pane() { return panes().querySelector(":scope > :not([hidden])"); }
  function each(root, selector, act) { root.querySelectorAll(selector).forEach(act); }

  // Looking at a place

  function look(key) {
    var found = panes().querySelector(':scope > [data-pane="' + CSS.escape(key) + '"]');
    if (!found) return false;
    each(panes(), ":scope > [data-pane]", function (one) { one.hidden = one !== found; });
    panes().dataset.at = key;
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

  // As many free rings of the place as people are chosen are drawn in one's own colour.
  function showGhosts() {
    var chosen = pane().querySelector("[data-people]:checked") || pane().querySelector("button[data-people]");
    var key = panes().dataset.at, seat = "seat-" + panes().dataset.seat;
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

  // The keys go on at the number that is chosen, at the button, or at the first choice if
  // the button is disabled until one is made.
  function goOn() {
    var next = pane().querySelector("[data-people]:checked, .dock-go .button-main:enabled")
      || pane().querySelector(".dock-choices :is(button.number-chip, [data-worth])")
      || pane().querySelector("h2");
    if (next) next.focus({ preventScroll: true });
  }

  // Payments

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

  // Tools

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

  // A press or a tick is a choice, also of adding nothing.
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

  // Dice for all: the button is disabled until a die is chosen.

  function chooseDie(form) {
    form.querySelector(".button-main").disabled = !form.querySelector("[data-people]:checked");
  }

  // The order of uses: another number moves a use there, and the form sends what is shown.
  // A place that is used alone sends the order along, for the others.

  function numberUses() {
    var numbers = panes().querySelectorAll(".order-number");
    if (numbers.length > 1) numbers.forEach(function (number, at) {
      number.hidden = false;
      number.replaceChildren.apply(number, [].map.call(numbers, function (_, to) {
        return new Option(to + 1, to, to === at, to === at);
      }));
    });
  }

  function moveUse(pressed, to) {
    var chip = pressed.closest("li"), chips = [].slice.call(chip.parentNode.children);
    chips.splice(to, 0, chips.splice(chips.indexOf(chip), 1)[0]);
    orderUses(chips);
    pressed.focus();
  }

  function orderUses(chips) {
    chips[0].parentNode.replaceChildren.apply(chips[0].parentNode, chips);
    numberUses();
    each(panes(), "input[name=order]", function (input) { input.value = useOrder().join(","); });
  }

  function useOrder() {
    return [].map.call(panes().querySelectorAll("input[name=use]"), function (input) { return input.value; });
  }

  function stepUse(link) {
    var chip = link.closest("li");
    moveUse(link, [].indexOf.call(chip.parentNode.children, chip) + Number(link.dataset.step));
  }

  // What was looked at and chosen, kept in this tab while the page is away. Where another
  // question has come meanwhile it counts for nothing.

  var KEPT = "dock " + location.pathname;

  function question() {
    var head = panes().querySelector("[name=expected_head]");
    return [panes().dataset.asks, panes().dataset.version, head && head.value].join(" ");
  }

  function fields() { return [].slice.call(panes().querySelectorAll("[type=radio], [type=checkbox], [type=number]")); }
  function isTicked(field) { return field.type !== "number"; }

  function keep() {
    if (!panes()) return;
    var kept = {
      question: question(),
      at: panes().dataset.at,
      order: useOrder(),
      values: fields().map(function (field) { return isTicked(field) ? field.checked : field.value; })
    };
    try { sessionStorage.setItem(KEPT, JSON.stringify(kept)); } catch (refused) { /* Then a reload forgets it. */ }
  }

  function restore() {
    var kept = null;
    try { kept = JSON.parse(sessionStorage.getItem(KEPT)); } catch (refused) { /* Nothing is kept. */ }
    if (!panes() || !kept || kept.question !== question() || isLedByAddress()) return;
    if (kept.order.length > 1) orderUses(kept.order.map(function (key) {
      return panes().querySelector('input[name=use][value="' + CSS.escape(key) + '"]').closest("li");
    }));
    fields().forEach(function (field, at) {
      var value = kept.values[at], had = isTicked(field) ? field.checked : field.value;
      if (value === undefined || value === had) return;
      if (isTicked(field)) field.checked = value; else field.value = value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
    look(kept.at);
  }

  // Who follows a link to a place, or to an order, sees that one.
  function isLedByAddress() {
    var loaded = performance.getEntriesByType("navigation")[0];
    return /[?&](at|order)=/.test(location.search) && loaded && loaded.type === "navigate";
  }

  // What can be taken back says for how long, and goes when that is over. Its focus goes
  // to what is asked.
  function countDown() {
    each(document, "button[data-until]", function (button) {
      button.dataset.ends = button.dataset.ends || String(performance.now() + 1000 * Number(button.dataset.until));
      var rest = Math.ceil((Number(button.dataset.ends) - performance.now()) / 1000);
      if (rest > 0) {
        button.querySelector("[data-rest]").textContent = Math.floor(rest / 60) + ":" + String(rest % 60).padStart(2, "0");
        return;
      }
      var isFocused = button === document.activeElement;
      button.remove();
      if (isFocused) pane().querySelector("h2").focus({ preventScroll: true });
    });
  }

  // A table has come: what only works by script is offered.
  function begin() {
    if (!panes()) return;
    panes().classList.add("dock-live");
    each(panes(), ".stepper-step", function (button) { button.hidden = false; });
    each(panes(), "form.dock-pay", countPayment);
    each(panes(), "form[data-pips]", addTools);
    each(panes(), "form[data-picks]", chooseDie);
    numberUses();
    mark(panes().dataset.at);
    countDown();
  }

  document.addEventListener("input", function (event) {
    var input = event.target;
    if (input.dataset.people) showGhosts();
    if (input.dataset.people && "picks" in input.form.dataset) chooseDie(input.form);
    if (input.matches(".order-number")) moveUse(input, input.selectedIndex);
    if (input.dataset.worth) countPayment(input.form);
    if (input.type === "checkbox" && input.form && input.form.dataset.pips) decideTools(input.form);
  });

  document.addEventListener("click", function (event) {
    if (!panes() || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button) return;
    var link = event.target.closest("a.place, [data-look]"), step = event.target.closest("#panes [data-step]");
    var preset = event.target.closest("[data-preset]"), result = event.target.closest("[data-tiles]");
    if (link) {
      if (!look(link.dataset.look === undefined ? link.dataset.place : link.dataset.look)) return;
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

  document.addEventListener("keydown", function (event) {
    if (event.key !== "Escape" || event.defaultPrevented || !panes() || !panes().dataset.at) return;
    var at = panes().dataset.at;
    if (!look("")) return;
    var place = document.querySelector('.place[data-place="' + at + '"]');
    if (place) place.focus({ preventScroll: true });
  });

  document.addEventListener("htmx:afterSettle", begin);
  setInterval(countDown, 1000);
  window.addEventListener("pagehide", keep);
  document.addEventListener("visibilitychange", keep);
  begin();
  restore();
})();
