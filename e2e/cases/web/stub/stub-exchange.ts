import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ADDRESS_LIMITS, configObject, limitsView } from '@exchange/core/wire';
import { type WebSocket, WebSocketServer } from 'ws';
import { MovingMarket } from './moving-market';

const PAGE = path.resolve(import.meta.dirname, '../../../../dist/apps/web');
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};
const TICK_MS = 10;
const BAR_MS = 900_000;
const BARS = 600;
const TRADES = 50;
const token = {
  ...{ contract: `0x${'da'.repeat(20)}`, name: 'Token', decimals: 18, status: 'open' },
  ...{ minOrderAmount: '1', minOrderRemaining: '1' },
};
const LISTED = {
  tokens: { ETH: token, DAI: token },
  markets: {
    ETHDAI: {
      ...{ traded: 'ETH', quote: 'DAI', status: 'open' },
      ...{ minOrderAmountQuote: '1', minOrderRemainingQuote: '1' },
    },
  },
};

interface Command {
  readonly c: string;
  readonly rid?: number;
  readonly events?: readonly string[];
  readonly from?: number;
  readonly to?: number;
  readonly precision?: string;
}

/**
 * Serves the built page, and speaks as much of the websocket as a market's view asks for, with one market that changes at a
 * rate. What is measured then is the page: nothing else of an exchange runs.
 */
export class StubExchange {
  readonly market = new MovingMarket();
  readonly #server: Server;
  readonly #sockets: WebSocketServer;
  #refuses = false;
  #timer: ReturnType<typeof setInterval> | undefined;

  private constructor(private readonly extra: Readonly<Record<string, string>>) {
    this.#server = createServer((request, response) => {
      const { type, content } = this.#answer(request.url ?? '/');
      response.writeHead(content === undefined ? 404 : 200, { 'content-type': type }).end(content ?? '{}');
    });
    this.#sockets = new WebSocketServer({ server: this.#server });
    this.#sockets.on('connection', (socket) => {
      if (this.#refuses) return socket.terminate();
      this.#send(socket, [[0, 'c', this.#config()]]);
      socket.on('message', (frame: Buffer) => {
        const commands = JSON.parse(frame.toString()) as Command[];
        for (const command of commands) this.#send(socket, this.#answers(command));
      });
    });
  }

  /** `extra`: pages of a measure by their path, beside the built one. */
  static async open(extra: Readonly<Record<string, string>> = {}): Promise<StubExchange> {
    const stub = new StubExchange(extra);
    await new Promise<void>((resolve) => stub.#server.listen(0, '127.0.0.1', resolve));
    return stub;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Sends so many updates of the book a second from now on, with a trade and a bar for every fourth; 0 stops. */
  move(perSecond: number): void {
    clearInterval(this.#timer);
    if (perSecond === 0) return;
    const started = performance.now();
    let sent = 0;
    this.#timer = setInterval(() => {
      const due = ((performance.now() - started) * perSecond) / 1_000;
      for (; sent < due; sent += 1) {
        const packets: unknown[] = [['ETHDAI', 'sb', this.market.update()]];
        if (sent % 4 === 0) packets.push(['ETHDAI', 't', this.market.trade(Date.now())], this.#bar());
        for (const socket of this.#sockets.clients) this.#send(socket, packets);
      }
    }, TICK_MS);
  }

  /** Cuts all lines, and lets no new one last, until it is told otherwise. */
  refuse(refuses: boolean): void {
    this.#refuses = refuses;
    if (refuses) for (const socket of this.#sockets.clients) socket.terminate();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    for (const socket of this.#sockets.clients) socket.terminate();
    this.#sockets.close();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get #port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  #config() {
    return configObject({
      ...{
        contractAddress: `0x${'a1'.repeat(20)}`,
        network: 'dev',
        name: 'Exchange',
        chainId: 31_337,
        fees: [],
      },
      ...{ confirmations: 2, time: Date.now(), limits: limitsView(ADDRESS_LIMITS) },
      websocketUrl: `ws://127.0.0.1:${this.#port}/ws/v1`,
    });
  }

  #bar(): unknown {
    return ['ETHDAI', 'bar', this.market.bar(Math.floor(Date.now() / BAR_MS) * BAR_MS)];
  }

  #answers({ c, rid, events = [], from, to, precision }: Command): unknown[] {
    switch (c) {
      case 'getListed':
        return [[0, 'l', LISTED, rid]];
      case 'ping':
        return [[0, 'p', 'pong', rid]];
      case 'getBarData': {
        const newest = Math.floor(Date.now() / BAR_MS) * BAR_MS;
        const bars = Array.from({ length: BARS }, (_, at) => this.market.bar(newest - at * BAR_MS));
        return [['ETHDAI', 'bd', { bars, from, to, precision, last: true }, rid]];
      }
      case 'subscribe':
        return events.map((event) => this.#snapshot(event, rid));
      default:
        return [[0, 'm', 'done', rid]];
    }
  }

  #snapshot(event: string, rid: number | undefined): unknown {
    if (event === 'listings') return ['exchange', 'lis', LISTED, rid];
    if (event === 'tickers')
      return ['exchange', 'tis', [['ETHDAI', '3000', '1', '1', '3000', '3010', '2990']], rid];
    if (event === 'trades') {
      const trades = Array.from({ length: TRADES }, (_, at) =>
        this.market.trade(Date.now() - (TRADES - at) * 4_000),
      );
      return ['ETHDAI', 'ts', trades.reverse(), rid];
    }
    if (event.startsWith('book')) return ['ETHDAI', 'sbs', this.market.snapshot(), rid];
    return [0, 'm', 'nothing yet', rid];
  }

  #answer(url: string): { type: string; content: string | Buffer | undefined } {
    const { pathname } = new URL(url, this.url);
    if (pathname === '/rest/v1/config') {
      const envelope = { status: 0, message: 'success', data: this.#config() };
      return { type: 'application/json', content: JSON.stringify(envelope) };
    }
    const extra = this.extra[pathname];
    if (extra !== undefined) return { type: 'text/html', content: extra };
    const file = path.join(PAGE, pathname === '/' ? 'index.html' : pathname);
    const type = TYPES[path.extname(file)] ?? 'application/json';
    return { type, content: existsSync(file) ? readFileSync(file) : undefined };
  }

  #send(socket: WebSocket, packets: unknown[]): void {
    socket.send(JSON.stringify(packets));
  }
}
