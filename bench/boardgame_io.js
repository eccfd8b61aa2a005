// The peer: boardgame.io in memory, Crazy Eights, four sockets a match. See `bench/server.py`, which starts this file with
// NODE_PATH pointing at a folder where `npm install boardgame.io@0.50 socket.io-client@4` was run.
//   node bench/boardgame_io.js serve PORT          node bench/boardgame_io.js drive PORT MATCHES THOUGHT_S SECONDS
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

async function serve(port) {
  const { Server, Origins } = require("boardgame.io/server");
  console.info = () => {};
  await Server({ games: [CrazyEights], origins: [Origins.LOCALHOST] }).run(port);
}

async function drive(port, matches, thought, seconds) {
  const { Client } = require("boardgame.io/client");
  const { SocketIO } = require("boardgame.io/multiplayer");
  const latencies = [];
  let counting = false;
  let next = 0;
  const url = `http://127.0.0.1:${port}`;
  const begin = async () => {
    const matchID = `m${next++}`; // a match that is not there is created when the first client asks for it
    const seen = [-1, -1, -1, -1];
    let version = -1, sent = 0;
    const clients = [];
    const decide = (at) => {
      if (at !== version) return;
      const seat = Number(clients[0].getState().ctx.currentPlayer);
      const { G } = clients[seat].getState();
      const cards = G.players[seat].hand.filter((card) => fits(G, card));
      sent = performance.now();
      if (cards.length) clients[seat].moves.play(cards[Math.floor(Math.random() * cards.length)]);
      else clients[seat].moves.draw();
    };
    for (let seat = 0; seat < 4; seat++) {
      const client = Client({ game: CrazyEights, numPlayers: 4, matchID, playerID: String(seat),
        multiplayer: SocketIO({ server: url }), debug: false });
      clients.push(client);
      client.subscribe((state) => {
        if (!state || clients.length < 4 || state._stateID <= seen[seat]) return;
        seen[seat] = state._stateID;
        const all = Math.min(...seen);
        if (all <= version) return;
        version = all;
        if (sent && counting) latencies.push(performance.now() - sent);
        if (thought) setTimeout(decide, thought * 1000 * (0.5 + Math.random()), version);
        else decide(version);
      });
      client.start();
    }
  };
  for (let match = 0; match < matches; match++) await begin();
  await new Promise((done) => setTimeout(done, 2000 + thought * 1000));
  counting = true;
  process.stdout.write("counting\n");
  const began = performance.now();
  await new Promise((done) => setTimeout(done, seconds * 1000));
  const took = (performance.now() - began) / 1000;
  latencies.sort((a, b) => a - b);
  const at = (share) => latencies[Math.floor(latencies.length * share)] || 0;
  process.stdout.write(JSON.stringify({ rate: latencies.length / took, half: at(0.5), most: at(0.99) }) + "\n");
  process.exit(0);
}

const [role, port, ...rest] = process.argv.slice(2);
if (role === "serve") serve(Number(port));
else drive(Number(port), ...rest.map(Number));
