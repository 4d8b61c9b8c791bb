// Counts the final scores up, all at the same rate, so that the best is never behind.
// Without it, and where motion is not wanted, the scores stand there at once.

const LENGTH = 1400, STEP = 40;
const wait = (time) => new Promise((done) => setTimeout(done, time));

function finish(place, shown) {
  place.textContent = shown;
  place.closest(".podium-place").classList.add("is-counted");
}

async function countAll() {
  const places = [...document.querySelectorAll("[data-total]")];
  const left = new Map(places.map((place) => [place, place.textContent]));
  const most = Math.max(...places.map((place) => Number(place.dataset.total)));
  for (let time = 0; time < LENGTH && left.size; time += STEP) {
    const points = Math.round((most * time) / LENGTH);
    for (const [place, shown] of left) {
      if (Number(place.dataset.total) > points) place.textContent = String(points);
      else {
        finish(place, shown);
        left.delete(place);
      }
    }
    await wait(STEP);
  }
  left.forEach((shown, place) => finish(place, shown));
}

if (!matchMedia("(prefers-reduced-motion: reduce)").matches) countAll();
