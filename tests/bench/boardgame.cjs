// Four clients of boardgame.io who take turns, with the server in a process of its own: tells as a JSON array how many
// milliseconds passed from each move until all four had the state after it.
//     node boardgame.cjs NODE_MODULES MOVES BYTES PAUSE_S
"use strict";
const { fork } = require("child_process");
const { createRequire } = require("module");

const [modules, moves, bytes, pause] = process.argv.slice(2);
const need = createRequire(`${modules}/`);
const PLAYERS = ["0", "1", "2", "3"];

/** Every player sees a state of its own, about as large as a view of a card table. */
const game = {
  name: "table",
  setup: () => ({ moves: 0, cards: "x".repeat(Number(bytes)) }),
  playerView: ({ G, playerID }) => ({ ...G, viewer: playerID }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { act: { move: ({ G }) => ({ ...G, moves: G.moves + 1 }), client: false } },
};

function serve() {
  process.on("disconnect", () => process.exit());
  const { Server, Origins } = need("boardgame.io/server");
  console.info = console.log = () => {};
  const server = Server({ games: [game], origins: [Origins.LOCALHOST] });
  server.run({ port: 0 }, () => {}).then((running) => process.send(running.appServer.address().port));
}

async function play(port) {
  const { Client } = need("boardgame.io/client");
  const { SocketIO } = need("boardgame.io/multiplayer");
  let told = () => {};
  const clients = [];
  for (const playerID of PLAYERS) {
    const multiplayer = SocketIO({ server: `http://127.0.0.1:${port}` });
    const client = Client({ game, multiplayer, playerID, matchID: "a match", numPlayers: 4, debug: false });
    client.subscribe((state) => told(state));
    client.start();
    clients.push(client);
  }
  const all = (count) => clients.every((client) => client.getState() && client.getState().G.moves === count);
  const until = (count) => new Promise((done) => {
    told = () => all(count) && done();
    told();
  });
  await until(0);
  const took = [];
  for (let count = 1; count <= Number(moves); count++) {
    await new Promise((done) => setTimeout(done, 1000 * Number(pause)));
    const began = process.hrtime.bigint();
    clients[(count - 1) % PLAYERS.length].moves.act();
    await until(count);
    took.push(Number(process.hrtime.bigint() - began) / 1e6);
  }
  console.log(JSON.stringify(took));
}

if (process.send) {
  serve();
} else {
  const server = fork(__filename, process.argv.slice(2));
  server.on("message", async (port) => {
    await play(port);
    server.kill();
    process.exit(0);
  });
}
