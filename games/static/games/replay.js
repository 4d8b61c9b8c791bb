// Plays the steps of a game on the table, one decision after the other.
// Without it: the steps are links to pages of their own.

const PACE = 900, LONGEST = 8000, REST = 350, HOP = 260;
const SPEEDS = [1, 2, 4];
const PARTS = [".top-title", "#board", "#cards", "#buildings", ".rows", ".replay-strip", "#sheet", ".top-tools"];
const KEYS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

const still = window.matchMedia("(prefers-reduced-motion: reduce)");
const find = (selector) => document.querySelector(selector);
let current = null;
// What lies open beside the table, as an address asks for it.
let opened = location.search;

// A replay at the table where somebody plays returns to the position of now.
function replayOf(player) {
  const { steps: address, table, first } = player.dataset, ends = "ends" in player.dataset;
  const part = (name) => player.querySelector(`[data-${name}]`);
  const [range, play, speed] = [part("range"), part("play"), part("speed")];
  let answer, snapshots, drawing, loaded, saved = null;
  let index = Number(range.value), at = Number(player.dataset.at);
  let playing = false, pace = 0, timer = 0, rest = 0, asked = 0, closed = 0;

  // Loading

  function load() {
    loaded ||= Promise.all([fetch(address, { credentials: "same-origin" }), import(table)]).then(async ([response, module]) => {
      if (!response.ok) throw new Error(response.status);
      answer = await response.json();
      drawing = module;
      snapshots = [answer.start];
      answer.steps.forEach((step) => snapshots.push({ ...snapshots.at(-1), ...step.changes }));
    });
    return loaded;
  }

  // What is asked for while steps load is done in its turn, unless the player was closed meanwhile.
  function ask(action) {
    const before = closed;
    asked += 1;
    setBusy();
    return load().then(() => { if (closed === before) action(); }).then(() => { asked -= 1; restSoon(); }, leave);
  }

  // Without steps the links of the page lead on.
  function leave() {
    asked = 0;
    loaded = undefined;
    const link = player.querySelector("[data-step='next'][href], [data-step='previous'][href]");
    if (!ends && link) location.href = link.href;
    else close();
  }

  // Moving

  function go(to) {
    const next = Math.max(0, Math.min(answer.steps.length, to));
    if (next === index && at === sequenceOf(next)) return;
    const hops = next === index + 1 && !still.matches;
    const step = answer.steps[next - 1];
    keep();
    index = next;
    at = sequenceOf(next);
    if (hops) drawing.fly(step, step.changes, answer, playing ? pace * 0.6 : HOP);
    drawing.draw(snapshots[index], answer);
    markStep();
    show(step);
  }

  function markStep() {
    if (index) drawing.mark(answer.steps[index - 1], snapshots[index - 1], snapshots[index]);
    else drawing.unmark();
  }

  const sequenceOf = (number) => (number ? answer.steps[number - 1].at : Number(first));

  function move(by) {
    if (playing) stop();
    if (!Number.isFinite(by)) return go(by < 0 ? 0 : answer.steps.length);
    // Within a step one comes back to where it began.
    const within = by < 0 && at > sequenceOf(index) ? 0 : by;
    go(index + within);
  }

  // Showing

  function show(step) {
    range.value = index;
    range.setAttribute("aria-valuetext", step ? step.text : range.dataset.start);
    // The beginning is no step.
    const counter = ends ? part("count") : player;
    const count = counter.dataset.count.replace("{index}", index).replace("{count}", answer.steps.length);
    if (ends) counter.textContent = index ? count : "";
    else find(".top-title").firstChild.textContent = index ? count : range.dataset.start;
    player.dataset.shown = at;
    const what = part("what");
    what.replaceChildren(...(step && step.seat !== undefined ? [drawing.tokenOf(step.seat)] : []), document.createElement("span"));
    what.lastChild.textContent = step ? step.text + (step.how ? ` (${step.how})` : "") : range.dataset.start;
    if (!playing) find("#said").textContent = step ? step.text : "";
    link("previous", index > 0 || at > sequenceOf(0), index - (at > sequenceOf(index) ? 0 : 1));
    link("next", index < answer.steps.length, index + 1);
    player.querySelectorAll("[data-at-step]").forEach((each) => {
      if (Number(each.dataset.atStep) === at) each.setAttribute("aria-current", "step");
      else each.removeAttribute("aria-current");
    });
    showPlace();
    showPlay();
  }

  // Of what is longer than its box the part about this step is seen.
  function showPlace() {
    const strip = player.querySelector(".replay-strip");
    const chip = [...strip.children].findLast((each) => Number(each.firstElementChild.dataset.atStep) <= at);
    if (chip) strip.scrollLeft = chip.offsetLeft + chip.offsetWidth / 2 - strip.clientWidth / 2;
    const body = find(".sheet-body"), line = body && body.querySelector("[aria-current]");
    if (line) body.scrollTop += line.getBoundingClientRect().top - body.getBoundingClientRect().top - body.clientHeight / 2;
  }

  // A link stays what it is under the finger that presses it: only where it leads changes.
  function link(name, leads, number) {
    const element = player.querySelector(`[data-step="${name}"]`);
    element.toggleAttribute("href", leads);
    if (leads) element.href = addressOf(sequenceOf(number));
    element.setAttribute("aria-disabled", String(!leads));
  }

  function showPlay() {
    play.setAttribute("aria-pressed", String(playing));
    play.setAttribute("aria-label", playing ? play.dataset.stop : play.dataset.play);
    find("#table").toggleAttribute("data-replaying", playing || (ends && !player.hidden));
  }

  const addressOf = (sequence) => player.dataset.address.replace("/0/", `/${sequence}/`) + location.search;

  // Playing

  function start() {
    if (still.matches) return;
    if (index === answer.steps.length) go(0);
    playing = true;
    showPlay();
    tick();
  }

  function tick() {
    const all = ends ? Math.min(PACE, LONGEST / answer.steps.length) : PACE;
    pace = all / Number(speed.value || 1);
    timer = setTimeout(() => {
      if (!playing) return;
      go(index + 1);
      if (index < answer.steps.length) tick();
      else timer = setTimeout(ends ? close : stop, pace);
    }, pace);
  }

  function stop() {
    clearTimeout(timer);
    playing = false;
    showPlay();
    restSoon();
  }

  // Where one rests the table is the server's again, with all that only words can say.
  function restSoon() {
    clearTimeout(rest);
    if (asked || playing) return;
    if (ends || at === Number(player.dataset.at)) return setBusy();
    rest = setTimeout(settle, REST);
  }

  async function settle() {
    const wanted = at, path = addressOf(wanted);
    if (path !== location.pathname + location.search) history.pushState({}, "", path);
    try {
      const response = await fetch(path.split("?")[0] + opened, { credentials: "same-origin" });
      if (!response.ok) throw new Error(response.status);
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      if (!page.getElementById("replay")) return location.reload();
      if (wanted === at && !playing && !asked) take(page, wanted);
    } catch { /* The snapshot stands; only its words are those of before. */ }
    player.dataset.at = wanted === at ? at : player.dataset.at;
    if (wanted === at) setBusy();
  }

  function take(page, wanted) {
    const focused = document.activeElement, held = focused.closest?.("[data-place], [id], [data-at-step]");
    PARTS.forEach((selector) => {
      const [old, fresh] = [find(selector), page.querySelector(selector)];
      if (!old || !fresh || old.matches(":active")) return;
      if (old.innerHTML !== fresh.innerHTML) old.innerHTML = fresh.innerHTML;
      window.htmx?.process(old);
    });
    document.title = page.title;
    showPlace();
    markStep();
    if (held && !held.isConnected) find(again(held))?.focus({ preventScroll: true });
    player.dataset.at = wanted;
  }

  const again = (held) => (held.id ? `#${held.id}` : held.dataset.place ? `[data-place="${held.dataset.place}"]` : `[data-at-step="${held.dataset.atStep}"]`);

  function setBusy() { find("#table").toggleAttribute("aria-busy", Boolean(asked) || (!ends && !playing && at !== Number(player.dataset.at))); }

  // At the table where somebody plays

  function keep() {
    if (ends) saved ||= PARTS.map(find).map((element) => [element, element && element.innerHTML]);
  }

  function open(plays) {
    player.hidden = false;
    ask(() => { go(0); if (plays) start(); else show(); });
  }

  function close() {
    if (!ends || player.hidden) return;
    clearTimeout(timer);
    closed += 1;
    playing = false;
    player.hidden = true;
    drawing?.unmark();
    saved?.forEach(([element, html]) => { if (element) { element.innerHTML = html; window.htmx?.process(element); } });
    saved = null;
    index = Number(range.max);
    showPlay();
    const focused = document.activeElement;
    if (focused === document.body || find("#dock").contains(focused)) find("#dock h2")?.focus({ preventScroll: true });
  }

  // Another table has come in the place of this one.
  function drop() {
    playing = false;
    clearTimeout(timer);
    clearTimeout(rest);
  }

  player.querySelectorAll("[data-script]").forEach((each) => { each.hidden = false; });
  play.hidden = still.matches;
  showPlace();
  return {
    player, ask, close, drop, open, move, go, start, stop,
    toggle: () => ask(() => (playing ? stop() : start())),
    isOpen: () => !player.hidden,
    isPlaying: () => playing,
    toSequence: (sequence) => go(answer.steps.findLastIndex((step) => step.at <= sequence) + 1),
    quicken: () => { speed.value = SPEEDS[(SPEEDS.indexOf(Number(speed.value)) + 1) % SPEEDS.length]; speed.textContent = `×${speed.value}`; },
  };
}

// What the reader presses

function takes(target, space) {
  if (target.closest("input:not([type='range']), select, textarea, [contenteditable]")) return true;
  return space && Boolean(target.closest("a, button, summary"));
}

document.addEventListener("keydown", (event) => {
  if (!current?.isOpen() || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || takes(event.target, event.key === " ")) return;
  if (event.key === "Escape") return current.close();
  if (event.key === " " && !still.matches) current.toggle();
  else if (event.key in KEYS && !event.shiftKey) current.ask(() => current.move(KEYS[event.key]));
  else return;
  event.preventDefault();
});

document.addEventListener("input", (event) => {
  if (current && event.target.matches("#replay [data-range]")) {
    const to = Number(event.target.value);
    current.ask(() => { current.stop(); current.go(to); });
  }
});

document.addEventListener("click", (event) => {
  if (!current || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  const target = (selector) => event.target.closest(selector);
  const step = target("#replay [data-step]"), chip = target("#replay [data-at-step]");
  if (step) current.ask(() => current.move(step.dataset.step === "next" ? 1 : -1));
  else if (chip) current.ask(() => { current.stop(); current.toSequence(Number(chip.dataset.atStep)); });
  else if (target("#replay [data-play]")) current.toggle();
  else if (target("#replay [data-speed]")) current.quicken();
  else if (target("#replay [data-replay-close]")) current.close();
  else return;
  event.preventDefault();
});

// A tap on a place closes the player at the table. It does so first, because the board that it puts back
// knows nothing of the place that the dock then marks.
document.addEventListener("click", (event) => {
  const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.button;
  if (current && isPlain && event.target.closest(".place")) current.close();
}, true);

window.addEventListener("popstate", () => { if (current && !("ends" in current.player.dataset)) location.reload(); });
document.addEventListener("visibilitychange", () => { if (document.hidden && current?.isPlaying()) current.stop(); });
still.addEventListener("change", () => { if (still.matches && current?.isPlaying()) current.stop(); });

// The table that stands there now.
function adopt() {
  const player = document.getElementById("replay");
  if (current && player === current.player) return;
  current?.drop();
  current = player && replayOf(player);
}

// Opens the replay at the table where somebody plays.
export function openReplay(plays) {
  adopt();
  current.open(plays);
}

adopt();
document.addEventListener("htmx:afterSettle", (event) => {
  const path = event.detail.pathInfo?.requestPath || "";
  if (event.target.id === "sheet" && path.includes("?")) opened = path.slice(path.indexOf("?"));
  adopt();
});
