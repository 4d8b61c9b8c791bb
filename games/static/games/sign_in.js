// Shows what needs passkeys where the browser has them, and tells its time zone.
(function () {
  if (window.PublicKeyCredential) {
    document.querySelectorAll("[data-passkeys]").forEach(function (form) { form.hidden = false; });
  }
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || "";
  document.querySelectorAll("[data-browser-zone]").forEach(function (input) { input.value = zone; });
})();
