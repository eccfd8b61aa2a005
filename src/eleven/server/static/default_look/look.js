// A game that brings no look is drawn from its view alone.
export {};
