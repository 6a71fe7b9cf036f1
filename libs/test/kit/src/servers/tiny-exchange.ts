import type { AddressInfo } from 'node:net';
import { rejectionText } from '@exchange/core/kernel';
import {
  ADDRESS_LIMITS,
  type Command,
  limitsView,
  type Packet,
  packet,
  type ParsedFrame,
  parseFrame,
} from '@exchange/core/wire';
import { WebSocketServer, type WebSocket } from 'ws';

/** Its contract. */
export const TINY_CONTRACT = `0x${'c0'.repeat(20)}`;
const DAI = `0x${'a1'.repeat(20)}`;
const ETH = `0x${'00'.repeat(20)}`;

/** What it says that it is. */
export const TINY_CONFIG = {
  contractAddress: TINY_CONTRACT,
  network: 'dev',
  conversionCurrencies: {},
  barDataPrecisions: {},
  name: 'tiny',
  chainId: 31337,
  confirmations: 2,
  time: 1_700_000_000_000,
  fees: [],
  limits: limitsView(ADDRESS_LIMITS),
};

const MINIMUMS = { minOrderAmount: '10001', minOrderRemaining: '1' };

/** Its one market. */
export const TINY_LISTED = {
  tokens: {
    ETH: { contract: ETH, name: 'Ether', decimals: 18, ...MINIMUMS, status: 'open' },
    DAI: { contract: DAI, name: 'Dai', decimals: 6, ...MINIMUMS, status: 'open' },
  },
  markets: {
    ETHDAI: {
      traded: 'ETH',
      quote: 'DAI',
      minOrderAmountQuote: '1',
      minOrderRemainingQuote: '1',
      status: 'open' as const,
    },
  },
};

/** What a test says to a command. */
export type ScriptedAnswer = (command: Command, rid: number, socket: WebSocket) => readonly Packet[];

/** What a client looks at after each login, unless a test answers it: nothing is there. */
function nothingOf({ c }: Command, rid: number): readonly Packet[] | undefined {
  switch (c) {
    case 'getActiveOrderSnapshot':
      return [packet(0, 'activeOrderSnapshot', [], rid)];
    case 'getUserTrades':
      return [packet(0, 'userTrades', { trades: [] }, rid)];
    case 'getHistoricalLedgerEntries':
      return [packet(0, 'historicalLedgerEntries', { ledgerEntries: [] }, rid)];
    default:
      return undefined;
  }
}

/** A websocket server that reads commands as the exchange does and answers as a test says. */
export class TinyExchange {
  readonly commands: Command[] = [];
  private readonly server = new WebSocketServer({ port: 0, host: '127.0.0.1' });

  static listen(answer: ScriptedAnswer, config: object = TINY_CONFIG): Promise<TinyExchange> {
    const exchange = new TinyExchange(answer, config);
    return new Promise((resolve) => exchange.server.on('listening', () => resolve(exchange)));
  }

  private constructor(
    private readonly answer: ScriptedAnswer,
    config: object,
  ) {
    this.server.on('connection', (socket) => {
      socket.send(JSON.stringify([packet(0, 'config', config)]));
      socket.on('message', (data) => this.receive(socket, parseFrame(String(data))));
    });
  }

  get url(): string {
    return `ws://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  push(...packets: Packet[]): void {
    for (const socket of this.server.clients) socket.send(JSON.stringify(packets));
  }

  /** Cuts all connections without a goodbye. */
  cut(): void {
    for (const socket of this.server.clients) socket.terminate();
  }

  close(): Promise<void> {
    this.cut();
    return new Promise((resolve, reject) => {
      this.server.close((error) => (error === undefined ? resolve() : reject(error)));
    });
  }

  private receive(socket: WebSocket, frame: ParsedFrame): void {
    if (frame.kind !== 'elements') throw new Error('frame too long');
    for (const element of frame.elements) {
      if (!element.ok) throw new Error(rejectionText(element.rejection));
      const { command, rid = -1 } = element;
      const looked = nothingOf(command, rid);
      const answer =
        command.c === 'getListed'
          ? [packet(0, 'listed', TINY_LISTED, rid)]
          : this.answer(command, rid, socket);
      if (looked === undefined || answer.length > 0) this.commands.push(command);
      const packets = answer.length > 0 ? answer : (looked ?? []);
      if (packets.length > 0) socket.send(JSON.stringify(packets));
    }
  }
}
