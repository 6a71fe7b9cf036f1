import { connect } from 'node:net';

/** Told to the program: where to, and how many connections ask one after the other for so long. */
export interface RequestsOrder {
  readonly port: number;
  readonly path: string;
  readonly connections: number;
  readonly ms: number;
}

export interface RequestsSeen {
  readonly requests: number;
  readonly seconds: number;
  readonly latenciesMs: readonly number[];
  /** The last answer, whole. */
  readonly answer: string;
}

/** One of so many answers is timed. */
const TIMED = 16;
const BLANK = Buffer.from('\r\n\r\n');

/** Clients that ask again as soon as they have their answer; each answer is counted when all of its bytes are there. */
export function httpClients(): void {
  process.on('message', (order: RequestsOrder) => {
    const started = performance.now();
    const until = started + order.ms;
    const latenciesMs: number[] = [];
    const counted = { requests: 0, answer: '' };
    const clients = Array.from({ length: order.connections }, () => ask(order, until, latenciesMs, counted));
    void Promise.all(clients).then(() => {
      const seconds = (performance.now() - started) / 1000;
      process.send?.({ ...counted, seconds, latenciesMs } satisfies RequestsSeen);
    });
  });
}

function ask(
  { port, path }: RequestsOrder,
  until: number,
  latenciesMs: number[],
  counted: { requests: number; answer: string },
): Promise<void> {
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let sentAt = performance.now();
    let missing = -1;
    let rest: Buffer | undefined;
    socket.once('connect', () => socket.write(request));
    socket.once('error', reject);
    socket.on('data', (data: Buffer) => {
      if (missing < 0) {
        rest = rest === undefined ? data : Buffer.concat([rest, data]);
        const head = rest.indexOf(BLANK);
        if (head < 0) return;
        const [, length = '0'] = /content-length: (\d+)/i.exec(rest.toString('latin1', 0, head)) ?? [];
        missing = Number(length) + head + BLANK.length - rest.length;
      } else missing -= data.length;
      if (missing > 0) return;
      counted.requests += 1;
      const now = performance.now();
      if (counted.requests % TIMED === 0) latenciesMs.push(now - sentAt);
      if (now >= until) {
        counted.answer = rest?.toString() ?? '';
        socket.destroy();
        return resolve();
      }
      missing = -1;
      rest = undefined;
      sentAt = now;
      socket.write(request);
    });
  });
}
