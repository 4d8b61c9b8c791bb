// Animates what a press brings: people go to their place, goods to their tribe. It compares
// the table before and after the swap. No control waits for it, and readers who prefer
// reduced motion do not get it. Without it: everything is in its new place at once.
(function () {
  "use strict";

  var still = window.matchMedia("(prefers-reduced-motion: reduce)");
  var before = null;

  function all(selector) { return [].slice.call(document.querySelectorAll(selector)); }
  function centre(element) {
    var box = element.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }
  function reader() {
    var panes = document.getElementById("panes");
    return panes ? panes.dataset.seat : "";
  }
  function tokens(seat) { return all('#table [data-seat="' + seat + '"][data-place]'); }
  function numbers(seat) { return all('[id^="n-' + seat + '-"]'); }
  function count(number) { return Number((number.querySelector("b") || number).textContent.replace("\u2212", "-")) || 0; }

  // Where everything was when the answer came in.
  function remember() {
    var seat = reader();
    if (!seat || still.matches) return;
    before = { seat: seat, tokens: {}, counts: {} };
    tokens(seat).forEach(function (token) { before.tokens[token.id] = centre(token); });
    numbers(seat).forEach(function (number) { before.counts[number.id] = count(number); });
  }

  // A person comes from home, which is the number of people in their tribe's row.
  function walk(token, home) {
    var scale = token.tagName === "svg" ? 1 : token.getScreenCTM().a;
    var to = centre(token), start = "translate(" + (home.x - to.x) / scale + "px, " + (home.y - to.y) / scale + "px)";
    token.animate([{ transform: start, opacity: 0.4 }, { transform: "none", opacity: 1 }], { duration: 280, easing: "ease-out" });
  }

  function fly(number, from) {
    var icon = number.querySelector(".icon");
    if (!icon) return;
    var to = centre(icon), flying = icon.cloneNode(true);
    flying.setAttribute("class", "icon flying");
    flying.style.left = from.x + "px";
    flying.style.top = from.y + "px";
    document.body.appendChild(flying);
    var way = "translate(" + (to.x - from.x) + "px, " + (to.y - from.y) + "px) scale(0.7)";
    flying.animate([{ transform: "scale(1.5)" }, { transform: way }], { duration: 520, easing: "ease-in-out" }).finished
      .catch(function () {}).then(function () { flying.remove(); });
    number.animate([{ transform: "none" }, { transform: "scale(1.25)", offset: 0.6 }, { transform: "none" }], { duration: 320, delay: 420 });
  }

  function show() {
    var then = before, seat = reader() || (then && then.seat);
    before = null;
    if (!then || then.seat !== seat || still.matches) return;
    var home = document.getElementById("n-" + seat + "-people");
    var now = {};
    tokens(seat).forEach(function (token) {
      now[token.id] = true;
      if (!then.tokens[token.id] && home) walk(token, centre(home));
    });
    var left = Object.keys(then.tokens).filter(function (id) { return !now[id]; });
    var from = left.length ? then.tokens[left[0]] : centre(document.getElementById("dock"));
    numbers(seat).forEach(function (number) {
      if (count(number) > then.counts[number.id] && number !== home) fly(number, from);
    });
  }

  document.addEventListener("htmx:beforeSwap", remember);
  document.addEventListener("htmx:afterSettle", show);
})();
