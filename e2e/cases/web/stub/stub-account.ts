import {
  authMessage,
  type EntryView,
  historicalLedgerEntriesPacket,
  historicalOrdersPacket,
  type OrderView,
  packet,
  type Packet,
  userFill,
} from '@exchange/core/wire';

/** The one account of the stub: its wallet shows it, and whoever asks is logged in as it. */
export const ACCOUNT = `0x${'a1'.repeat(20)}`;
const NOBODY = `0x${'00'.repeat(20)}`;
const UNIT = 10n ** 15n;
const STEP_MS = 60_000;

export interface StubCommand {
  readonly c: string;
  readonly rid?: number;
  readonly before?: number;
  readonly limit?: number;
  readonly tradeId?: number;
}

/** What the account is told of itself: it has nothing open, and so many past orders, trades and ledger entries. */
export class StubAccount {
  constructor(
    private readonly past: number,
    private readonly now: number,
  ) {}

  /** The answer to a command of the account; undefined to any other. */
  answer(command: StubCommand): readonly Packet[] | undefined {
    const { c, rid = 0 } = command;
    switch (c) {
      case 'authenticate':
      case 'authenticateWithSession':
        return this.#letIn(rid);
      case 'getDelegateSnapshot':
        return [packet(0, 'delegateSnapshot', [], rid)];
      case 'getActiveOrderSnapshot':
        return [packet(0, 'activeOrderSnapshot', [], rid)];
      case 'getUserTrades':
        return [packet(0, 'userTrades', { trades: [] }, rid)];
      case 'getHistoricalOrders':
        return [
          historicalOrdersPacket(
            this.#page(command, (id) => this.#order(id)),
            {},
            rid,
          ),
        ];
      case 'getUserFills':
        return [packet(0, 'userFills', { fills: this.#page(command, (id) => this.#fill(id)) }, rid)];
      case 'getHistoricalLedgerEntries':
        return [
          historicalLedgerEntriesPacket(
            this.#page(command, (id) => this.#entry(id)),
            {},
            rid,
          ),
        ];
      case 'getTrace':
        return [packet(0, 'trace', { order: null, trades: [], more: false }, rid)];
      default:
        return undefined;
    }
  }

  #letIn(rid: number): readonly Packet[] {
    const auth = { status: 'authenticated', address: ACCOUNT, session: `s${rid}`, delegate: NOBODY } as const;
    return [
      packet(0, 'auth', authMessage(auth), rid),
      packet(0, 'balanceSnapshot', [['ETH', String(5_000n * UNIT), String(5_000n * UNIT), '0']]),
      packet(0, 'pendingLedgerEntrySnapshot', []),
      packet(0, 'feeTier', [1.5, 0, 0.0025]),
    ];
  }

  /** Newest first, before an id; ids begin at 1. */
  #page<T>({ before = this.past + 1, limit = 20 }: StubCommand, item: (id: number) => T): readonly T[] {
    const first = Math.min(before, this.past + 1) - 1;
    return Array.from({ length: Math.min(limit, first) }, (_, at) => item(first - at));
  }

  #timeOf = (id: number): number => this.now - (this.past - id) * STEP_MS;

  #order(id: number): OrderView {
    const amount = String(BigInt(id) * UNIT);
    const paid = String(BigInt(id) * 3_000n * UNIT);
    return {
      ...{ id, cid: 0, hash: `0x${id.toString(16).padStart(64, '0')}`, market: 'ETHDAI' },
      ...{ active: false, canceled: id % 3 === 0, sellToken: 'DAI', buyToken: 'ETH', sellAmount: paid },
      ...{ buyAmount: amount, sellRemaining: '0', buyRemaining: '0', sellBook: '0', buyBook: '0' },
      ...{ bookRate: '3000', stopRate: null, peggedCurrency: null, peggedRate: null, hidden: false },
      ...{ trades: [], info: id % 3 === 0 ? 'canceled by its owner' : '', nonce: id },
      ...{ timestamp: this.#timeOf(id), lastActive: this.#timeOf(id) },
    };
  }

  #fill(id: number) {
    const trade = {
      ...{ id, market: 'ETHDAI', buy: id % 2 === 0, rate: '3000', amount: String(BigInt(id) * UNIT) },
      ...{ tradeFee: String(UNIT), settlementFee: '0', makerRebate: '0', rebateToken: '' },
      ...{ orderId: id, orderCid: 0, timestamp: this.#timeOf(id), role: 'taker' as const },
    };
    return userFill(trade, { traded: 'ETH', quote: 'DAI' });
  }

  #entry(id: number): EntryView {
    const net = String(BigInt(id) * UNIT);
    return {
      ...{
        id,
        type: 'deposit',
        changes: [{ token: 'ETH', amount: net, fees: '0', net }],
        applied: [[1, 1, 1]],
      },
      ...{ signature: {}, transaction: `0x${id.toString(16).padStart(64, '0')}`, blockNumber: id },
      ...{ blockHash: `0x${'bb'.repeat(32)}`, canceled: false, description: 'a deposit' },
      ...{ timestamp: this.#timeOf(id), lastUpdated: this.#timeOf(id) },
    };
  }
}
