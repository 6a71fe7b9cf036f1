import { ExchangeClient, keySigner, type Signer, type Store } from '@exchange/client';
import { rejectionText, ZERO_ADDRESS } from '@exchange/core/kernel';
import {
  ADDRESS_LIMITS,
  authMessage,
  type Command,
  type CommandOf,
  limitsView,
  orderArray,
  type OrderView,
  type Packet,
  packet,
  parseFrame,
} from '@exchange/core/wire';
import { listedWith } from '../entry/order-plan.fixture';

const CONFIG = {
  ...{ contractAddress: `0x${'c0'.repeat(20)}`, network: 'dev', conversionCurrencies: {}, name: 'scripted' },
  ...{ barDataPrecisions: {}, chainId: 31337, confirmations: 2, time: 1_700_000_000_000, fees: [] },
  limits: limitsView(ADDRESS_LIMITS),
};

type Answer = (command: Command, rid: number) => readonly Packet[] | undefined;

/** An exchange at the other end of a socket in memory, which reads commands as the real one does and answers as a test says. */
export class ScriptedExchange {
  readonly commands: Command[] = [];
  private held:
    | { onmessage: ((event: never) => void) | null; onclose: ((event: never) => void) | null }
    | undefined;

  constructor(private readonly answer: Answer) {}

  /** A client of it that is logged in, and who signs for it. */
  async loggedIn(store?: Store): Promise<{ readonly client: ExchangeClient; readonly signer: Signer }> {
    const signer = await keySigner(`0x${'46'.repeat(32)}`);
    const client = this.client(store);
    await client.connect();
    const caughtUp = new Promise<void>((resolve) => client.on('caughtUp', resolve));
    await client.authenticate(signer);
    await caughtUp;
    return { client, signer };
  }

  client(store?: Store): ExchangeClient {
    return new ExchangeClient({
      url: 'ws://scripted',
      socket: this.socketOf(),
      timeoutMs: 500,
      backoffMs: { first: 5, most: 10 },
      ...(store === undefined ? {} : { store }),
    });
  }

  push(...packets: readonly Packet[]): void {
    this.held?.onmessage?.({ data: JSON.stringify(packets) } as never);
  }

  cut(): void {
    this.held?.onclose?.({} as never);
  }

  sent<N extends Command['c']>(name: N): readonly CommandOf<N>[] {
    return this.commands.filter((command): command is CommandOf<N> & Command => command.c === name);
  }

  private socketOf() {
    const hold = (socket: NonNullable<ScriptedExchange['held']>) => (this.held = socket);
    const push = (sent: Packet) => this.push(sent);
    const receive = (text: string) => this.#receive(text);
    return class {
      onopen: ((event: never) => void) | null = null;
      onmessage: ((event: never) => void) | null = null;
      onclose: ((event: never) => void) | null = null;
      onerror: ((event: never) => void) | null = null;

      constructor() {
        hold(this);
        queueMicrotask(() => {
          this.onopen?.({} as never);
          push(packet(0, 'config', CONFIG));
        });
      }

      send(text: string): void {
        queueMicrotask(() => receive(text));
      }

      close(): void {
        queueMicrotask(() => this.onclose?.({} as never));
      }
    };
  }

  #receive(text: string): void {
    const frame = parseFrame(text);
    if (frame.kind !== 'elements') throw new Error('frame too long');
    for (const element of frame.elements) {
      if (!element.ok) throw new Error(rejectionText(element.rejection));
      const { command, rid = -1 } = element;
      this.commands.push(command);
      const packets = this.answer(command, rid) ?? this.#byDefault(command, rid);
      if (packets.length > 0) this.push(...packets);
    }
  }

  #byDefault(command: Command, rid: number): readonly Packet[] {
    switch (command.c) {
      case 'getListed':
        return [packet(0, 'listed', listedWith(18, 18), rid)];
      case 'authenticate':
      case 'authenticateWithSession': {
        const who = '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f';
        const auth = { status: 'authenticated', address: who, session: 's', delegate: ZERO_ADDRESS } as const;
        return [packet(0, 'auth', authMessage(auth), rid)];
      }
      case 'getActiveOrderSnapshot':
        return [packet(0, 'activeOrderSnapshot', [], rid)];
      case 'getUserTrades':
        return [packet(0, 'userTrades', { trades: [] }, rid)];
      case 'getHistoricalLedgerEntries':
        return [packet(0, 'historicalLedgerEntries', { ledgerEntries: [] }, rid)];
      case 'ping':
        return [packet(0, 'pingPong', 'pong', rid)];
      default:
        return [];
    }
  }
}

/** The order that a placeOrder made. */
export const placedOrder = (command: CommandOf<'placeOrder'>, id: number): OrderView => ({
  ...{ id, cid: command.cid ?? 0, hash: `0x${'33'.repeat(32)}`, market: command.market },
  ...{ active: true, canceled: false, sellToken: 'DAI', buyToken: 'ETH' },
  ...{ sellAmount: command.sellAmount, buyAmount: command.buyAmount },
  ...{ sellRemaining: command.sellAmount, buyRemaining: command.buyAmount },
  ...{ sellBook: command.sellAmount, buyBook: command.buyAmount, bookRate: '200' },
  ...{ stopRate: null, peggedCurrency: null, peggedRate: null, hidden: false, trades: [], info: '' },
  ...{ nonce: command.nonce, timestamp: 1, lastActive: 1 },
});

export const orderPacket = (order: OrderView, rid?: number): Packet =>
  packet(0, 'orderStatus', orderArray(order), rid);
