import { once } from 'node:events';
import { type WebSocket, WebSocketServer } from 'ws';
import { FILLS, type FloorFill, type FloorSettings, READY, REQUESTS } from './parts';
import { connectAs } from '../../../kit/services/connect-as';

const ANSWER_MS_MAX = 15_000;

/** A socket's frames go to the owner as they are, its answers back: a gateway without any rule. */
export async function serveGateway({ nats, domain }: FloorSettings): Promise<void> {
  const bus = await connectAs(nats);
  const sockets: WebSocket[] = [];
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  const listening = once(server, 'listening');
  server.on('connection', (socket) => {
    const number = String(sockets.push(socket) - 1);
    socket.send(JSON.stringify([[0, 'c', domain]]));
    socket.on('message', (data: Buffer) => {
      const [{ rid = 0, cid = 0 } = {}] = JSON.parse(data.toString()) as { rid?: number; cid?: number }[];
      const body = Buffer.concat([Buffer.from(`${number} `), data]);
      void bus.request(REQUESTS, body, { timeout: ANSWER_MS_MAX }).then(
        (reply) => {
          socket.send(JSON.stringify([[0, 'o', [Number(reply.string()), cid], rid]]));
        },
        () => {
          socket.send(JSON.stringify([[0, 'e', 'UNAVAILABLE: no answer', rid]]));
        },
      );
    });
  });
  bus.subscribe(FILLS, {
    callback: (error, message) => {
      if (error !== null) throw error;
      for (const { id, sides } of message.json<FloorFill[]>()) {
        for (const { connection, cid } of sides) {
          const fill = [id, 'ETHDAI', 1, '300', '0.01', '0', '0', '0', '', Date.now(), cid, cid];
          sockets[connection]?.send(JSON.stringify([['ETHDAI', 'ut', fill]]));
        }
      }
    },
  });
  await Promise.all([bus.flush(), listening]);
  console.log(`${READY} ${(server.address() as { port: number }).port}`);
}
