// What the server sends about people.
// Made by `python -m eleven.server.views.typescript` from the OpenAPI document; change http/models, matchmaking or reminders instead.

/** A link for signing in another device, the same as a QR code, and its validity in seconds. */
export interface DeviceLink {
  url: string;
  qr: string;
  seconds: number;
}

/** Somebody the visitor has played with; `friend` is their id, in this list only. */
export interface FriendItem {
  friend: string;
  name: string;
  games: number;
  game: string;
  title: string;
  blocked: boolean;
}

/** How many games were played and won, by number of players, level, opponent or opening. */
export interface GameCount {
  played: number;
  won: number;
  players: number | null;
  level: string | null;
  name: string | null;
  opening: string | null;
}

/** The visitor's rating in a game. */
export interface GameRating {
  rating: number;
  uncertainty: number;
  games: number;
  provisional: boolean;
  game: string;
  title: string;
}

/** Statistics of one game; the curve is the share won of the last twenty games, after each. `openings` are the kinds of the player's first decision, where there were several. */
export interface GameRecord {
  game: string;
  title: string;
  played: number;
  won: number;
  players: GameCount[];
  levels: GameCount[];
  people: GameCount[];
  openings: GameCount[];
  curve: [number, number][];
}

/** The person that a link would sign this device in as; `mine` if it is theirs already. */
export interface LinkOwner {
  name: string;
  mine: boolean;
}

/** The state of e-mail reminders: `off`, `asked` (a link was sent), `on`, `stopped` (by its link) or `bounced`. */
export interface MailState {
  offered: boolean;
  state: "off" | "asked" | "on" | "stopped" | "bounced";
  address: string;
  pace: "turn" | "daily";
}

/** The person of this device; `known` unless it has no cookie. */
export interface Me {
  known: boolean;
  name: string;
  settings: Record<string, string>;
  tables: number;
  ways: SignInMethod[];
}

/** A device of the visitor: browser and system, when it was last used (to the day), and whether it is this one. */
export interface MyDevice {
  id: string;
  label: string;
  created: number;
  seen: number;
  here: boolean;
}

/** People of the latest games first; `off` if the visitor takes no invitations. */
export interface MyFriends {
  friends: FriendItem[];
  off: boolean;
}

/** Finished games, newest first; `next` is the `before` of the next page. */
export interface MyGames {
  games: PlayedGame[];
  next: string | null;
}

/** Game by game, the most played first; games without a rated one are left out. */
export interface MyRatings {
  games: GameRating[];
}

/** Game by game, the most played first. */
export interface MyRecord {
  games: GameRecord[];
}

/** How the visitor is reminded of their turns. */
export interface MyReminders {
  mail: MailState;
  push: PushState;
}

/** A finished game of the visitor; `ended` in milliseconds since 1970. */
export interface PlayedGame {
  table: string;
  game: string;
  title: string;
  ended: number;
  won: boolean;
  seats: SeatResult[];
  replay: string;
}

/** The key that a browser subscribes with, and how many of the visitor's browsers have. */
export interface PushState {
  key: string;
  devices: number;
}

/** A recovery code, which is shown only once. */
export interface RecoveryCode {
  code: string;
}

/** A seat of a finished game and its result; `left` if the player had gone, or a bot played for them, at the end. After a rated game, also the player's new rating and by how much it changed. */
export interface SeatResult {
  seat: number;
  kind: string;
  level: string;
  name: string;
  left: boolean;
  score: number;
  won: boolean;
  mine: boolean;
  rating: number | null;
  rating_change: number | null;
}

/** A way to sign in on another device: a link, a recovery code, a passkey. */
export interface SignInMethod {
  id: string;
  kind: string;
  label: string;
  created: number;
  expires: number | null;
}

/** The answer to signing out or deleting; `tables` at which a deleted person had sat. */
export interface SignedOut {
  ok: boolean;
  tables: number;
}
