// Passkeys: one is added, and moves are signed with it. Nothing else depends on them.
(function () {
  "use strict";
  var told = document.currentScript.dataset;
  if (!window.PublicKeyCredential || !navigator.credentials) return;

  function bytesOf(text) {
    var binary = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
    return Uint8Array.from(binary, function (letter) { return letter.charCodeAt(0); });
  }
  function textOf(buffer) {
    return btoa(String.fromCharCode.apply(null, new Uint8Array(buffer))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  }
  function named(id) { return { type: "public-key", id: bytesOf(id.id || id) }; }

  // Sends a form with another action, and hands on the JSON that comes back: null for no content.
  function ask(form, button, action) {
    var sent = new FormData(form, button);
    if (sent.has("action")) sent.set("act", sent.get("action"));
    sent.set("action", action);
    return fetch(form.getAttribute("action"), { method: "POST", body: sent }).then(function (answer) {
      return answer.status === 204 ? null : answer.json();
    });
  }

  function fill(form, name, value) {
    var field = form.querySelector('input[name="' + name + '"]') || form.appendChild(Object.assign(document.createElement("input"), { type: "hidden", name: name }));
    field.value = value ? JSON.stringify(value) : "";
  }

  // A decision: what it says is signed ahead of it. Where that fails, its player is asked.
  function sign(form, button) {
    return ask(form, button, "sign").then(function (wanted) {
      if (!wanted) return null;
      return navigator.credentials.get({ publicKey: { challenge: bytesOf(wanted.challenge), rpId: wanted.site, allowCredentials: wanted.passkeys.map(named), userVerification: "preferred" } });
    }).then(function (signed) {
      fill(form, "assertion", signed && { id: signed.id, authenticator_data: textOf(signed.response.authenticatorData), client_data: textOf(signed.response.clientDataJSON), signature: textOf(signed.response.signature) });
      return true;
    }, function () {
      fill(form, "assertion", null);
      return window.confirm(told.unsigned);
    });
  }

  // What names the position that its reader saw is a decision.
  function isSigned(form) { return told.unsigned && form && form.querySelector("[name=expected_head]"); }

  document.addEventListener("htmx:confirm", function (event) {
    var form = event.target.closest("form"), cause = event.detail.triggeringEvent;
    if (!isSigned(form)) return;
    event.preventDefault();
    sign(form, cause && cause.submitter).then(function (goes) { if (goes) event.detail.issueRequest(true); });
  });

  // A form that goes without htmx is sent once more by itself, when it is signed.
  document.addEventListener("submit", function (event) {
    var form = event.target, button = event.submitter;
    if (form.hasAttribute("hx-post") || !isSigned(form)) return;
    if (form.dataset.goes) { delete form.dataset.goes; return; }
    event.preventDefault();
    sign(form, button).then(function (goes) { if (goes) { form.dataset.goes = "yes"; form.requestSubmit(button); } });
  });

  document.querySelectorAll("[data-add-passkey]").forEach(function (form) {
    form.hidden = false;
    document.querySelector("[data-needs-script]").hidden = true;
    form.addEventListener("submit", function (event) {
      var button = event.submitter, failed = form.querySelector("[data-not-made]");
      event.preventDefault();
      failed.hidden = true;
      ask(form, button, "begin").then(function (wanted) {
        wanted.challenge = bytesOf(wanted.challenge);
        wanted.user.id = bytesOf(wanted.user.id);
        wanted.excludeCredentials = (wanted.excludeCredentials || []).map(named);
        return navigator.credentials.create({ publicKey: wanted });
      }).then(function (made) {
        fill(form, "made", { id: made.id, rawId: made.id, type: made.type, response: { clientDataJSON: textOf(made.response.clientDataJSON), attestationObject: textOf(made.response.attestationObject) } });
        form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "action", value: "add" }));
        form.submit();
      }).catch(function () { failed.hidden = false; });
    });
  });
})();
