import {
  address,
  amountFrom,
  assert,
  marketId,
  orderId,
  rateKey,
  type MarketDecimals,
  type Side,
} from '@exchange/core/kernel';
import type { Book } from './book';
import { digestFromHex, digestHex } from './digest';
import type { MarketStatus } from './market-rules';
import { createMarket, type MarketState } from './market-state';
import type { CarriedFees, OpenOrder } from './open-order';

/** An order in a snapshot; amounts as decimal text. */
export interface OrderSnapshot {
  readonly orderId: number;
  readonly account: string;
  readonly side: Side;
  readonly sellAmount: string;
  readonly buyAmount: string;
  readonly sold: string;
  readonly sellBook: string;
  readonly buyBook: string;
  readonly rateKey: number;
  readonly leaveAt: number;
  readonly fees: CarriedFees;
}

/** A market as JSON. Orders of each side stand in their priority. */
export interface MarketSnapshot {
  readonly version: 1;
  readonly rules: {
    readonly market: string;
    readonly index: number;
    readonly decimals: MarketDecimals;
    readonly minOrderRemaining: string;
    readonly minOrderRemainingQuote: string;
  };
  readonly workPerStep: number;
  readonly status: MarketStatus;
  readonly restarting: boolean;
  readonly defect: string | null;
  readonly now: number;
  readonly sequence: number;
  readonly tradeCount: number;
  readonly lastTradeTime: number;
  readonly pending: { kind: 'expire' } | { kind: 'sweep'; taker: OrderSnapshot; at: number } | null;
  readonly digest: string;
  readonly buys: readonly OrderSnapshot[];
  readonly sells: readonly OrderSnapshot[];
}

/** The whole state as JSON; equal states give equal text. */
export function snapshotMarket(state: MarketState): MarketSnapshot {
  const { rules, pending } = state;
  return {
    version: 1,
    rules: {
      market: rules.market,
      index: rules.index,
      decimals: { traded: rules.decimals.traded, quote: rules.decimals.quote },
      minOrderRemaining: rules.minOrderRemaining.toString(),
      minOrderRemainingQuote: rules.minOrderRemainingQuote.toString(),
    },
    workPerStep: state.workPerStep,
    status: state.status,
    restarting: state.restarting,
    defect: state.defect ?? null,
    now: state.now,
    sequence: state.sequence,
    tradeCount: state.tradeCount,
    lastTradeTime: state.lastTradeTime,
    pending:
      pending?.kind === 'sweep'
        ? { kind: 'sweep', taker: orderToSnapshot(pending.taker), at: pending.at }
        : (pending ?? null),
    digest: digestHex(state.digest),
    buys: Array.from(state.book.orders('buy'), orderToSnapshot),
    sells: Array.from(state.book.orders('sell'), orderToSnapshot),
  };
}

/** The state a snapshot was taken of: it goes on exactly as if it had never stopped. */
export function restoreMarket(snapshot: MarketSnapshot, book?: Book): MarketState {
  assert(snapshot.version === 1, `unknown version of a market snapshot: ${snapshot.version}`);
  const { rules, pending } = snapshot;
  const state = createMarket(
    {
      market: marketId(rules.market),
      index: rules.index,
      decimals: { traded: rules.decimals.traded, quote: rules.decimals.quote },
      minOrderRemaining: amountFrom(rules.minOrderRemaining),
      minOrderRemainingQuote: amountFrom(rules.minOrderRemainingQuote),
    },
    book === undefined ? { workPerStep: snapshot.workPerStep } : { workPerStep: snapshot.workPerStep, book },
  );
  for (const order of [...snapshot.buys, ...snapshot.sells]) state.book.insert(orderFromSnapshot(order));
  state.status = snapshot.status;
  state.restarting = snapshot.restarting;
  state.defect = snapshot.defect ?? undefined;
  state.now = snapshot.now;
  state.sequence = snapshot.sequence;
  state.tradeCount = snapshot.tradeCount;
  state.lastTradeTime = snapshot.lastTradeTime;
  state.pending =
    pending?.kind === 'sweep'
      ? { kind: 'sweep', taker: orderFromSnapshot(pending.taker), at: pending.at }
      : (pending ?? undefined);
  state.digest = digestFromHex(snapshot.digest);
  return state;
}

function orderToSnapshot(order: OpenOrder): OrderSnapshot {
  const { makerPpm, takerPpm, settlementFee, rebateToken } = order.fees;
  return {
    orderId: order.orderId,
    account: order.account,
    side: order.side,
    sellAmount: order.sellAmount.toString(),
    buyAmount: order.buyAmount.toString(),
    sold: order.sold.toString(),
    sellBook: order.sellBook.toString(),
    buyBook: order.buyBook.toString(),
    rateKey: order.rateKey,
    leaveAt: order.leaveAt,
    fees: { makerPpm, takerPpm, settlementFee, rebateToken },
  };
}

function orderFromSnapshot(order: OrderSnapshot): OpenOrder {
  return {
    orderId: orderId(order.orderId),
    account: address(order.account),
    side: order.side,
    sellAmount: amountFrom(order.sellAmount),
    buyAmount: amountFrom(order.buyAmount),
    sold: amountFrom(order.sold),
    sellBook: amountFrom(order.sellBook),
    buyBook: amountFrom(order.buyBook),
    rateKey: rateKey(order.rateKey),
    leaveAt: order.leaveAt,
    fees: order.fees,
  };
}
