// The JSON types of replays and reviews, for the type checker only.

export interface Replay {
  replay: string;
  game: string;
  title: string;
  seats: { token: string; name: string }[];
  viewers: string[];
  viewing: string;
  mine: string[];
  last: number;
  share: string | null;
  story: { step: number; seat: number | null; lines: string[]; mark: string; done: string }[];
}

interface Estimate {
  value: number;
  margin: number;
}

export interface Reply {
  seat: string;
  action: string;
  sentence: string;
  share: number;
}

export interface Why {
  after: Reply | null;
  instead: Reply | null;
  worse: number;
  better: number;
}

export interface Review {
  simulations: number;
  shares: Estimate[][];
  skill: number[][];
  fortune: number[][];
  costliest: { step: number; seat: string; sentence: string; better: string; cost: Estimate; why?: Why | null }[];
  luck: { seat: string; even: number; own: Estimate; others: Estimate; luck: Estimate; deal: Estimate; result: number }[];
  swings: { step: number; seat: string; change: Estimate }[];
}
