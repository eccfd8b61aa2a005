// The peer: boardgame.io in memory, Crazy Eights. `bench/server/run.py` starts this file with NODE_PATH pointing at a folder
// where `npm install boardgame.io@0.50.2` was run; its players are in `bench/server/driving.py`.   node bench/server/boardgame_io.js PORT
const { INVALID_MOVE } = require("boardgame.io/core");

const rank = (card) => card % 13;
const suit = (card) => Math.floor(card / 13);
const fits = (G, card) => rank(card) === 7 || rank(card) === rank(G.top) || suit(card) === suit(G.top);

const CrazyEights = {
  name: "crazy-eights",
  setup: ({ random, ctx }) => {
    const deck = random.Shuffle([...Array(52).keys()]);
    const players = {};
    for (let p = 0; p < ctx.numPlayers; p++) players[p] = { hand: deck.splice(0, 5) };
    return { top: deck.pop(), secret: { deck }, players, pile: [] };
  },
  playerView: ({ G, playerID }) => {
    const { secret, ...open } = G;
    const players = {};
    for (const p of Object.keys(G.players)) players[p] = p === playerID ? G.players[p] : { count: G.players[p].hand.length };
    return { ...open, players, left: secret.deck.length };
  },
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    play: { client: false, move: ({ G, playerID }, card) => {
      const hand = G.players[playerID].hand;
      if (!hand.includes(card) || !fits(G, card)) return INVALID_MOVE;
      hand.splice(hand.indexOf(card), 1);
      G.pile.push(G.top);
      G.top = card;
      if (!hand.length) { // play for ever: a fresh hand from the pile instead of an end
        for (let i = 0; i < 5 && G.pile.length; i++) hand.push(G.pile.shift());
      }
    } },
    draw: { client: false, move: ({ G, playerID, random }) => {
      if (!G.secret.deck.length) { G.secret.deck = random.Shuffle(G.pile); G.pile = []; }
      if (G.secret.deck.length) G.players[playerID].hand.push(G.secret.deck.pop());
    } },
  },
};

const { Server, Origins } = require("boardgame.io/server");
console.info = () => {};
Server({ games: [CrazyEights], origins: [Origins.LOCALHOST] }).run(Number(process.argv[2]));
