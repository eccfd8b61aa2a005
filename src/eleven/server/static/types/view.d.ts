// What the server sends of a table, and what its socket takes.
// Made by `python -m eleven.server.views.typescript` from the OpenAPI document; change views/view_types.py or sockets/messages.py instead.

/** A decision, a decision taken back, a share or something said is stored. */
export interface AckMessage {
  /** That this message is an acknowledgement. */
  type: "ack";
  /** The sender's own id for it. */
  id: string;
  /** The version that it made, or that the table has. */
  version: number;
}

/** A legal action of the viewer. */
export interface ActionView {
  /** What a move calls it. */
  name: string;
  /** What it does, in words. */
  sentence: string;
  /** What is touched for it, in order: ids of things, or keys of `verbs`. */
  touch: string[];
}

/** What somebody said. */
export interface ChatLine {
  /** Its number at this table. */
  number: number;
  /** When, in milliseconds since 1970. */
  at: number;
  /** Whether it was said at the table or among the spectators. */
  room: "players" | "spectators";
  /** The seat; null for a spectator. */
  seat: number | null;
  /** The name of the speaker; a spectator may have none. */
  name: string;
  /** Which of the quick reactions it was; empty for a text. */
  reaction: "hello" | "well_played" | "thanks" | "oops" | "moment" | "good_game" | "";
  /** The text, to be shown as text; empty for a reaction. */
  text: string;
}

/** What is said at the table, as far as the viewer may hear it. */
export interface ChatView {
  /** Where the viewer's own messages go: everybody reads `players`; players read `spectators` after the game only. */
  room: "players" | "spectators";
  /** What was said since the last lines the viewer received, oldest first; a line may come twice, with the same number. */
  lines: ChatLine[];
}

/** How long a decision may take, and who has how much time left. */
export interface ClockView {
  /** Whether time is counted in seconds with a reserve, or in days. */
  kind: "live" | "days";
  /** The seconds for a decision. */
  seconds: number;
  /** The milliseconds of reserve that every seat had left when the decision was asked for; empty if in days. */
  reserves: number[];
  /** When the time of the player who is asked began, in milliseconds since 1970. */
  asked_at: number;
  /** When it runs out; null while no clock is running. */
  due: number | null;
  /** The hours between which it does not run out; empty if none were agreed. */
  night: number[];
  /** Minutes by which the time of day at this table is ahead of UTC. */
  offset: number;
  /** The level of the bot that takes over from somebody whose time has run out. */
  level: string;
}

/** Something is wrong with the table, with a message, or with the connection. */
export interface ErrorMessage {
  /** That this message is an error. */
  type: "error";
  /** What is wrong, in words. */
  reason: string;
}

/** What happened at the table in one change. */
export interface EventLines {
  /** The version that the change made. */
  version: number;
  /** What the viewer is told of it, in words. */
  lines: string[];
}

/** How the game ended. */
export interface GameOver {
  /** In words. */
  reason: string;
  /** The seats that won. */
  winners: number[];
  /** The points of every seat. */
  scores: number[];
  /** What the server had committed to; empty in replays and lessons. */
  secret: string;
  /** What every seat's device added to the luck; none in replays and lessons. */
  shares: string[];
  /** Where the points came from. */
  sheet: Sheet;
}

/** The first message: the last version received, the reader's language, a seat's token if there is no cookie. */
export interface Hello {
  type: "hello";
  since?: number;
  language?: "en" | "fr" | "nl" | "de";
  token?: string | null;
}

/** What the best bot would do, for the seat that asked. */
export interface HintAnswer {
  version: number;
  actions: HintedAction[];
  light: boolean;
  by: "network" | "expert";
  type: "hint";
  seat: number;
}

/** Ask what the best bot would do. */
export interface HintMessage {
  type: "hint";
  /** the sender's own id for it */
  id?: string;
  seat?: number | null;
}

/** A candidate action of the best bot; if it searched, the share of imagined games won, and their number. */
export interface HintedAction {
  action: string;
  sentence: string;
  win_share: number | null;
  visits: number;
}

/** An introduction that teaches a game by playing. */
export interface Lesson {
  /** The name of the game. */
  game: string;
  /** What the game is called. */
  title: string;
  /** The language of every text here. */
  language: string;
  /** The steps, in order. */
  steps: LessonStep[];
  /** What is said when the last step is done. */
  end: string;
}

/** One step of a lesson. */
export interface LessonStep {
  /** What the learner is told. */
  text: string;
  /** The table before the step; its actions are the one that is wanted, or none where the step is only read. */
  view: View;
  /** The table after the learner's decision, and after each reply of the others. */
  then: View[];
}

/** Look at the table from another of the sender's seats. */
export interface LookMessage {
  type: "look";
  seat: number;
}

/** A decision. */
export interface MoveMessage {
  type: "move";
  /** the sender's own id for it */
  id?: string;
  version: number;
  seat?: number | null;
  action: string;
}

/** Say that you are there. */
export interface PingMessage {
  type: "ping";
}

/** The server is there. */
export interface PongMessage {
  /** That this message answers a `ping`. */
  type: "pong";
  /** The server's time, by which clocks run, in milliseconds since 1970. */
  now: number;
  /** The version of the server's pages and their files; a page of another version should reload. */
  page_version: string;
}

/** A request was refused. */
export interface RefusedMessage {
  /** That this message is a refusal. */
  type: "refused";
  /** The sender's own id for what is refused; empty where it had none. */
  id: string;
  /** The id of the rule that forbids it, if one does. */
  rule: string | null;
  /** Why, in words. */
  reason: string;
  /** The version of the table. */
  version: number;
}

/** Say this to those who may hear it. */
export interface SayMessage {
  text?: string;
  reaction?: "hello" | "well_played" | "thanks" | "oops" | "moment" | "good_game" | null;
  seat?: number | null;
  /** what a player is called; what cannot be seen is left out */
  name?: string;
  type: "say";
  /** the sender's own id for it */
  id?: string;
}

/** Who sits on a seat. */
export interface SeatView {
  /** The seat's name, in no language. */
  token: string;
  /** What the player is called. */
  name: string;
  /** Who plays here; `open` while nobody does. */
  kind: "human" | "hotseat" | "bot" | "open";
  /** How well the bot plays; empty for a person. */
  level: string;
  /** What the bot is like: careful, daring or friendly; empty for a person, and for a bot without a character. */
  character: string;
  /** Whether the player is at the table now. */
  here: boolean;
  /** The points, as far as the viewer can count them. */
  score: number;
  /** Whether the player has gone away. */
  left: boolean;
  /** Whether a bot decides here now. */
  bot: boolean;
  /** Whether the player has been away so long that the others may let a bot play on. */
  absent: boolean;
  /** Whether the player's time has run out: a bot plays until they say that they are back. */
  late: boolean;
  /** Days on which a clock of days does not count for the player, such as 2026-11-16. */
  away: string[];
}

/** Add this share of the luck for all of the sender's seats, with the commitment that was shown. */
export interface ShareMessage {
  type: "share";
  /** the sender's own id for it */
  id?: string;
  /** the hash that the table has shown */
  commitment: string;
  /** hexadecimal digits that the player's device has rolled, 64 of them */
  share: string;
}

/** The score sheet: every round and category that brought points. */
export interface Sheet {
  /** The title of the sheet. */
  title: string;
  /** The place that every seat took, in words. */
  places: string[];
  /** The rounds, in order. */
  rounds: SheetRound[];
  /** What the sum of a round is called. */
  sum: string;
  /** What the sum of all is called. */
  total: string;
}

/** What one round brought. */
export interface SheetRound {
  /** Which round, in words; empty where there are none, or only one. */
  title: string;
  /** Its categories. */
  rows: SheetRow[];
  /** Its points for every seat. */
  sum: number[];
}

/** A line of the score sheet. */
export interface SheetRow {
  /** The category, in words. */
  label: string;
  /** The points of every seat; null for a seat that did not score in it. */
  values: (number | null)[];
  /** Whether the values are points; else they only explain them. */
  counts: boolean;
}

/** What a client is sent over the socket of a table. */
export type SocketMessage = View | AckMessage | RefusedMessage | WhyAnswer | PongMessage | ErrorMessage | HintAnswer;

/** What a client sends over the socket of a table. */
export type SocketRequest = Hello | MoveMessage | WhyMessage | TakeBackMessage | LookMessage | HintMessage | ShareMessage | SayMessage | PingMessage;

/** Take back the sender's last decision. */
export interface TakeBackMessage {
  type: "take_back";
  /** the sender's own id for it */
  id?: string;
  version: number;
  seat?: number | null;
}

/** Something in a zone; fields with their default value may be left out. */
export interface ThingView {
  /** Its id in touch paths; that of a face-down thing names its place. */
  id: string;
  /** What is written on it. */
  text: string;
  /** What its back shows; usually nothing. */
  back?: string;
  /** Whether it is face up; usually it is. */
  up?: boolean;
  /** A note next to it; usually empty. */
  note?: string;
  /** Its token, the same in every language; usually empty. */
  token?: string;
  /** What it does, where that is more than its name says; usually nothing. */
  about?: string;
  /** Words for the game's look, in no language; usually none. */
  marks?: string;
}

/** A table as one seat or a spectator sees it: everything that is needed to start from nothing. */
export interface View {
  /** The name of the table; empty in replays and lessons. */
  table: string;
  /** The name of the game. */
  game: string;
  /** What the game is called. */
  title: string;
  /** Which edition is played. */
  edition: string;
  /** The value of every option. */
  options: Record<string, string>;
  /** The levels that bots can have at this table, from weak to strong. */
  levels: string[];
  /** The language of every text here. */
  language: string;
  /** The commitment to the server's secret; empty in replays and lessons. */
  hash: string;
  /** Whether the deal waits for this device's share of the luck. */
  share_wanted: boolean;
  /** The table where the same players go on. */
  rematch: string | null;
  /** Whether hints are allowed. */
  hints: boolean;
  /** Whether players are shown what they have seen and could remember. */
  memory: boolean;
  /** Whether the table is listed and may be watched. */
  public: boolean;
  /** Whether the result counts for the ratings of those who play. */
  rated: boolean;
  /** The viewer's first seat; null for a spectator. */
  you: number | null;
  /** Who the viewer is: a seat's token, `spectator`, or in a replay `open` for all cards. */
  viewing: string;
  /** The seats that share this device, where there are several. */
  hot_seat: number[];
  /** The table. */
  zones: ZoneView[];
  /** What is asked, or what everybody waits for, in words. */
  question: string;
  /** The rules that the question is about, by id. */
  rules: string[];
  /** The seat that is asked. */
  asked: number | null;
  /** Whether the viewer is asked. */
  yours: boolean;
  /** Which round is played, in a game that counts them. */
  round: number | null;
  /** What the viewer may do now. */
  actions: ActionView[];
  /** The labels of touches that are not things on the table. */
  verbs: Record<string, string>;
  /** Who plays, in order. */
  seats: SeatView[];
  /** What happened since the last version the viewer received, oldest first. */
  events: EventLines[];
  /** Whether the viewer may take their last decision back. */
  can_take_back: boolean;
  /** The stage of the table. */
  stage: "waiting" | "playing" | "over";
  /** A message about the state of the table; usually empty. */
  message: string;
  /** How the game ended, once it has. */
  over: GameOver | null;
  /** The clocks; null if there is no time limit. */
  clock: ClockView | null;
  /** The chat; null where there is none. */
  chat: ChatView | null;
  /** That this message is a view. */
  type: "view";
  /** How many changes the table has seen; in a replay or lesson, how many decisions. */
  version: number;
}

/** Why an action is not allowed now. */
export interface WhyAnswer {
  /** That this message answers a `why`. */
  type: "why";
  /** The action that is meant; null if no action begins with what was touched. */
  action: string | null;
  /** What was touched. */
  touch: string[];
  /** The id of the rule that forbids it, if one does. */
  rule: string | null;
  /** Why, in words. */
  reason: string;
  /** What prevents it in this situation, if the game can say. */
  case: string | null;
}

/** Ask why this is not allowed: an action, or what a person touched on the table. */
export interface WhyMessage {
  type: "why";
  action?: string | null;
  touch?: string[];
  seat?: number | null;
}

/** A part of the table; fields with their default value may be left out. */
export interface ZoneView {
  /** What it is, in no language. */
  id: string;
  /** What it is called. */
  label: string;
  /** The things in it, in order. */
  things: ThingView[];
  /** The seat that it belongs to; usually none. */
  seat?: number | null;
  /** How many things make a row; usually 0, for one row. */
  columns?: number;
  /** A note next to its label; usually empty. */
  note?: string;
}
