import { readFileSync } from 'node:fs';
import { type WebSocket, WebSocketServer } from 'ws';

/** The most that may wait for the first client before the next round. */
const WAITING_MAX = 64 * 1024;

/** A file of frames to send, for so many milliseconds. */
export interface SendOrder {
  readonly file: string;
  readonly ms: number;
}

/** The floor: a bare ws server on the port that it is given, which sends every client the same texts as fast as it can. */
export function bareWebsockets(): void {
  const clients = new Set<WebSocket>();
  const server = new WebSocketServer({
    port: Number(process.argv[3]),
    host: '127.0.0.1',
    perMessageDeflate: false,
  });
  server.on('connection', (client) => {
    clients.add(client);
    client.on('message', () => undefined);
    // As the gateway, which greets with its configuration.
    client.send('["hello"]');
  });
  server.on('listening', () => process.send?.('listening'));
  process.on('message', ({ file, ms }: SendOrder) => {
    const texts = JSON.parse(readFileSync(file, 'utf8')) as string[];
    const until = performance.now() + ms;
    let sent = 0;
    const [first] = clients;
    const round = () => {
      if (performance.now() >= until) return void process.send?.('done');
      if ((first?.bufferedAmount ?? 0) < WAITING_MAX) {
        const text = texts[sent % texts.length] ?? '';
        const frame = Buffer.from(text);
        for (const client of clients) client.send(frame, { binary: false });
        sent += 1;
      }
      setImmediate(round);
    };
    round();
  });
}
