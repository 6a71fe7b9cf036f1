import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { ADDRESS_LIMITS, configObject, limitsView } from '@exchange/core/wire';
import { type WebSocket, WebSocketServer } from 'ws';
import { BAR_MS, barStart, MARKET, MovingMarket } from './moving-market';
import { servedFile, type ServedFile } from './served-files';
import { StubAccount, type StubCommand } from './stub-account';

const BUILT = path.resolve(import.meta.dirname, '../../../../dist/apps/web');
const TICK_MS = 10;
const BARS = 600;
const TRADES = 50;
/** Nobody waits for points here. */
const LIMITS = { ...limitsView(ADDRESS_LIMITS), points: 1_000_000 };
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

interface Command extends StubCommand {
  readonly events?: readonly string[];
  readonly from?: number;
  readonly to?: number;
  readonly precision?: string;
}

export interface StubOptions {
  /** Pages of a measure by their path, beside the built one. */
  readonly pages?: Readonly<Record<string, string>>;
  /** So many orders, trades and ledger entries the account has. */
  readonly past?: number;
  /** Where the built page is. */
  readonly root?: string;
}

/**
 * Serves the built page, and speaks as much of the websocket as a market's view asks for, with one market that changes at a
 * rate, and an account with a long past. What is measured then is the page: nothing else of an exchange runs.
 */
export class StubExchange {
  readonly market = new MovingMarket();
  readonly #server: Server;
  readonly #sockets: WebSocketServer;
  readonly #account: StubAccount;
  #refuses = false;
  #timer: ReturnType<typeof setInterval> | undefined;
  #ended: () => void = () => undefined;

  private constructor(private readonly options: StubOptions) {
    this.#account = new StubAccount(options.past ?? 0, Date.now());
    this.#server = createServer((request, response) => {
      const answer = this.#answer(request.url ?? '/');
      if (answer === undefined) response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
      else response.writeHead(200, answer.headers).end(answer.content);
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

  static async open(options: StubOptions = {}): Promise<StubExchange> {
    const stub = new StubExchange(options);
    await new Promise<void>((resolve) => stub.#server.listen(0, '127.0.0.1', resolve));
    return stub;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /**
   * Records so many updates a second for so long, and sends them from now on to all pages that are open. What it costs to make
   * them is spent before the first is sent. Resolves when the last one is, or it is stopped.
   */
  replay(perSecond: number, seconds: number): Promise<void> {
    this.stop();
    const frames = this.market.record(perSecond, seconds, Date.now());
    const started = performance.now();
    let sent = 0;
    return new Promise((resolve) => {
      this.#ended = resolve;
      this.#timer = setInterval(() => {
        const due = Math.min(frames.length, ((performance.now() - started) * perSecond) / 1_000);
        for (; sent < due; sent += 1) {
          for (const socket of this.#sockets.clients) socket.send(frames[sent] ?? '');
        }
        if (sent === frames.length) this.stop();
      }, TICK_MS);
    });
  }

  /** Sends no more of what was recorded: for pages that are open the market has a gap then. */
  stop(): void {
    clearInterval(this.#timer);
    this.#ended();
  }

  /** Cuts all lines, and lets no new one last, until it is told otherwise. */
  refuse(refuses: boolean): void {
    this.#refuses = refuses;
    if (refuses) for (const socket of this.#sockets.clients) socket.terminate();
  }

  async close(): Promise<void> {
    this.stop();
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
      ...{ confirmations: 2, time: Date.now(), limits: LIMITS },
      websocketUrl: `ws://127.0.0.1:${this.#port}/ws/v1`,
    });
  }

  #answers(command: Command): readonly unknown[] {
    const { c, rid, events = [], from, to, precision } = command;
    switch (c) {
      case 'getListed':
        return [[0, 'l', LISTED, rid]];
      case 'ping':
        return [[0, 'p', 'pong', rid]];
      case 'getBarData': {
        const newest = barStart(Date.now());
        const bars = Array.from({ length: BARS }, (_, at) => this.market.bar(newest - at * BAR_MS));
        return [[MARKET, 'bd', { bars, from, to, precision, last: true }, rid]];
      }
      case 'subscribe':
        return events.map((event) => this.#snapshot(event, rid));
      default:
        return this.#account.answer(command) ?? [[0, 'm', 'done', rid]];
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
      return [MARKET, 'ts', trades.reverse(), rid];
    }
    if (event.startsWith('book')) return [MARKET, 'sbs', this.market.snapshot(), rid];
    return [0, 'm', 'nothing yet', rid];
  }

  #answer(url: string): ServedFile | undefined {
    const { pathname } = new URL(url, this.url);
    if (pathname === '/rest/v1/config') {
      const envelope = { status: 0, message: 'success', data: this.#config() };
      return { headers: { 'content-type': 'application/json' }, content: JSON.stringify(envelope) };
    }
    const content = this.options.pages?.[pathname];
    if (content !== undefined) return { headers: { 'content-type': 'text/html' }, content };
    return servedFile(this.options.root ?? BUILT, pathname);
  }

  #send(socket: WebSocket, packets: readonly unknown[]): void {
    socket.send(JSON.stringify(packets));
  }
}
