import { type Address, assert, type TradeId } from '@exchange/core/kernel';
import type { SettleLeg } from '@exchange/core/message';
import { encodeOrder, type OrderWords, type TokenIdOf } from './encode-order';
import { encodeTrade, type TradeWords } from './encode-trade';
import type { TradeAmounts } from './trade-terms';

/** The contract refuses calls with more (contracts/src/Settlement.sol). */
export const MAX_TRADES = 128;
export const MAX_ORDERS = 256;

/** An order of a trade; its hash (the EIP-712 digest) and account say which order it is. */
export type BatchOrder = Pick<SettleLeg, 'account' | 'orderHash' | 'order'>;

export interface BatchTrade {
  readonly id: TradeId;
  readonly amounts: TradeAmounts;
  readonly maker: BatchOrder;
  readonly taker: BatchOrder;
}

/** A trade as batches take it. What its two legs say must fit together; else account-service is wrong. */
export function batchTrade(maker: SettleLeg, taker: SettleLeg): BatchTrade {
  const id = maker.tradeId;
  assert(maker.sold === taker.bought && maker.bought === taker.sold, `the legs of trade ${id} differ`);
  return {
    ...{ id, maker, taker },
    amounts: {
      makerAmount: maker.sold,
      takerAmount: taker.sold,
      makerFee: maker.fee,
      takerFee: taker.fee,
      makerRebate: maker.rebate,
      rebateToken: maker.rebateToken,
    },
  };
}

/** What settleBatch takes. */
export interface EncodedBatch {
  readonly orders: readonly OrderWords[];
  readonly trades: readonly TradeWords[];
}

/** Why trades can't be one batch; nothing of it is encoded then. */
export type BatchRefusal =
  | { readonly ok: false; readonly code: 'TOO_MANY_TRADES'; readonly trades: number }
  | { readonly ok: false; readonly code: 'TOO_MANY_ORDERS'; readonly orders: number }
  | { readonly ok: false; readonly code: 'DUPLICATE_TRADE'; readonly tradeId: TradeId }
  | { readonly ok: false; readonly code: 'UNKNOWN_TOKEN'; readonly token: Address };

export type BatchEncoding = { readonly ok: true; readonly value: EncodedBatch } | BatchRefusal;

/**
 * Packs trades, in their order, with each order only once: an order of many trades is checked once by the contract.
 * Refused: more than 128 trades or 256 orders, a trade id twice, a token without an id.
 */
export function encodeBatch(trades: readonly BatchTrade[], tokenIdOf: TokenIdOf): BatchEncoding {
  if (trades.length > MAX_TRADES) return { ok: false, code: 'TOO_MANY_TRADES', trades: trades.length };
  const seen = new Set<TradeId>();
  for (const { id } of trades) {
    if (seen.has(id)) return { ok: false, code: 'DUPLICATE_TRADE', tradeId: id };
    seen.add(id);
  }
  const indexes = orderIndexes(trades);
  if (indexes.size > MAX_ORDERS) return { ok: false, code: 'TOO_MANY_ORDERS', orders: indexes.size };

  const orders: OrderWords[] = [];
  for (const { order: side } of indexes.values()) {
    const { sellToken, buyToken } = side.order.terms;
    const sellTokenId = tokenIdOf(sellToken);
    if (sellTokenId === undefined) return unknownToken(sellToken);
    const buyTokenId = tokenIdOf(buyToken);
    if (buyTokenId === undefined) return unknownToken(buyToken);
    orders.push(encodeOrder(side, sellTokenId, buyTokenId));
  }
  const indexOf = (order: BatchOrder): number => indexes.get(orderKey(order))?.index ?? -1;
  const words = trades.map(({ id, amounts, maker, taker }) =>
    encodeTrade(id, amounts, indexOf(maker), indexOf(taker)),
  );
  return { ok: true, value: { orders, trades: words } };
}

interface IndexedOrder {
  readonly index: number;
  readonly order: BatchOrder;
}

/** The orders in the order of their first trade. */
function orderIndexes(trades: readonly BatchTrade[]): Map<string, IndexedOrder> {
  const indexes = new Map<string, IndexedOrder>();
  for (const order of trades.flatMap(({ maker, taker }) => [maker, taker])) {
    const key = orderKey(order);
    if (!indexes.has(key)) indexes.set(key, { index: indexes.size, order });
  }
  return indexes;
}

/** Two accounts may sign the same terms, which then have the same hash. */
const orderKey = (order: BatchOrder): string => `${order.account}${order.orderHash}`;

const unknownToken = (token: Address): BatchRefusal => ({ ok: false, code: 'UNKNOWN_TOKEN', token });
