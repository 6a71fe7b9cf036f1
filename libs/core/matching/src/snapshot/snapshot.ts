import {
  amountFrom,
  assert,
  marketId,
  orderId,
  rateKey,
  type MarketDecimals,
  type Side,
} from '@exchange/core/kernel';
import { type MarketRules, type MarketStatus, recordedInput } from '@exchange/core/message';
import type { Book } from '../book/book';
import { digestFromHex, digestHex } from '../tape/digest';
import { dryWalk } from '../execution/dry-walk';
import type { MarketCommand } from '../market/command';
import { createMarket } from '../market/create-market';
import type { Market, OrderStore } from '../market/market';
import { decimalsOf, type BulkWork, type MarketState, type Sweep } from '../market/market-state';
import { FIRST_RULES_VERSION } from '../market/rules-version';
import { type ListedOrders, packOrders, unpackOrders } from './order-rows';
import { orderFromSnapshot, orderToSnapshot, type OrderSnapshot } from './order-snapshot';

/**
 * A market as JSON. Orders stand in the order in which they come next. Version 1 had no rows of orders, version 2 no
 * version of the rules: they are the first.
 */
export interface MarketSnapshot {
  readonly version: 1 | 2 | 3;
  readonly rulesVersion?: number;
  readonly rules: {
    readonly market: string;
    readonly index: number;
    readonly decimals: MarketDecimals;
    readonly minOrderRemaining: string;
    readonly minOrderRemainingQuote: string;
    readonly priceBandPercent: number | null;
    readonly minOrderAmount?: string | null;
    readonly minOrderAmountQuote?: string | null;
  };
  readonly workPerStep: number;
  readonly status: MarketStatus;
  readonly restarting: boolean;
  readonly defect: string | null;
  readonly now: number;
  readonly sequence: number;
  readonly tradeCount: number;
  readonly lastTradeTime: number;
  readonly lastRate: number | null;
  readonly at: number;
  readonly sweep: {
    readonly taker: OrderSnapshot;
    readonly lastRate: number | null;
    /** Only while a fill-or-kill order walks over the book. */
    readonly walk?: { readonly taker: OrderSnapshot; readonly met: number };
  } | null;
  readonly crossed: readonly { readonly side: Side; readonly to: number }[];
  readonly bulk:
    | { readonly kind: 'expire' | 'delist' | 'cancel_all' }
    | { readonly kind: 'repeg'; readonly left: readonly number[] }
    | null;
  /** The command that waits for expiry, as the record writes it. */
  readonly deferred?: unknown;
  readonly digest: string;
  readonly buys: ListedOrders;
  readonly sells: ListedOrders;
  readonly stops: readonly OrderSnapshot[];
  readonly suspended: readonly OrderSnapshot[];
  readonly idle?: readonly OrderSnapshot[];
  readonly pegged: readonly { readonly orderId: number; readonly currency: string }[];
  readonly pegRates: readonly {
    readonly currency: string;
    readonly latest: string | null;
    readonly applied: string | null;
  }[];
}

/** The whole state as JSON; equal states give equal text. */
export function snapshotMarket(state: MarketState): MarketSnapshot {
  const { rules, sweep, book, stops } = state;
  return {
    version: 3,
    rulesVersion: state.rulesVersion,
    rules: {
      market: rules.market,
      index: rules.index,
      decimals: decimalsOf(rules),
      minOrderRemaining: rules.minOrderRemaining.toString(),
      minOrderRemainingQuote: rules.minOrderRemainingQuote.toString(),
      priceBandPercent: rules.priceBandPercent ?? null,
      minOrderAmount: rules.minOrderAmount?.toString() ?? null,
      minOrderAmountQuote: rules.minOrderAmountQuote?.toString() ?? null,
    },
    workPerStep: state.workPerStep,
    status: state.status,
    restarting: state.restarting,
    defect: state.defect ?? null,
    now: state.now,
    sequence: state.sequence,
    tradeCount: state.tradeCount,
    lastTradeTime: state.lastTradeTime,
    lastRate: state.lastRate ?? null,
    at: state.at,
    sweep: sweepToSnapshot(sweep),
    crossed: state.crossed.map(({ side, to }) => ({ side, to })),
    bulk: bulkToSnapshot(state.bulk),
    deferred: commandToSnapshot(state.deferred),
    digest: digestHex(book.tape.digest),
    buys: packOrders(book.orders('buy')),
    sells: packOrders(book.orders('sell')),
    stops: [...stops.orders('buy'), ...stops.orders('sell')].map(orderToSnapshot),
    suspended: Array.from(state.suspended.values(), orderToSnapshot),
    idle: Array.from(state.idle.values(), orderToSnapshot),
    pegged: Array.from(state.pegged, ([id, currency]) => ({ orderId: id, currency })),
    pegRates: Array.from(state.pegRates, ([currency, { latest, applied }]) => ({
      currency,
      latest: latest ?? null,
      applied: applied ?? null,
    })),
  };
}

/** The state a snapshot was taken of: it resumes exactly as if it had never stopped. */
export function restoreMarket(snapshot: MarketSnapshot, store?: OrderStore): Market {
  assert([1, 2, 3].includes(snapshot.version), `unknown version of a market snapshot: ${snapshot.version}`);
  const { workPerStep, rulesVersion = FIRST_RULES_VERSION, sweep, crossed, bulk, deferred = null } = snapshot;
  const state = createMarket(rulesFromSnapshot(snapshot.rules), {
    workPerStep,
    rulesVersion,
    ...(store === undefined ? {} : { store }),
  });
  for (const order of unpackOrders(snapshot.buys)) state.book.insert(order);
  for (const order of unpackOrders(snapshot.sells)) state.book.insert(order);
  for (const order of snapshot.stops) state.stops.add(orderFromSnapshot(order));
  for (const order of snapshot.suspended)
    state.suspended.set(orderId(order.orderId), orderFromSnapshot(order));
  for (const order of snapshot.idle ?? []) state.idle.set(orderId(order.orderId), orderFromSnapshot(order));
  for (const order of snapshot.pegged) state.pegged.set(orderId(order.orderId), order.currency);
  for (const { currency, latest, applied } of snapshot.pegRates) {
    state.pegRates.set(currency, { latest: latest ?? undefined, applied: applied ?? undefined });
  }
  state.status = snapshot.status;
  state.restarting = snapshot.restarting;
  state.defect = snapshot.defect ?? undefined;
  state.now = snapshot.now;
  state.sequence = snapshot.sequence;
  state.tradeCount = snapshot.tradeCount;
  state.lastTradeTime = snapshot.lastTradeTime;
  state.lastRate = rateFromSnapshot(snapshot.lastRate);
  state.at = snapshot.at;
  state.sweep = sweepFromSnapshot(sweep, state.book);
  state.crossed.push(...crossed.map(({ side, to }) => ({ side, to: rateKey(to) })));
  state.bulk = bulkFromSnapshot(bulk);
  state.deferred = commandFromSnapshot(deferred);
  state.book.tape.digest = digestFromHex(snapshot.digest);
  return state;
}

const amountOrNone = (text: string | null | undefined) =>
  text === null || text === undefined ? undefined : amountFrom(text);

const rateFromSnapshot = (key: number | null) => (key === null ? undefined : rateKey(key));

function rulesFromSnapshot(rules: MarketSnapshot['rules']): MarketRules {
  return {
    market: marketId(rules.market),
    index: rules.index,
    tradedDecimals: rules.decimals.traded,
    quoteDecimals: rules.decimals.quote,
    minOrderRemaining: amountFrom(rules.minOrderRemaining),
    minOrderRemainingQuote: amountFrom(rules.minOrderRemainingQuote),
    priceBandPercent: rules.priceBandPercent ?? undefined,
    minOrderAmount: amountOrNone(rules.minOrderAmount),
    minOrderAmountQuote: amountOrNone(rules.minOrderAmountQuote),
  };
}

function sweepToSnapshot(sweep: Sweep | undefined): MarketSnapshot['sweep'] {
  if (sweep === undefined) return null;
  const { taker, lastRate = null, walk } = sweep;
  return {
    taker: orderToSnapshot(taker),
    lastRate,
    ...(walk === undefined ? {} : { walk: { taker: orderToSnapshot(walk.taker), met: walk.met } }),
  };
}

function sweepFromSnapshot(sweep: MarketSnapshot['sweep'], book: Book): Sweep | undefined {
  if (sweep === null) return undefined;
  const { taker, lastRate, walk } = sweep;
  return {
    taker: orderFromSnapshot(taker),
    lastRate: rateFromSnapshot(lastRate),
    ...(walk === undefined ? {} : { walk: dryWalk(book, orderFromSnapshot(walk.taker), walk.met) }),
  };
}

function bulkToSnapshot(bulk: BulkWork | undefined): MarketSnapshot['bulk'] {
  return bulk?.kind === 'repeg' ? { kind: bulk.kind, left: bulk.orders.slice(bulk.done) } : (bulk ?? null);
}

function bulkFromSnapshot(bulk: MarketSnapshot['bulk']): BulkWork | undefined {
  if (bulk === null) return undefined;
  if (bulk.kind !== 'repeg') return { kind: bulk.kind };
  return { kind: bulk.kind, orders: bulk.left.map((id) => orderId(id)), done: 0 };
}

function commandToSnapshot(command: MarketCommand | undefined): unknown {
  if (command === undefined) return null;
  const { at, ...input } = command;
  return recordedInput.write({ at, input });
}

function commandFromSnapshot(recorded: unknown): MarketCommand | undefined {
  if (recorded === null) return undefined;
  const { at, input } = recordedInput.read(recorded);
  return { at, ...input };
}
