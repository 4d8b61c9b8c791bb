// A ready reason goes into the field, where it can be edited.
"use strict";

for (const chooser of document.querySelectorAll('select[name="ready"]')) {
  const field = chooser.form.elements.reason;
  chooser.addEventListener("change", () => {
    field.value = chooser.selectedOptions[0].dataset.text || "";
  });
}
