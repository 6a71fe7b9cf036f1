import type {
  AuthView,
  BalanceView,
  DelegateView,
  EntryView,
  FeeTierView,
  OrderView,
  SignatureView,
  UserTradeView,
} from '../views';

/** The order object: 24 positions (seed: Order object). */
export function orderArray(order: OrderView) {
  return [
    order.id,
    order.cid,
    order.hash,
    order.market,
    order.active,
    order.canceled,
    order.sellToken,
    order.buyToken,
    order.sellAmount,
    order.buyAmount,
    order.sellRemaining,
    order.buyRemaining,
    order.sellBook,
    order.buyBook,
    order.bookRate,
    order.stopRate,
    order.peggedCurrency,
    order.peggedRate,
    order.hidden,
    order.trades,
    order.info,
    order.nonce,
    order.timestamp,
    order.lastActive,
  ] as const;
}

/** seed: Balance object. */
export function balanceArray(balance: BalanceView) {
  return [balance.token, balance.settled, balance.usable, balance.blocked] as const;
}

/** The members of a signature that are there, and no others. */
export function signatureObject({ v, r, s, nonce, deadline }: SignatureView): SignatureView {
  return {
    ...(v === undefined ? {} : { v }),
    ...(r === undefined ? {} : { r }),
    ...(s === undefined ? {} : { s }),
    ...(nonce === undefined ? {} : { nonce }),
    ...(deadline === undefined ? {} : { deadline }),
  };
}

/** The ledger entry: 12 positions (seed: Ledger entry). */
export function ledgerEntryArray(entry: EntryView) {
  return [
    entry.id,
    entry.type,
    entry.changes.map(({ token, amount, fees, net }) => [token, amount, fees, net] as const),
    entry.applied,
    signatureObject(entry.signature),
    entry.transaction,
    entry.blockNumber,
    entry.blockHash,
    entry.canceled,
    entry.description,
    entry.timestamp,
    entry.lastUpdated,
  ] as const;
}

/** seed: Delegate object. */
export function delegateArray(delegate: DelegateView) {
  return [
    delegate.delegate,
    delegate.active,
    delegate.accepted,
    signatureObject(delegate.removalSignature),
    delegate.label,
    delegate.isTradingLogin,
  ] as const;
}

/** seed: User trade, 12 positions. */
export function userTradeArray(trade: UserTradeView) {
  return [
    trade.id,
    trade.market,
    trade.buy ? 1 : 0,
    trade.rate,
    trade.amount,
    trade.tradeFee,
    trade.settlementFee,
    trade.makerRebate,
    trade.rebateToken,
    trade.timestamp,
    trade.orderId,
    trade.orderCid,
  ] as const;
}

/** Parts per million as the JSON number with exactly these digits: 2500 → 0.0025. */
export const ppmNumber = (ppm: number): number => Number(`${ppm}e-6`);

/** seed: Fee tier. The seed shows all three as JSON numbers. */
export function feeTierArray(tier: FeeTierView) {
  return [Number(tier.volume), ppmNumber(tier.makerPpm), ppmNumber(tier.takerPpm)] as const;
}
export type FeeTierArray = ReturnType<typeof feeTierArray>;

/** The message of an auth packet (seed: Personal events). */
export function authMessage(auth: AuthView) {
  return [auth.status, auth.address, auth.session, auth.delegate] as const;
}
