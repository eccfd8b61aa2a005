// What the server sends about games and their rules.
// Made by `python -m eleven.server.views.typescript` from the OpenAPI document; change http/models/games.py instead.

/** A published edition. */
export interface EditionDescription {
  /** Its id, as a new table sends it. */
  id: string;
  /** Its title in the reader's language. */
  title: string;
  /** Who published it; may be empty. */
  publisher: string;
}

/** A game, and the bots that play it. */
export interface GameInfo {
  /** Its id, such as `elefant`. */
  id: string;
  /** Its title in the reader's language. */
  title: string;
  /** Who designed it. */
  designer: string;
  /** How many minutes it takes, such as `20–30`. */
  minutes: string;
  /** How many may play. */
  players: number[];
  /** The tokens of the seats, in order. */
  seats: string[];
  /** The editions; the first is the usual one. */
  editions: EditionDescription[];
  /** Whether the game is not finished. */
  draft: boolean;
  /** The options. */
  options: OptionDescription[];
  /** The levels that some table of the game offers, weakest first. */
  levels: ("beginner" | "easy" | "normal" | "hard" | "expert" | "veteran" | "specialist" | "virtuoso" | "champion" | "master")[];
  /** The levels that not all of its tables offer. */
  level_limits: Record<string, LevelLimit>;
  /** The level that is offered first. */
  level: "beginner" | "easy" | "normal" | "hard" | "expert" | "veteran" | "specialist" | "virtuoso" | "champion" | "master";
  /** Whether there is a lesson. */
  lesson: boolean;
}

/** The tables that offer a level, where not all of its game do. */
export interface LevelLimit {
  /** The numbers of players. */
  players: number[];
  /** The options that may differ from their defaults, as nothing else may; null if everything may. */
  free: string[] | null;
}

export type MarkdownNode = string | (string | Record<string, string> | MarkdownNode)[];

/** An option that is chosen before the deal. */
export interface OptionDescription {
  /** Its name, as a new table sends it; `meaning` is for people. */
  name: string;
  /** What may be chosen. */
  values: string[];
  /** What is chosen unless the table chooses another value, by edition. */
  default: Record<string, string>;
  /** What it is about, in words. */
  meaning: string;
  /** What every value is called. */
  words: Record<string, string>;
}

/** A table of what is in the box. */
export interface RulesComponent {
  /** What it is, in no language. */
  id: string;
  /** What it is called. */
  title: string;
  /** Where it comes from: the rulebook, our reading, or what fits everything that is printed. */
  kind: "printed" | "ruling" | "reconstructed";
  /** Its rows in words: a name, which a single row may lack, and what belongs to it. */
  rows: [string, string][];
}

/** The rulebook of a game in our own words, what is in the box, and the drawings. */
export interface RulesPage {
  /** The name of the game. */
  game: string;
  /** What the game is called. */
  title: string;
  /** The language of every text here. */
  language: string;
  /** The rulebook as Markdown. */
  text: string;
  /** The rulebook as the page builds it. */
  elements: MarkdownNode[];
  /** Every rule by its id. */
  rules: Record<string, string>;
  /** The component tables. */
  components: RulesComponent[];
  /** The drawings that have a name. */
  pictures: RulesPicture[];
  /** The drawings next to each rule, by its id. */
  beside: Record<string, string[]>;
}

/** A drawing of something in the game. */
export interface RulesPicture {
  /** Its id in the game's `art.svg`. */
  symbol: string;
  /** What it shows. */
  name: string;
  /** What the thing does, where that is more than its name says; usually nothing. */
  about: string;
}
