import { connect, type Socket } from 'node:net';

/** Told to the program: where to, how many, and what each sends first. */
export interface ClientsOrder {
  readonly port: number;
  readonly path: string;
  readonly count: number;
  readonly first?: string;
  /** How many read what they get; the others only count bytes. */
  readonly reading: number;
}

/** What it answers to `look`. */
export interface ClientsSeen {
  readonly open: number;
  /** Bytes of the client that got the fewest, and of the one that got most. */
  readonly bytes: readonly [least: number, most: number];
  /** Lines of the reader that got the fewest, and frames of the first one. */
  readonly lines: number;
  readonly frames: number;
  /** Texts of the first reader's frames since the last look. */
  readonly texts: readonly string[];
}

/** Connections that are opened at the same time. */
const AT_ONCE = 64;
const LINE = /"ob",/g;

interface Client {
  readonly socket: Socket;
  bytes: number;
  lines: number;
  frames: number;
}

/**
 * Many websockets on bare sockets, so that as little as possible is taken for them beside the gateway: all take a
 * buffer of their own, some read their frames.
 */
export function websocketClients(): void {
  const clients: Client[] = [];
  let texts: string[] = [];
  process.on('message', (message: ClientsOrder | 'look') => {
    if (message === 'look') {
      process.send?.(seen(clients, texts));
      texts = [];
    } else void openAll(message, clients, (text) => texts.push(text));
  });
}

function seen(clients: readonly Client[], texts: readonly string[]): ClientsSeen {
  const bytes = clients.map((client) => client.bytes);
  const lines = clients.map((client) => client.lines).filter((count) => count >= 0);
  return {
    open: clients.filter(({ socket }) => !socket.destroyed).length,
    bytes: [Math.min(...bytes), Math.max(...bytes)],
    lines: Math.min(...lines),
    frames: clients[0]?.frames ?? 0,
    texts,
  };
}

async function openAll(order: ClientsOrder, clients: Client[], keep: (text: string) => void): Promise<void> {
  const next = async (): Promise<void> => {
    while (clients.length < order.count) {
      const client = { lines: clients.length < order.reading ? 0 : -1, bytes: 0, frames: 0 };
      await open(order, client, clients, clients.length === 0 ? keep : undefined);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  process.send?.('open');
}

const SHARED = Buffer.alloc(256 * 1024);

function open(
  { port, path, first }: ClientsOrder,
  counted: Omit<Client, 'socket'>,
  clients: Client[],
  keep: ((text: string) => void) | undefined,
): Promise<void> {
  return new Promise((resolve) => {
    let greeted = false;
    const frames = counted.lines >= 0 ? new FrameTexts() : undefined;
    const callback = (length: number): boolean => {
      if (!greeted) {
        greeted = true;
        if (first !== undefined) socket.write(clientFrame(first));
        resolve();
        return true;
      }
      client.bytes += length;
      for (const text of frames?.take(SHARED.subarray(0, length)) ?? []) {
        client.lines += text.match(LINE)?.length ?? 0;
        client.frames += 1;
        keep?.(text);
      }
      return true;
    };
    const socket = connect({ port, host: '127.0.0.1', onread: { buffer: SHARED, callback } } as never);
    const client = Object.assign(counted, { socket });
    clients.push(client);
    socket.on('error', () => undefined);
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
        `Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n`,
    );
  });
}

/** A client's text frame, masked with zeros (RFC 6455, 5.2). */
export function clientFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const short = payload.length < 126;
  const head = short
    ? [0x81, 0x80 | payload.length]
    : [0x81, 0x80 | 126, payload.length >> 8, payload.length & 0xff];
  return Buffer.concat([Uint8Array.from([...head, 0, 0, 0, 0]), payload]);
}

/** Frames of a server, cut out of what a socket reads. */
export class FrameTexts {
  private rest: Buffer = Buffer.alloc(0);

  take(bytes: Buffer): string[] {
    this.rest = Buffer.concat([this.rest, bytes]);
    const texts: string[] = [];
    for (;;) {
      const { rest } = this;
      if (rest.length < 10 && (rest.length < 2 || rest.length < 2 + ((rest[1] ?? 0) & 0x7f))) return texts;
      const short = rest[1] ?? 0;
      const from = short === 127 ? 10 : short === 126 ? 4 : 2;
      const length =
        short === 127 ? Number(rest.readBigUInt64BE(2)) : short === 126 ? rest.readUInt16BE(2) : short;
      if (rest.length < from + length) return texts;
      if ((rest[0] ?? 0) === 0x81) texts.push(rest.toString('utf8', from, from + length));
      this.rest = rest.subarray(from + length);
    }
  }
}
