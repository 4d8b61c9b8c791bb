// Plays what happened since a player's last turn, when they open the table and have not
// seen all of it, or when they press "Replay". It loads replay.js only then.
// Without it: the link leads to the same steps on pages of their own.

const still = window.matchMedia("(prefers-reduced-motion: reduce)");

async function load() {
  return import(document.getElementById("replay").dataset.player);
}

// Whether more has happened than this browser has seen, where it has seen the game before.
function hasMore() {
  const mark = document.querySelector("[data-seen-game]");
  if (!mark) return false;
  try {
    const key = `seen ${mark.dataset.seenGame}`, version = mark.dataset.seenVersion;
    const seen = Number(localStorage.getItem(key));
    localStorage.setItem(key, version);
    return seen > 0 && seen < Number(version) && Boolean(document.getElementById("replay"));
  } catch {
    return false;
  }
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-replay-open]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  load().then((player) => player.openReplay(!still.matches), () => { location.href = link.href; });
});

// Who begins something in the meantime is left in peace.
let begun = false;
["pointerdown", "keydown"].forEach((name) => document.addEventListener(name, () => { begun = true; }, { once: true }));
if (hasMore() && !still.matches && !document.hidden) load().then((player) => { if (!begun) player.openReplay(true); }, () => {});

// What a press brought is seen without being played.
document.addEventListener("htmx:afterSettle", hasMore);
