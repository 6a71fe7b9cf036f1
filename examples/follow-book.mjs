// Follows a book with its sequence, checks each packet, loses the connection, and goes on where it was.
import { once } from 'node:events';
import WebSocket from 'ws';
import { until, ws } from './connect.mjs';

const [market, event] = ['ETHDAI', 'book20d5'];

/** CRC-32 as of zlib, of a text of ASCII. */
function crc32(text) {
  let sum = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

// What is kept over lost connections: the lines by direction and rate, and the last SEQ.
const lines = new Map();
let seq;

const side = (direction) => [...lines.values()].filter((line) => line[0] === direction);
const sorted = () => [
  ...side(1).sort((a, b) => b[1] - a[1]), // buys, the highest rate first
  ...side(0).sort((a, b) => a[1] - b[1]), // sells, the lowest first
];

function apply(changed, reached, checksum) {
  for (const line of changed) {
    if (line[3] === 0) lines.delete(`${line[0]} ${line[1]}`);
    else lines.set(`${line[0]} ${line[1]}`, line);
  }
  // This book has 20 lines a side; of a longer one the best 100 of each side count.
  const sum = crc32(
    sorted()
      .map((line) => line.join(':'))
      .join(','),
  );
  if (sum !== checksum) throw new Error(`checksum ${sum}, not ${checksum}: subscribe again without after`);
  seq = reached;
}

function take([, id, message]) {
  if (id === 'sbs') {
    const [reached, checksum, all] = message;
    lines.clear();
    apply(all, reached, checksum);
  } else if (id === 'sb') {
    const [previous, reached, checksum, changed] = message;
    if (previous !== seq) throw new Error(`a gap after ${seq}: subscribe again with after`);
    apply(changed, reached, checksum);
  } else return;
  console.log(id === 'sbs' ? 'started at' : 'reached', seq, 'with', lines.size, 'lines');
}

/** Opens a connection and subscribes; after a cut with the last SEQ, at any gateway. */
async function follow() {
  const socket = new WebSocket(`${ws}/ws/v1?books=sequenced`);
  const answered = new Promise((resolve) => {
    socket.on('message', (frame) => {
      for (const packet of JSON.parse(frame)) {
        take(packet);
        if (packet[3] === 1) resolve(packet);
      }
    });
  });
  await once(socket, 'open');
  const after = seq === undefined ? {} : { after: { [market]: seq } };
  socket.send(JSON.stringify([{ c: 'subscribe', rid: 1, markets: [market], events: [event], ...after }]));
  const [, id, message] = await answered;
  if (id === 'e') throw new Error(message);
  return { socket, id };
}

const { socket } = await follow();
socket.terminate();
await until('the end of the connection', () => (socket.readyState === WebSocket.CLOSED ? true : undefined));
const { socket: next, id } = await follow();
console.log(id === 'sb' ? 'went on' : 'started over', 'at', seq);
next.close();
