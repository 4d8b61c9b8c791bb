// Puts a ready reason of the staff into the field, where it can be edited.
// Without it: the reason is typed.
"use strict";

for (const chooser of document.querySelectorAll('select[name="ready"]')) {
  const field = chooser.form.elements.reason;
  chooser.addEventListener("change", () => {
    field.value = chooser.selectedOptions[0].dataset.text || "";
  });
}
