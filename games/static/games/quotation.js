// Copies the lasting name of an event: its address, its number and its hash.
// Without it: one press selects all of it.

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-copies]");
  if (!button) return;
  getSelection().selectAllChildren(document.getElementById(button.dataset.copies));
  // Known to every browser, on addresses without TLS too.
  if (document.execCommand("copy")) button.textContent = button.dataset.done;
});
