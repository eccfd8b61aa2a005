// The empty look of games that have none.
export {};
