// The types that the page adds to those of what it is sent (the generated files beside this one), for the type checker
// only; the pages load no TypeScript.

import type * as sent from "./view";

import type { SeatView as Seat } from "./view";
export type { ActionView as Action, HintAnswer, PongMessage as Pong, SeatView as Seat, WhyAnswer as Why } from "./view";

/** A thing as sent, completed with the default values that are omitted from messages. */
export type Thing = Required<sent.ThingView>;
export type Zone = Required<Omit<sent.ZoneView, "things">> & { things: Thing[] };
export type View = Omit<sent.View, "zones"> & { zones: Zone[] };

/** A lesson, whose views are sent complete. */
export type Lesson = Omit<sent.Lesson, "steps"> & { steps: (Omit<sent.LessonStep, "view" | "then"> & { view: View; then: View[] })[] };

/** The helper functions that the look of a game gets; see docs/the-page.md. */
export interface Tools {
  /** A drawing from the game's `art.svg`, by the id of its symbol. */
  art(name: string, classes?: string): SVGElement;
  element(tag: string, attributes?: Record<string, any>, ...children: (Node | string | null | undefined | false)[]): any;
  /** Text for a small card, as `<span class="text">`; long words get a smaller font and may be hyphenated. */
  fittedText(text: string): HTMLElement;
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
