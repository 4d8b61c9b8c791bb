// Counts the final scores up, the last place first.
// Without it, and where motion is not wanted, the scores stand there at once.

const LENGTH = 700, STEP = 40;
const wait = (time) => new Promise((done) => setTimeout(done, time));

async function countUp(place) {
  const shown = place.textContent, total = Number(place.dataset.total);
  for (let time = 0; time < LENGTH; time += STEP) {
    place.textContent = String(Math.round((total * time) / LENGTH));
    await wait(STEP);
  }
  place.textContent = shown;
  place.closest(".podium-place").classList.add("is-counted");
}

async function countAll() {
  const places = [...document.querySelectorAll("[data-total]")].reverse();
  for (const place of places) await countUp(place);
}

if (!matchMedia("(prefers-reduced-motion: reduce)").matches) countAll();
