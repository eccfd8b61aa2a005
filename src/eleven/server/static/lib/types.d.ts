// The JSON types of the API, for the type checker only; the pages load no TypeScript.

import type * as sent from "./view";

import type { SeatView as Seat } from "./view";
export type { ActionView as Action, GameOver, HintAnswer as Hint, SeatView as Seat, SocketMessage, SocketRequest, WhyAnswer as Why } from "./view";

/** A thing as sent, completed with the default values that are omitted from messages. */
export type Thing = Required<sent.ThingView>;
export type Zone = Required<Omit<sent.ZoneView, "things">> & { things: Thing[] };
export type View = Omit<sent.View, "zones"> & { zones: Zone[] };

export interface Link {
  seat: number;
  kind: string;
  name: string;
  mine: boolean;
  link: string | null;
  url: string | null;
  qr: string | null;
}

export interface GameInfo {
  id: string;
  title: string;
  designer: string;
  minutes: string;
  players: number[];
  editions: { id: string; title: string; publisher: string }[];
  options: { name: string; values: string[]; default: string | Record<string, string>; meaning: string; words: Record<string, string> }[];
  levels: string[];
  /** Restrictions of levels that not all tables offer; all options except the `free` ones must have their defaults. */
  level_limits: Record<string, { players: number[]; free: string[] | null }>;
  level: string;
  lesson: boolean;
}

/** A rating with its margin of error in points. */
export interface ShownRating {
  rating: number;
  uncertainty: number;
  games: number;
  provisional: boolean;
}

/** The state of a matchmaking request: waiting, or the table that was found. */
export interface PlayNowStatus {
  looking: boolean;
  table: string | null;
  title: string;
  players: number;
  rated: boolean;
  came: number;
  bots_at: number | null;
  now: number;
}

export interface TableRow {
  table: string;
  game: string;
  title: string;
  stage?: string;
  seats: { token: string; name: string; kind: string; rating?: ShownRating | null }[];
  pace?: string;
  language?: string;
  rated?: boolean;
  /** Who has reserved a seat for me that I have not taken yet. */
  invited_by?: string | null;
  question: string;
  yours?: boolean;
  my_turn?: boolean;
  /** The error, if a table cannot be loaded. */
  problem?: string;
}

/** The person at this device, and their ways to sign in on others. */
export interface Me {
  known: boolean;
  name: string;
  settings: Record<string, string>;
  tables: number;
  ways: { id: string; kind: string; label: string; created: number; expires: number | null }[];
}

/** One of my devices; `seen` is when it was last used. */
export interface MyDevice {
  id: string;
  label: string;
  created: number;
  seen: number;
  here: boolean;
}

/** How I am notified that it is my turn. */
export interface MyReminders {
  mail: { offered: boolean; state: "off" | "asked" | "on" | "stopped" | "bounced"; address: string; pace: "turn" | "daily" };
  push: { key: string; devices: number };
}

/** A finished game of mine. */
export interface GameLine {
  table: string;
  game: string;
  title: string;
  ended: number;
  won: boolean;
  seats: { seat: number; kind: string; level: string; name: string; left: boolean; score: number; won: boolean; mine: boolean; rating: number | null; rating_change: number | null }[];
  replay: string;
}

export interface RecordCount {
  played: number;
  won: number;
  players: number | null;
  level: string | null;
  name: string | null;
  opening: string | null;
}

/** My results in one game. */
export interface GameRecord {
  game: string;
  title: string;
  played: number;
  won: number;
  players: RecordCount[];
  levels: RecordCount[];
  people: RecordCount[];
  openings: RecordCount[];
  curve: [number, number][];
}

/** The helper functions that the look of a game gets; see docs/the-page.md. */
export interface Tools {
  /** A drawing from the game's `art.svg`, by the id of its symbol. */
  art(name: string, classes?: string): SVGElement;
  element(tag: string, attributes?: Record<string, any>, ...children: (Node | string | null | undefined | false)[]): any;
  /** Text for a small card, as `<span class="text">`; long words get a smaller font and may be hyphenated. */
  lettering(text: string): HTMLElement;
  /** A text of the page's message catalogue. */
  word(key: string, parts?: Record<string, unknown>): string;
  hueOf(...names: string[]): string;
  shapeOf(hue: string): string;
}

export type State = "up" | "known" | "down" | "place";

/** The optional exports of a game's `look.js`; where they return null, the generic drawing is used. */
export interface Look {
  /** The content of a thing's button, instead of the generic face. */
  face?(thing: Thing, zone: Zone, state: State, tools: Tools): Element | null;
  /** Additional classes for a thing's button. */
  classes?(thing: Thing, zone: Zone, state: State): string;
  /** A drawing of a seat's score; screen readers read the number anyway. */
  score?(seat: Seat, view: View, tools: Tools): Element | null;
  /** From this number on, identical hidden things are drawn as a heap; 4 by default. */
  heap?: number;
  /** A drawing of a seat's result at the end of a round, from the last view before the scores changed. */
  result?(seat: Seat, before: View, tools: Tools): Element | null;
  /** Lay out the cells of a board (zones of 12 columns and more) after each view and each change of size. */
  layBoard?(board: HTMLElement, view: View, tools: Tools): boolean;
}
