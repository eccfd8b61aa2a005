// What travels over the wire, for the type checker only; the page loads no TypeScript.

import type * as sent from "./view";

import type { Seat } from "./view";
export type { Action, HintAnswer as Hint, Over, Seat, SocketMessage, SocketRequest, WhyAnswer as Why } from "./view";

/** As sent, and with the usual values that are left out on the way. */
export type Thing = Required<sent.Thing>;
export type Zone = Required<Omit<sent.Zone, "things">> & { things: Thing[] };
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
  /** The tables that a level is for, where not all have it: the options not named there must be as usual. */
  level_limits: Record<string, { players: number[]; free: string[] | null }>;
  level: string;
  lesson: boolean;
}

/** A rating, and how many points it may be off. */
export interface ShownRating {
  rating: number;
  uncertainty: number;
  games: number;
  provisional: boolean;
}

/** Whether I wait for players, or the table that was found. */
export interface Looking {
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
  /** Who has kept a seat for me that I have not taken. */
  invited_by?: string | null;
  question: string;
  yours?: boolean;
  my_turn?: boolean;
  /** What is wrong with a table that cannot be read. */
  problem?: string;
}

/** What the look of a game draws with; see docs/the-page.md. */
/** Whose device this is, and the ways in from others. */
export interface Me {
  known: boolean;
  name: string;
  settings: Record<string, string>;
  tables: number;
  ways: { id: string; kind: string; label: string; created: number; expires: number | null }[];
}

/** One of my devices; `seen` is when it was last here. */
export interface MyDevice {
  id: string;
  label: string;
  created: number;
  seen: number;
  here: boolean;
}

/** In which ways I am told that it is my turn. */
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

/** What I have reached in one game. */
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

export interface Tools {
  /** A drawing out of the game's `art.svg`, by the id of its symbol. */
  art(name: string, classes?: string): SVGElement;
  element(tag: string, attributes?: Record<string, any>, ...children: (Node | string | null | undefined | false)[]): any;
  /** Words for a small card, as `<span class="text">`: long ones are set smaller and may be broken. */
  lettering(text: string): HTMLElement;
  /** A word of the page's own catalogue. */
  word(key: string, parts?: Record<string, unknown>): string;
  hueOf(...names: string[]): string;
  shapeOf(hue: string): string;
}

export type State = "up" | "known" | "down" | "place";

/** What `look.js` of a game may export; all of it is optional, and null means: as for any game. */
export interface Look {
  /** What is drawn inside a thing's button, in place of the generic face. */
  face?(thing: Thing, zone: Zone, state: State, tools: Tools): Element | null;
  /** More classes for a thing's button. */
  classes?(thing: Thing, zone: Zone, state: State): string;
  /** A seat's score, drawn; the number is read out in any case. */
  score?(seat: Seat, view: View, tools: Tools): Element | null;
  /** From how many on hidden things that are all alike are one heap; four, if the look does not say. */
  heap?: number;
  /** What a seat had when a round ended, from the last view before the scores changed. */
  result?(seat: Seat, before: View, tools: Tools): Element | null;
  /** Lay out the cells of a board (zones of 12 columns and more) after each view and each change of size. */
  layBoard?(board: HTMLElement, view: View, tools: Tools): boolean;
}
