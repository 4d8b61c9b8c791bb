// Draws any position of a game on the table from its snapshot, and what a step does on it.
// Loaded by replay.js; without it the server draws each position.
// A snapshot says by keys what the table shows: see games/presentation/replay.py.

const SVG = "http://www.w3.org/2000/svg";
const SHAPES = ["circle", "square", "triangle", "diamond"];
const PHASES = ["placement", "actions", "feeding"];
const NUMBERS = ["food", "track", "wood", "brick", "stone", "gold", "buildings", "cards", "score"];

const find = (selector) => document.querySelector(selector);
const findAll = (selector) => [...document.querySelectorAll(selector)];
const number = (seat, good) => document.getElementById(`n-${seat}-${good}`);
const placeOf = (key) => find(`.place[data-place="${key}"]`);
const minus = (count) => String(count).replace("-", "−");
const sheet = () => find(".map use[href*='#token-'], .token use, .icon use").getAttribute("href").split("#")[0];

function svg(name, attributes) {
  const element = document.createElementNS(SVG, name);
  Object.entries(attributes).forEach(([key, value]) => element.setAttribute(key, value));
  return element;
}

// An icon or a token as it stands in a text.
export function iconOf(name, kind = "icon") {
  const element = svg("svg", { class: kind, "aria-hidden": "true" });
  element.append(svg("use", { href: `${sheet()}#${name}` }));
  return element;
}

export const tokenOf = (seat) => iconOf(`token-${SHAPES[seat]}`, `token seat-${seat}`);

// The whole position

export function draw(snapshot, answer) {
  answer.names.forEach((_name, seat) => drawRow(snapshot, seat));
  Object.entries(answer.spots).forEach(([key, spots]) => drawPlace(snapshot, key, spots, answer.names.length));
  Object.keys(snapshot).filter((key) => /^(card|building)_\d$/.test(key)).forEach((key) => drawTile(snapshot, key, answer));
  drawRound(snapshot);
  findAll(".pip").forEach((pip, index) => pip.classList.toggle("pip-on", PHASES[index] === snapshot.phase));
}

// Before the first round there is neither a round nor a start player.
function drawRound({ round, start }) {
  const letters = find(`#tribe-${start} .row-letters`), drawn = find(".tribe-row use[href$='#start']");
  const flag = drawn ? drawn.parentNode : iconOf("start");
  if (round && letters) letters.after(flag);
  else flag.remove();
  let mark = find(".top-where abbr");
  if (!mark) find(".top-where").append(mark = document.createElement("abbr"));
  mark.textContent = round ? find("#replay").dataset.round.replace("{round}", round) : "";
}

function drawRow(snapshot, seat) {
  const shown = (key) => snapshot[`${seat}.${key}`];
  const row = find(`#tribe-${seat}`);
  if (!row) return;
  row.classList.toggle("row-awaited", snapshot.asked.includes(seat));
  const people = number(seat, "people");
  people.querySelector("b").textContent = shown("home");
  people.querySelector(".row-of").textContent = `/${shown("people")}`;
  NUMBERS.forEach((good) => {
    const element = number(seat, good);
    element.querySelector("b").textContent = minus(shown(good));
    if (good !== "score" && good !== "food") element.classList.toggle("row-none", !shown(good));
  });
  drawTools(number(seat, "tools"), shown("tools").filter(Boolean));
  drawSpare(number(seat, "food"), shown("spare"), shown("spare.open"));
}

function drawTools(element, tools) {
  element.querySelectorAll("b").forEach((old) => old.remove());
  element.classList.toggle("row-none", !tools.length);
  (tools.length ? tools : [0]).forEach((value) => {
    const tool = document.createElement("b");
    if (value) tool.className = value < 0 ? "row-tool row-tool-used" : "row-tool";
    tool.textContent = Math.abs(value);
    element.append(tool);
  });
}

// What feeding will leave of the food, or lack; at least, if it is open.
function drawSpare(element, spare, open) {
  let mark = element.querySelector(".balance");
  if (spare === null) return mark && mark.remove();
  if (!mark) {
    mark = document.createElement("span");
    mark.append("");
    element.append(mark);
  }
  mark.className = spare < 0 ? "balance balance-short" : "balance";
  if (open) mark.lastChild.textContent = `≥${minus(spare)}`;
  else mark.lastChild.textContent = spare > 0 ? `+${spare}` : spare < 0 ? minus(spare) : "=0";
}

// People stand in the rings in the order of their seats; hunters each in one spot.
function drawPlace(snapshot, key, spots, seats) {
  const place = placeOf(key), standing = [];
  for (let seat = 0; seat < seats; seat += 1) {
    const count = snapshot[`${seat}.at.${key}`] || 0;
    if (key === "hunting_grounds" && count) standing.push({ seat, number: 0, count });
    else for (let each = 0; each < count; each += 1) standing.push({ seat, number: each, count: 1 });
  }
  const ground = place.querySelector(".map-region").getAttribute("class").replace("map-region", "").trim();
  const last = place.querySelector(".place-edge");
  place.querySelectorAll(".map-ring, g[data-seat], .map-chip, .map-veil").forEach((old) => old.remove());
  spots.forEach(([x, y], index) => {
    const person = standing[index];
    if (person) last.before(standingAt(x, y, key, person, ground));
    else if (key !== "hunting_grounds") last.before(svg("circle", { class: "map-ring", cx: x, cy: y, r: 11 }));
  });
}

function standingAt(x, y, key, { seat, number: each, count }, ground) {
  const group = svg("g", { id: `t-${seat}-${key}-${each}`, "data-seat": seat, "data-place": key });
  const token = { class: `seat-${seat}`, href: `${sheet()}#token-${SHAPES[seat]}`, transform: `translate(${x} ${y})` };
  group.append(svg("circle", { class: ground, cx: x, cy: y, r: 12.6 }));
  group.append(svg("use", { ...token, x: -12, y: -12, width: 24, height: 24 }));
  if (count > 1) {
    const text = svg("text", { class: "map-count", x, y, dx: 16, dy: 6 });
    text.textContent = count;
    group.append(text);
  }
  return group;
}

function drawTile(snapshot, key, answer) {
  const tile = placeOf(key), piece = snapshot[key];
  const kind = key.split("_")[0], face = answer.faces[piece === null ? kind : `${kind}_${piece}`];
  const halves = tile.querySelector(".tile-halves"), ring = tile.querySelector(".tile-ring");
  if (halves.dataset.piece !== String(piece)) halves.innerHTML = face;
  halves.dataset.piece = piece;
  tile.classList.toggle("tile-empty", piece === null);
  const seat = answer.names.findIndex((_name, each) => snapshot[`${each}.at.${key}`]);
  ring.classList.remove("tile-arrived");
  ring.replaceChildren();
  if (seat >= 0) {
    const token = tokenOf(seat);
    Object.entries({ id: `t-${seat}-${key}-0`, "data-seat": seat, "data-place": key }).forEach(([name, value]) => token.setAttribute(name, value));
    ring.append(token);
  }
  if (`${key}.left` in snapshot) tile.querySelector(".tile-head b").textContent = snapshot[`${key}.left`];
}

// What one step does

// What stays until the next step: where it was, the dice, and what numbers changed by.
export function mark(step, before, after) {
  unmark();
  const place = step.place && placeOf(step.place);
  if (place) place.classList.add("place-replayed");
  if (step.seat !== undefined) (step.gains || []).forEach(([good, by]) => markNumber(step.seat, good, by));
  else Object.keys(step.changes).forEach((key) => {
    const [seat, good] = key.split(".");
    if (NUMBERS.includes(good)) markNumber(seat, good, after[key] - before[key]);
  });
  if (place && step.dice) {
    const dice = document.createElement("span");
    dice.className = "replay-dice replay-mark";
    dice.append(...step.dice.map((face) => iconOf(`die-${face}`)));
    const box = place.getBoundingClientRect();
    put(dice, box.left + box.width / 2, box.top + box.height * 0.62);
  }
}

function markNumber(seat, good, by) {
  const chip = document.createElement("span");
  chip.className = "change replay-mark";
  chip.textContent = by > 0 ? `+${by}` : minus(by);
  number(seat, good).append(chip);
}

export function unmark() {
  findAll(".replay-mark").forEach((old) => old.remove());
  findAll(".place-replayed").forEach((place) => place.classList.remove("place-replayed"));
}

// Where people came from, and goods go, is seen: they fly, and land where they are drawn.
export function fly(step, changes, { icons }, duration) {
  const moved = Object.keys(changes).filter((key) => key.includes(".at."));
  moved.forEach((key) => {
    const [seat, , name] = key.split(".");
    const row = number(seat, "people"), place = placeOf(name);
    const [from, to] = changes[key] ? [row, place] : [place, row];
    send(tokenOf(seat), from, to, duration);
  });
  const place = step.place && placeOf(step.place);
  (step.gains || []).forEach(([good, by]) => {
    const row = number(step.seat, good);
    if (place && row) send(iconOf(icons[good]), by > 0 ? place : row, by > 0 ? row : place, duration);
  });
}

function send(element, from, to, duration) {
  const [start, end] = [from, to].map((each) => each.getBoundingClientRect());
  const centre = (box) => [box.left + box.width / 2, box.top + box.height / 2];
  const [x, y] = centre(start), [toX, toY] = centre(end);
  if (!start.width || !end.width) return;
  element.classList.add("replay-flying");
  put(element, x, y);
  const way = [{ transform: "translate(-50%, -50%)" }, { transform: `translate(calc(${toX - x}px - 50%), calc(${toY - y}px - 50%))` }];
  element.animate(way, { duration, easing: "ease-in-out" }).finished.catch(() => {}).then(() => element.remove());
}

function put(element, x, y) {
  element.style.left = `${x}px`;
  element.style.top = `${y}px`;
  find("#table").append(element);
}
