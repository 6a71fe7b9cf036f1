import type { MemoryStore } from '@exchange/test/kit';
import type { AskedFees } from '../actors/asked-fees';
import type { SimulatedTrader } from '../actors/trader';
import { balanceKey, balanceOf, type ContractState } from '../chain/sim-contract';
import type { Traded } from '../services/build-services';
import { checkFees } from './fee-audit';
import { check } from './finding';
import type { AuditedTrade, MarketAudit } from './market-audit';

const maxOf = (a: bigint, b: bigint): bigint => (a > b ? a : b);

interface LedgerView {
  readonly account: MemoryStore;
  readonly marketData: MemoryStore;
  readonly settlement: MemoryStore;
}

interface OrderRow {
  id: number;
  placedAt: number;
  account: string;
  market: string;
  side: string;
  sellToken: string;
  nonce: number;
  signer: string;
  active: boolean;
  sellBook: bigint;
  buyBook: bigint;
  rateKey: number;
  editHeld: bigint | null;
  hidden: boolean;
  stopRateKey: number | null;
}

/** Ids on chain from here on stand in for spent ones. */
const REPLACEMENTS = 2n ** 52n;

interface EntryRow {
  readonly id: number;
  readonly account: string;
  readonly createdAt: number;
  readonly cause: { readonly tradeId?: number; readonly reversing?: boolean };
  readonly canceled: boolean;
  readonly open: boolean;
}

const rows = <R>(store: MemoryStore, table: string): R[] =>
  [...store.table(table).values()] as unknown as R[];

/** What the chain, the books and the clients must agree on once everything has come to rest. */
export class FinalAudit {
  /** What settlement reversed. */
  private readonly reversed: ReadonlySet<number>;

  constructor(
    private readonly stores: LedgerView,
    private readonly contract: ContractState,
    private readonly collector: string,
    private readonly markets: readonly {
      readonly id: string;
      readonly traded: Traded;
      readonly quote: Traded;
      readonly audit: MarketAudit;
    }[],
    private readonly traders: readonly SimulatedTrader[],
    private readonly tokens: readonly Traded[],
    private readonly feesAsked: readonly AskedFees[],
  ) {
    const trades = rows<{ id: number; stage: string }>(this.stores.settlement, 'trades');
    this.reversed = new Set(trades.filter(({ stage }) => stage === 'reversed').map(({ id }) => id));
  }

  check(): void {
    this.checkReversed();
    this.checkSettled();
    this.checkFees();
    this.checkBooks();
    this.checkOpen();
    this.checkPublicTrades();
    this.checkUserTrades();
    this.checkSigners();
    this.checkExits();
    this.checkMinimums();
    this.checkTimes();
    for (const trader of this.traders) this.checkTold(trader);
  }

  /** Everything settled: what an account may use is what the contract holds for it. */
  private checkSettled(): void {
    interface BalanceRow {
      account: string;
      token: string;
      usable: bigint;
      held: bigint;
      pendingWithdrawal: bigint;
      blocked: bigint;
      settled: bigint;
      shortfall: bigint;
    }
    for (const row of rows<BalanceRow>(this.stores.account, 'balance')) {
      // Its fees are a pool's (fee-audit).
      if (row.account === this.collector) continue;
      check(row.shortfall === 0n, () => `${row.account} still lacks ${row.shortfall} of ${row.token}`);
      const onChain = balanceOf(this.contract, row.account as never, row.token as never);
      const claims = row.usable + row.held + row.pendingWithdrawal + row.blocked;
      const name = `${row.account} in ${row.token}`;
      check(row.settled === onChain, () => `${name}: settled ${row.settled}, the contract holds ${onChain}`);
      check(claims === onChain, () => `${name}: may use ${claims}, the contract holds ${onChain}`);
    }
    const known = new Set(this.allTrades().map(({ id }) => BigInt(id)));
    for (const id of this.contract.settled)
      check(known.has(id) || known.has(id - REPLACEMENTS), () => `trade ${id} was settled and never made`);
  }

  /** Each trade settled under its id, or the one that replaces it if that was spent, or was reversed; never both. */
  private checkReversed(): void {
    const { settled, foreign } = this.contract;
    const canceled = new Map<number, number>();
    for (const { cause, canceled: isCanceled, open } of rows<EntryRow>(this.stores.account, 'entry')) {
      const { tradeId, reversing } = cause;
      if (tradeId === undefined) continue;
      check(!(open && reversing === true), () => `trade ${tradeId} is still being reversed`);
      if (isCanceled) canceled.set(tradeId, (canceled.get(tradeId) ?? 0) + 1);
    }
    const marked = new Set(
      rows<{ id: number }>(this.stores.marketData, 'reversed_trades').map(({ id }) => id),
    );
    for (const { id } of this.allTrades()) {
      const own = BigInt(id);
      const onChain = foreign.has(own) ? settled.has(own + REPLACEMENTS) : settled.has(own);
      const isReversed = this.reversed.has(id);
      check(onChain || isReversed, () => `trade ${id} was never settled`);
      check(!(onChain && isReversed), () => `trade ${id} was settled and reversed`);
      const sides = canceled.get(id) ?? 0;
      check(sides === (isReversed ? 2 : 0), () => `${sides} sides of trade ${id} are undone`);
      check(marked.has(id) === isReversed, () => `the public record of trade ${id} is marked wrongly`);
    }
  }

  private checkFees(): void {
    const trades = this.markets.flatMap(({ audit, traded, quote }) =>
      audit.trades
        .filter(({ id }) => !this.reversed.has(id))
        .map((trade) => ({ ...trade, tradedToken: traded.contract, quoteToken: quote.contract })),
    );
    const { contract, collector, tokens, stores, feesAsked } = this;
    checkFees({ contract, collector, tokens, trades, account: stores.account, feesAsked });
  }

  private checkBooks(): void {
    interface LevelRow {
      market: string;
      side: string;
      rateKey: number;
      amount: bigint;
      count: number;
    }
    const orders = rows<OrderRow>(this.stores.account, 'orders').filter((row) => row.active);
    for (const { id, audit } of this.markets) {
      const mine = orders.filter((order) => order.market === id);
      check(
        mine.length === audit.book.resting.size + audit.waiting.size,
        () =>
          `${id}: ${mine.length} open orders, ${audit.book.resting.size} in the book, ${audit.waiting.size} waiting`,
      );
      for (const order of mine) {
        const resting = audit.book.resting.get(order.id);
        const own = resting ?? audit.waiting.get(order.id);
        const same =
          own?.sellBook === order.sellBook &&
          own.buyBook === order.buyBook &&
          own.hidden === order.hidden &&
          (resting === undefined || own.rateKey === order.rateKey);
        check(order.editHeld === null, () => `order ${order.id} still keeps ${order.editHeld} for an edit`);
        const hasStop = resting !== undefined && order.stopRateKey !== null;
        check(!hasStop, () => `order ${order.id} is in the book and has a stop rate`);
        check(same, () => `order ${order.id} differs from the one in the book of ${id}`);
      }
      const levels = rows<LevelRow>(this.stores.marketData, 'levels').filter(
        (row) => row.market === id && row.count > 0,
      );
      const expected = audit.book.all();
      check(
        levels.length === expected.size,
        () => `${id}: ${levels.length} public levels, ${expected.size} in the book`,
      );
      for (const level of levels) {
        const own = expected.get(`${level.side} ${level.rateKey}`);
        const same = own?.amount === level.amount && own.count === level.count;
        check(same, () => `the public level ${level.side} ${level.rateKey} of ${id} differs from the book`);
      }
    }
  }

  /** Nothing is late any more, so nothing is stopped. */
  private checkOpen(): void {
    for (const row of rows<{ market: string; stop: string | null }>(this.stores.account, 'market'))
      check(row.stop === null, () => `${row.market} is still stopped: ${row.stop}`);
  }

  private checkPublicTrades(): void {
    interface TradeRow {
      id: number;
      market: string;
      time: number;
      rateKey: number;
      buy: boolean;
      traded: bigint;
      quote: bigint;
    }
    const published = new Map(rows<TradeRow>(this.stores.marketData, 'trades').map((row) => [row.id, row]));
    const made = this.allTrades();
    check(
      published.size === made.length,
      () => `${made.length} trades were made, ${published.size} published`,
    );
    for (const trade of made) {
      const row = published.get(trade.id);
      const same =
        row?.market === trade.market &&
        row.time === trade.time &&
        row.rateKey === trade.rateKey &&
        row.buy === trade.takerBuys &&
        row.traded === trade.traded &&
        row.quote === trade.quote;
      check(same, () => `trade ${trade.id} was published differently`);
    }
  }

  private checkUserTrades(): void {
    const legs = new Set(
      rows<{ account: string; tradeId: number }>(this.stores.account, 'user_trade').map(
        ({ account, tradeId }) => `${account} ${tradeId}`,
      ),
    );
    const made = this.allTrades();
    check(legs.size === 2 * made.length, () => `${made.length} trades, but ${legs.size} sides of trades`);
    for (const { id, maker, taker } of made) {
      const both = legs.has(`${maker.account} ${id}`) && legs.has(`${taker.account} ${id}`);
      check(both, () => `trade ${id} lacks a side`);
    }
  }

  /** Nobody but the account and its delegates has an order; a removed delegate has none in the book. */
  private checkSigners(): void {
    for (const { id, account, signer, active } of rows<OrderRow>(this.stores.account, 'orders')) {
      if (signer === account) continue;
      const delegate = this.contract.delegates.get(signer as never);
      check(delegate?.account === account, () => `order ${id} was signed by ${signer}, nobody's delegate`);
      const isRemoved = delegate !== undefined && delegate.revokedAt !== 0;
      check(!active || !isRemoved, () => `order ${id} is open, but its delegate was removed`);
    }
  }

  /** What an exit was asked for is blocked and not offered; everything else can be used. */
  private checkExits(): void {
    interface BalanceRow {
      account: string;
      token: string;
      usable: bigint;
      held: bigint;
      blocked: bigint;
    }
    for (const row of rows<BalanceRow>(this.stores.account, 'balance')) {
      const name = `${row.account} in ${row.token}`;
      const isExiting = this.contract.exits.has(balanceKey(row.account as never, row.token as never));
      if (isExiting) check(row.usable + row.held === 0n, () => `${name}: in use, but an exit was asked for`);
      else check(row.blocked === 0n, () => `${name}: blocked without an exit`);
    }
  }

  /** Nothing is open that its owner canceled in mass; and the ledger knows the contract's bound, requested or in force. */
  private checkMinimums(): void {
    interface MinimumRow {
      account: string;
      token: string;
      final: bigint;
      seen: readonly unknown[];
      asked: { readonly minNonce: number } | null;
    }
    const { minNonces, waitingMinNonces } = this.contract;
    const least = (key: string) => maxOf(minNonces.get(key) ?? 0n, waitingMinNonces.get(key) ?? 0n);
    const known = new Map(
      rows<MinimumRow>(this.stores.account, 'minimum_nonce').map((row) => [
        balanceKey(row.account as never, row.token as never),
        row,
      ]),
    );
    for (const key of new Set([...known.keys(), ...minNonces.keys(), ...waitingMinNonces.keys()])) {
      const { final = 0n, seen = [] } = known.get(key) ?? {};
      check(
        final === least(key),
        () => `the least nonce of ${key} is ${least(key)}, the ledger knows ${final}`,
      );
      check(
        seen.length === 0,
        () => `the least nonce of ${key} is in ${seen.length} blocks that aren't final`,
      );
    }
    for (const { id, account, sellToken, nonce, active } of rows<OrderRow>(this.stores.account, 'orders')) {
      const key = balanceKey(account as never, sellToken as never);
      const isBelow = BigInt(nonce) < maxOf(least(key), BigInt(known.get(key)?.asked?.minNonce ?? 0));
      check(!active || !isBelow, () => `order ${id} is open, though its nonce is ${nonce}`);
    }
  }

  /** Whoever goes on by another clock: what an account has later is of no earlier time. */
  private checkTimes(): void {
    const newest = new Map<string, number>();
    const follows = (what: string, id: number, time: number) => {
      const last = newest.get(what) ?? 0;
      check(
        time >= last,
        () => `number ${id} of the ${what} is of ${last - time} ms before the one before it`,
      );
      newest.set(what, time);
    };
    const byId = <R extends { id: number }>(table: string) =>
      rows<R>(this.stores.account, table).sort((a, b) => a.id - b.id);
    for (const { id, account, placedAt } of byId<OrderRow>('orders'))
      follows(`orders of ${account}`, id, placedAt);
    for (const { id, account, createdAt } of byId<EntryRow>('entry'))
      follows(`entries of ${account}`, id, createdAt);
  }

  /** Whatever was promised to a client holds, and it was told of everything. */
  private checkTold(trader: SimulatedTrader): void {
    const { feed } = trader;
    const account = this.stores.account.table('account');
    const record = [...account.values()].find((row) => row['address'] === trader.address);
    const seq = (record?.['seq'] as number | undefined) ?? 0;
    check(feed.seq === seq, () => `${trader.address} was told up to ${feed.seq} of ${seq}`);
    const orders = rows<OrderRow>(this.stores.account, 'orders').filter(
      (row) => row.account === trader.address,
    );
    const byId = new Map(orders.map((order) => [order.id, order]));
    for (const { acceptedAs } of trader.sent) {
      if (acceptedAs === undefined) continue;
      check(byId.has(acceptedAs), () => `order ${acceptedAs} was accepted and is lost`);
    }
    check(
      feed.orders.size === byId.size,
      () => `${trader.address} knows ${feed.orders.size} orders of ${byId.size}`,
    );
    for (const [id, view] of feed.orders) {
      const row = byId.get(id);
      const same =
        row?.active === view.active &&
        row.sellBook.toString() === view.sellBook &&
        row.hidden === view.hidden &&
        (row.stopRateKey === null) === (view.stopRate === null);
      check(same, () => `${trader.address} was told something else of order ${id}`);
    }
    const sides = rows<{ account: string; tradeId: number }>(this.stores.account, 'user_trade');
    const trades = new Set(sides.filter((row) => row.account === trader.address).map((row) => row.tradeId));
    check(
      feed.tradeIds.size === trades.size,
      () => `${trader.address} was told ${feed.tradeIds.size} of ${trades.size} trades`,
    );
  }

  private allTrades(): AuditedTrade[] {
    return this.markets.flatMap(({ audit }) => audit.trades);
  }
}
