// What the server sends about tables and finding one.
// Made by `python -m eleven.server.views.typescript` from the OpenAPI document; change http/models or matchmaking instead.

import type { HintedAction } from "./view";

/** The number of a line that was said or reported. */
export interface ChatLineNumber {
  number: number;
}

/** What the best bot would do on the version asked about, best first; `light` while no search is compiled yet. */
export interface Hint {
  version: number;
  actions: HintedAction[];
  light: boolean;
  by: "network" | "expert";
}

/** One link for all free seats: each person who opens it takes one. */
export interface Invitation {
  free: number;
  url: string;
  qr: string;
}

/** A page of open tables, and of the visitor's own; `more_…` is the `…_before` of the next page. */
export interface Lobby {
  open: LobbyTable[];
  mine: LobbyTable[];
  more_open: string | null;
  more_mine: string | null;
}

/** A seat; at a rated table with the rating of its player. */
export interface LobbySeat {
  token: string;
  name: string;
  kind: string;
  mine: boolean;
  rating: ShownRating | null;
}

/** A table in the lobby. */
export interface LobbyTable {
  table: string;
  game: string;
  title: string;
  edition: string;
  stage: string;
  public: boolean;
  seats: LobbySeat[];
  mine: boolean;
  my_turn: boolean;
  created: number;
  problem: string;
  pace: "none" | "live" | "days";
  language: string;
  rated: boolean;
  invited_by: string | null;
}

/** The version of the table after a change. */
export interface NewVersion {
  version: number;
}

/** Whether the visitor waits, or the table that was found; `came` people want the same, the visitor included. */
export interface PlayNowStatus {
  looking: boolean;
  table: string | null;
  game: string;
  title: string;
  players: number;
  pace: "none" | "live" | "days";
  rated: boolean;
  came: number;
  bots_at: number | null;
  now: number;
}

/** Access to a seat: `link` opens it on a device, `token` lets a bot act for it. */
export interface SeatLink {
  seat: number;
  color: string;
  kind: string;
  name: string;
  mine: boolean;
  link: string | null;
  url: string | null;
  qr: string | null;
  token: string | null;
}

/** A table that was just set up or joined, and the hash of its secret. */
export interface Seated {
  table: string;
  commitment: string;
  seats: SeatLink[];
}

/** A rating and its standard deviation; `provisional` after few games. */
export interface ShownRating {
  rating: number;
  uncertainty: number;
  games: number;
  provisional: boolean;
}
