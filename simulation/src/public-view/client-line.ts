import { ExchangeClient, type Socket } from '@exchange/client';
import { type Command, packet, parseFrame, parseSubscription, SEED_DIALECT } from '@exchange/core/wire';
import { readFrame } from '@exchange/test/kit';
import { type ClientSocket, Connection } from '../../../apps/ws-gateway/src/connection/connection';
import type { Sending } from '../../../apps/ws-gateway/src/connection/sending';
import { isMarketSubscription } from '../../../apps/ws-gateway/src/outbox/market-channel';
import { MARKET } from './market-stage';
import type { PublicGateway } from './public-gateway';

const LIMITS = { slowBytes: 500, queueBytesMax: 64 * 1024 * 1024 };
const CONFIG = {
  ...{
    contractAddress: `0x${'c0'.repeat(20)}`,
    network: 'dev',
    conversionCurrencies: {},
    barDataPrecisions: {},
  },
  ...{ name: 'stage', chainId: 1, confirmations: 1, time: 1, fees: [] },
  limits: {
    ...{
      frameCharacters: 5000,
      commandsPerFrame: 5,
      connectionsPerAddress: 25,
      newConnectionsPerAddress: 50,
    },
    ...{ points: 1e9, pointsPerAddress: 1e9, pointWindowSeconds: 10 },
  },
};
const MINIMUMS = { minOrderAmount: '1', minOrderRemaining: '1' };
const TOKEN = {
  contract: `0x${'a1'.repeat(20)}`,
  name: 'a token',
  decimals: 18,
  ...MINIMUMS,
  status: 'open',
};
const LISTED = {
  tokens: { ETH: TOKEN, DAI: TOKEN },
  markets: {
    [MARKET]: {
      ...{
        traded: 'ETH',
        quote: 'DAI',
        minOrderAmountQuote: '1',
        minOrderRemainingQuote: '1',
        status: 'open',
      },
    },
  },
};

/** Where lines lead, and what a look at the book shows there. */
export interface LineEnd {
  readonly sending: Sending;
  gateway(): PublicGateway;
  look(): readonly (readonly [number, string, string, number])[];
}

/** Our client on a line to a gateway's own channels, without a network; the line stalls and is cut as a test says. */
export class ClientLine {
  readonly client: ExchangeClient;
  frames = 0;
  private connection: Connection | undefined;
  private gateway: PublicGateway | undefined;
  private socket: Socket | undefined;
  private lastId = 0;
  /** While true the network takes frames and brings none. */
  private isStalled = false;
  private untaken: { readonly frame: string; sent(): void }[] = [];

  constructor(
    readonly event: string,
    readonly books: 'sequenced' | 'plain',
    private readonly end: LineEnd,
  ) {
    const join = (socket: Socket) => this.join(socket);
    const leave = () => this.drop();
    const send = (text: string) => this.receive(text);
    const socket = class implements Socket {
      onopen: Socket['onopen'] = null;
      onmessage: Socket['onmessage'] = null;
      onclose: Socket['onclose'] = null;
      onerror: Socket['onerror'] = null;
      constructor() {
        queueMicrotask(() => join(this));
      }
      send(text: string): void {
        send(text);
      }
      close(): void {
        leave();
      }
    };
    this.client = new ExchangeClient({ url: 'ws://stage', socket, books, backoffMs: { first: 1, most: 1 } });
  }

  get isQuiet(): boolean {
    return !this.isStalled && this.connection !== undefined && this.client.state.kind === 'ready';
  }

  isAt(gateway: PublicGateway): boolean {
    return this.gateway === gateway;
  }

  async open(): Promise<void> {
    await this.client.connect();
    await this.client.subscribe([MARKET], [this.event]);
  }

  /** Asks for a book of another kind, whose answer must not disturb the one that is followed. */
  async look(): Promise<void> {
    await this.client.markets.book(MARKET, { limit: 20, decimals: 3 }).catch(() => undefined);
  }

  stall(): void {
    this.isStalled = true;
  }

  resume(): void {
    this.isStalled = false;
    for (const { frame, sent } of this.untaken.splice(0)) {
      this.bring(frame);
      sent();
    }
  }

  /** The connection breaks: what was on its way is lost. */
  cut(): void {
    const { socket } = this;
    this.drop();
    (socket?.onclose as (() => void) | null)?.();
  }

  private join(socket: Socket): void {
    this.lastId += 1;
    this.socket = socket;
    this.gateway = this.end.gateway();
    this.connection = new Connection({
      ...{ id: this.lastId, socket: this.network(), address: '192.0.2.1', limits: LIMITS, now: 0 },
      ...{ dialect: { ...SEED_DIALECT, naming: 'distinct', books: this.books }, sending: this.end.sending },
    });
    (socket.onopen as (() => void) | null)?.();
    this.bring(JSON.stringify([packet(0, 'config', CONFIG)]));
  }

  private drop(): void {
    if (this.connection !== undefined) {
      this.gateway?.channels.drop(this.connection);
      this.connection.end();
    }
    this.connection = undefined;
    this.socket = undefined;
    this.isStalled = false;
    this.untaken = [];
  }

  private receive(text: string): void {
    const frame = parseFrame(text);
    if (frame.kind !== 'elements') throw new Error(text);
    for (const element of frame.elements) {
      if (!element.ok) throw new Error(element.rejection.message);
      this.answer(element.command, element.rid);
    }
  }

  private answer(command: Command, rid: number | undefined): void {
    const { connection, gateway } = this;
    if (connection === undefined || gateway === undefined) return;
    const push = (...packets: ReturnType<typeof packet>[]) => {
      for (const one of packets) connection.push(JSON.stringify(one));
    };
    switch (command.c) {
      case 'getListed':
        return push(packet(0, 'listed', LISTED, rid));
      case 'getOrderBookSnapshot':
        return push(packet(MARKET, 'orderBookSnapshot', this.end.look(), rid));
      case 'subscribe':
        for (const event of command.events) {
          const subscription = parseSubscription(event);
          if (!subscription.ok || !isMarketSubscription(subscription.value)) throw new Error(event);
          connection.markets.add(MARKET);
          gateway
            .channel(MARKET)
            .join(connection, subscription.value, { rid, after: command.after?.[MARKET] });
        }
        return;
      default:
        return;
    }
  }

  private bring(frame: string): void {
    this.frames += 1;
    (this.socket?.onmessage as ((event: { data: string }) => void) | null)?.({ data: frame });
  }

  private network(): ClientSocket {
    const bufferedAmount = () => this.untaken.reduce((sum, { frame }) => sum + frame.length, 0);
    return {
      get bufferedAmount() {
        return bufferedAmount();
      },
      send: (bytes, sent) => {
        const frame = readFrame(bytes).payload.toString();
        if (this.isStalled) {
          this.untaken.push({ frame, sent });
          return;
        }
        this.bring(frame);
        queueMicrotask(sent);
      },
      close: (code, reason) => {
        throw new Error(`closed with ${code}: ${reason}`);
      },
      terminate: () => undefined,
      ping: () => undefined,
    };
  }
}
