// Copies a reference to an event, or the link to a seat.
// Without it: one press selects the reference, and the link is a field.

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-copies]");
  if (!button) return;
  const source = document.getElementById(button.dataset.copies);
  if (source.select) source.select();
  else getSelection().selectAllChildren(source);
  // Known to every browser, on addresses without TLS too.
  if (document.execCommand("copy")) button.textContent = button.dataset.done;
});
