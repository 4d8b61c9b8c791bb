// Two programs play a whole game with each other, and follow it without polling.
//
//   node play.js http://localhost:8000 '{"Anna": [address, token], "Ben": [...]}'

import { randomUUID } from "node:crypto";
import createClient from "openapi-fetch";
import type { components, paths } from "./api.js";

type Schemas = components["schemas"];

const site = process.argv[2]!;
const players: Record<string, [string, string]> = JSON.parse(process.argv[3]!);

function clientWith(token: string) {
  return createClient<paths>({
    baseUrl: site,
    headers: { Authorization: `Bearer ${token}` },
  });
}

function read<Data>(answer: { data?: Data; error?: Schemas["Problem"] }): Data {
  if (answer.error !== undefined) {
    throw new Error(`${answer.error.code}: ${answer.error.detail}`);
  }
  return answer.data!;
}

/** Decide whenever a game awaits the player, until all of their games are over. */
async function play(token: string): Promise<number> {
  const client = clientWith(token);
  let after = "";
  for (let decisions = 0; ; ) {
    const query = { after, wait: 20 };
    const changes = read(await client.GET("/api/v1/changes", { params: { query } }));
    after = changes.mark;
    if (changes.games.length === 0) {
      return decisions;
    }
    for (const { slug } of changes.games.filter((game) => game.is_awaited)) {
      const params = { path: { slug } };
      const seen = read(
        await client.GET("/api/v1/games/{slug}/position", { params }),
      );
      if (seen.legal.length === 0) {
        continue;
      }
      const body: Schemas["DecisionRequest"] = {
        command: seen.legal[Math.floor(Math.random() * seen.legal.length)]!,
        expected_version: seen.version,
        request_id: randomUUID(),
      };
      read(await client.POST("/api/v1/games/{slug}/commands", { params, body }));
      decisions += 1;
    }
  }
}

const [[, hostToken], [guestAddress, guestToken]] = Object.values(players) as [
  [string, string],
  [string, string],
];
const host = clientWith(hostToken);
const made = read(
  await host.POST("/api/v1/games", {
    body: {
      seats: [{ fill: "me" }, { fill: "invite", email: guestAddress }],
    },
  }),
);
const path = { slug: made.slug };
read(
  await clientWith(guestToken).POST("/api/v1/games/{slug}/accept", {
    params: { path },
  }),
);
const decisions = await Promise.all([hostToken, guestToken].map(play));

const over = read(await host.GET("/api/v1/games/{slug}", { params: { path } }));
if (over.status !== "finished") {
  throw new Error(`The game is ${over.status}.`);
}
let after = 0;
let ends = 0;
while (after < over.version) {
  const params = { path, query: { after } };
  const events = read(await host.GET("/api/v1/games/{slug}/events", { params }));
  after += events.length;
  ends += events.filter(({ event }) => event.type === "GameEnded").length;
}
if (ends !== 1) {
  throw new Error("The events tell no end of the game.");
}
console.log(`${decisions.join(" and ")} decisions, ${after} events. ${over.result}`);
