// Starts a game against bots, or another table.

import { post } from "./api.js";

/** At most this many players, if a game takes more. */
const USUAL_PLAYERS = 4;

/** Create a table, and go there. @param {object} wish */
export async function createTable(wish) {
  const made = await post("/api/tables", wish);
  location.assign(`/table/${made.table}`);
}

/**
 * Start a game against the usual number of bots.
 * @param {import("../types/games").GameInfo} game
 * @param {string} name of the player
 * @param {string} [level] of the bots, by default the game's own
 */
export async function playAgainstBots(game, name, level) {
  const players = Math.max(...game.players.filter((count) => count <= USUAL_PLAYERS));
  const bots = Array(players - 1).fill({ kind: "bot", level });
  await createTable({ game: game.id, seats: [{ kind: "me", name }, ...bots], public: false });
}
