// What travels over the wire, for the type checker only; the page loads no TypeScript.

export interface Seat {
  token: string;
  name: string;
  kind: "human" | "hotseat" | "bot" | "open";
  level?: string | null;
  here: boolean;
  score: number;
  left: boolean;
  bot?: boolean;
}

export interface Thing {
  id: string;
  text: string;
  back: string;
  up: boolean;
  note: string;
  token: string;
}

export interface Zone {
  id: string;
  label: string;
  seat: number | null;
  columns: number;
  note: string;
  things: Thing[];
}

export interface Action {
  name: string;
  sentence: string;
  touch: string[];
}

export interface Over {
  reason: string;
  winners: number[];
  scores: number[];
}

export interface Link {
  seat: number;
  kind: string;
  name: string;
  mine: boolean;
  link: string | null;
  url: string | null;
  qr: string | null;
}

export interface View {
  type: "view";
  table: string;
  version: number;
  you: number | null;
  viewing: string;
  game: string;
  title: string;
  edition: string;
  options: Record<string, string>;
  language: string;
  seats: Seat[];
  zones: Zone[];
  question: string;
  asked: number | null;
  yours: boolean;
  actions: Action[];
  verbs: Record<string, string>;
  events: { version: number; lines: string[] }[];
  can_take_back: boolean;
  over: Over | null;
  hot_seat: number[];
  hash: string;
  message: string;
  rematch?: string | null;
  stage?: string;
}

export interface Why {
  rule: string | null;
  reason: string;
}

export interface GameInfo {
  id: string;
  title: string;
  designer: string;
  minutes: string;
  players: number[];
  editions: { id: string; title: string; publisher: string }[];
  options: { name: string; values: string[]; default: string | Record<string, string>; meaning: string }[];
  levels: string[];
}

export interface TableRow {
  table: string;
  game: string;
  title: string;
  seats: { token: string; name: string; kind: string }[];
  question: string;
  yours?: boolean;
  my_turn?: boolean;
}
