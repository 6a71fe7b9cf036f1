import type { ChildProcess } from 'node:child_process';
import { connect, type Socket } from 'node:net';

/** Told to the program: where to, how many, and what each sends first. */
export interface ClientsOrder {
  readonly port: number;
  readonly path: string;
  readonly count: number;
  /** `{client}` in it stands for an address of its own. */
  readonly first?: string;
  /** They come in so many ms, evenly; else as fast as they can. */
  readonly withinMs?: number;
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
  /** Readers that had an answer to their login, and those that were refused something. */
  readonly loggedIn: number;
  readonly refused: number;
  /** Texts of the first reader's frames since the last look. */
  readonly texts: readonly string[];
}

/** Asks the program what it has seen. */
export function look(clients: ChildProcess): Promise<ClientsSeen> {
  const answer = new Promise<ClientsSeen>((resolve) => {
    const hear = (message: unknown) => {
      if (typeof message !== 'object') return;
      clients.off('message', hear);
      resolve(message as ClientsSeen);
    };
    clients.on('message', hear);
  });
  clients.send('look');
  return answer;
}

/** Connections that are opened at the same time. */
const AT_ONCE = 64;
const LINE = /"ob",/g;

interface Client {
  readonly socket: Socket;
  bytes: number;
  lines: number;
  frames: number;
  loggedIn: boolean;
  refused: boolean;
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
    loggedIn: clients.filter(({ loggedIn }) => loggedIn).length,
    refused: clients.filter(({ refused }) => refused).length,
    texts,
  };
}

async function openAll(order: ClientsOrder, clients: Client[], keep: (text: string) => void): Promise<void> {
  const started = performance.now();
  const due = async (at: number): Promise<void> => {
    const early = started + ((order.withinMs ?? 0) * at) / order.count - performance.now();
    if (early > 1) await new Promise((resolve) => setTimeout(resolve, early));
  };
  const next = async (): Promise<void> => {
    while (clients.length < order.count) {
      await due(clients.length);
      const lines = clients.length < order.reading ? 0 : -1;
      const client = { lines, bytes: 0, frames: 0, loggedIn: false, refused: false };
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
        if (first !== undefined) socket.write(clientFrame(first.replace('{client}', own)));
        resolve();
        return true;
      }
      client.bytes += length;
      for (const text of frames?.take(SHARED.subarray(0, length)) ?? []) {
        client.lines += text.match(LINE)?.length ?? 0;
        client.frames += 1;
        client.loggedIn ||= text.includes('"auth"');
        client.refused ||= text.includes('"e"');
        keep?.(text);
      }
      return true;
    };
    const socket = connect({ port, host: '127.0.0.1', onread: { buffer: SHARED, callback } } as never);
    const client = Object.assign(counted, { socket });
    const own = clients.push(client).toString(16).padStart(40, '0');
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
