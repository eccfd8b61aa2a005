// What the server sends about finished games.
// Made by `python -m eleven.server.views.typescript` from the OpenAPI document; change http/models/replays.py or reviews.py instead.

/** A decision that surely cost something, given what its player could know. */
export interface CostlyDecision {
  /** The number of the decision, as in the log. */
  step: number;
  /** Who took it, by the seat's token. */
  seat: string;
  /** What a move calls it. */
  action: string;
  /** What it does, in words. */
  sentence: string;
  /** The better decision, as a move calls it. */
  best: string;
  /** The better decision in words. */
  better: string;
  /** How many decisions were legal. */
  options: number;
  /** By how much the better one wins more often. */
  cost: ShareEstimate;
  /** Whether the cost is more than chance explains. */
  certain: boolean;
  /** How many worlds were simulated for it. */
  simulations: number;
  /** Why; null if nothing is known. */
  why: ReviewReasons | null;
}

/** Where a seat's result came from; `even`, the parts and what is left of luck add up to it. */
export interface LuckAndSkill {
  /** The seat's token. */
  seat: string;
  /** The share that everybody begins with. */
  even: number;
  /** What the player's own decisions changed. */
  own: ShareEstimate;
  /** What the decisions of the others changed. */
  others: ShareEstimate;
  /** What luck changed. */
  luck: ShareEstimate;
  /** How much of that luck was in the deal. */
  deal: ShareEstimate;
  /** The share of the game that the seat won. */
  result: number;
  /** How many decisions the player took. */
  decisions: number;
  /** How many of them surely cost something. */
  mistakes: number;
}

/** A turn of luck. */
export interface LuckSwing {
  /** After how many decisions. */
  step: number;
  /** For whom, by the seat's token. */
  seat: string;
  /** By how much the share of games won changed. */
  change: ShareEstimate;
}

/** The id of an opened log. */
export interface OpenedLog {
  replay: string;
}

/** A finished game: who played, how it ended, and every decision as a viewer saw it. */
export interface ReplayPage {
  /** The id of the replay: a table, or a log that was opened. */
  replay: string;
  /** The name of the game. */
  game: string;
  /** What the game is called. */
  title: string;
  /** Which edition was played. */
  edition: string;
  /** The language of every text here. */
  language: string;
  /** Who played, in order. */
  seats: ReplaySeat[];
  /** The possible viewers: the seats' tokens, `spectator`, and `open` for all cards. */
  viewers: string[];
  /** Which of them the viewer is. */
  viewing: string;
  /** The tokens of the visitor's seats. */
  mine: string[];
  /** How many decisions there are. */
  last: number;
  /** The points of every seat. */
  scores: number[];
  /** The seats that won. */
  winners: number[];
  /** The path of a link for others; null for a log that was opened. */
  share: string | null;
  /** The deal and every decision, in order. */
  story: StoryStep[];
}

/** A seat of a finished game. */
export interface ReplaySeat {
  /** The seat's name, in no language. */
  token: string;
  /** What the player is called. */
  name: string;
}

/** Why a decision was costly. */
export interface ReviewReasons {
  /** What followed it. */
  after: ReviewReply | null;
  /** What would have followed the better one. */
  instead: ReviewReply | null;
  /** In what part of the simulated worlds the better decision did better. */
  worse: number;
  /** In what part of them this one did. */
  better: number;
}

/** What another player mostly did next. */
export interface ReviewReply {
  /** Who, by the seat's token. */
  seat: string;
  /** What a move calls it. */
  action: string;
  /** What it does, in words. */
  sentence: string;
  /** In what part of the simulated worlds. */
  share: number;
}

/** The review of a finished game. */
export interface ReviewReport {
  /** The name of the game. */
  game: string;
  /** The tokens of the seats, in order. */
  seats: string[];
  /** What judged; older reviews do not say, but it was `expert`. */
  by?: "network" | "expert";
  /** How many worlds were simulated for each moment. */
  simulations: number;
  /** Every seat's share of games won, after each decision. */
  shares: ShareEstimate[][];
  /** What every seat's own decisions changed until then, after each decision; older reviews lack it. */
  skill?: number[][];
  /** What luck changed for every seat until then, after each decision; older reviews lack it. */
  fortune?: number[][];
  /** The decisions that cost most. */
  costliest: CostlyDecision[];
  /** Luck and skill, for every seat. */
  luck: LuckAndSkill[];
  /** The greatest turns of luck. */
  swings: LuckSwing[];
}

/** The progress of a review, and what it has found so far. */
export interface ReviewState {
  /** Whether it waits, is being made, is done or failed; `none` if nobody has asked for it. */
  state: "none" | "waiting" | "working" | "done" | "failed";
  /** How much of it is done, between 0 and 1. */
  progress: number;
  /** What it has found; null before there is anything. */
  review: ReviewReport | null;
}

/** A share of games won, or a change of it. */
export interface ShareEstimate {
  /** The estimate, between -1 and 1. */
  value: number;
  /** By how much it may be off, 19 times in 20. */
  margin: number;
}

/** A decision of a finished game, or the deal, as a viewer saw it. */
export interface StoryStep {
  /** How many decisions were taken then. */
  step: number;
  /** Who took this one; null for the deal. */
  seat: number | null;
  /** What the viewer was told of it, in words. */
  lines: string[];
  /** What begins or changes here, for the timeline; usually nothing. */
  mark: "deal" | "turn" | "score" | "round" | "over" | "";
  /** The decision itself in words; empty where the viewer does not know it. */
  done: string;
}
