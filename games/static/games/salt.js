// A salt for the dice, made and kept in the browser. The pages are whole without it.
(function () {
  "use strict";

  function inHex(bytes) {
    return Array.from(new Uint8Array(bytes), function (byte) { return byte.toString(16).padStart(2, "0"); }).join("");
  }

  // A browser may refuse to keep anything.
  function keep(commitment, salt) {
    try { localStorage.setItem("salt " + commitment, salt); } catch (refused) { return; }
  }
  function kept(commitment) {
    try { return localStorage.getItem("salt " + commitment) || ""; } catch (refused) { return ""; }
  }

  // Only the SHA-256 of the salt's text is sent; the salt stays here until it is revealed.
  function makeSalt(root) {
    var salt = inHex(crypto.getRandomValues(new Uint8Array(32)));
    crypto.subtle.digest("SHA-256", new TextEncoder().encode(salt)).then(function (digest) {
      var commitment = inHex(digest), made = root.querySelector("[data-made-salt]");
      keep(commitment, salt);
      root.querySelector("input[name=own_seal]").value = commitment;
      made.querySelector("output").textContent = salt;
      made.hidden = false;
    });
  }

  document.querySelectorAll("[data-own-seal]").forEach(function (root) {
    if (!window.crypto || !crypto.subtle) return;
    root.querySelector("[data-can-make]").hidden = false;
    root.querySelector("[data-make-salt]").addEventListener("click", function () { makeSalt(root); });
  });
  document.querySelectorAll("[data-salt-for]").forEach(function (input) {
    input.value = input.value || kept(input.dataset.saltFor);
  });
})();
