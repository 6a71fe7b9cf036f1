import { type Address, assert, formatRate, present } from '@exchange/core/kernel';
import type {
  Balance,
  Delegate,
  Entry,
  FactOf,
  Order,
  OrderCancellation,
  UserTrade,
} from '@exchange/core/ledger';
import type {
  AccountFact,
  BalanceView,
  DelegateView,
  OrderView,
  PlacedWith,
  ToldEntry,
  UserTradeView,
} from '@exchange/core/message';
import type { ListingState } from '../listing/listing-state';

/** What the ledger holds, as the account is told it (seed: Order object, Balance object, Ledger entry, …). */

export function orderView(order: Order, listing: ListingState): OrderView {
  const { terms } = order.signed;
  return {
    id: order.id,
    cid: order.cid ?? 0,
    hash: order.hash,
    market: order.market,
    active: order.active,
    canceled: order.canceled,
    sellToken: listing.symbolOf(terms.sellToken),
    buyToken: listing.symbolOf(terms.buyToken),
    sellAmount: terms.sellAmount.toString(),
    buyAmount: terms.buyAmount.toString(),
    sellRemaining: order.sellRemaining.toString(),
    buyRemaining: order.buyRemaining.toString(),
    sellBook: order.sellBook.toString(),
    buyBook: order.buyBook.toString(),
    bookRate: formatRate(order.rateKey),
    stopRate: order.stopRateKey === null ? null : formatRate(order.stopRateKey),
    peggedCurrency: order.peg?.currency ?? null,
    peggedRate: order.peg === null ? null : formatRate(order.peg.rateKey),
    hidden: order.hidden,
    trades: [...order.trades],
    info: order.info,
    nonce: terms.nonce,
    timestamp: order.placedAt,
    lastActive: order.lastActiveAt,
  };
}

/** What an order was placed with, beside what its view shows. */
export function placedView({ digest, packedHash, signed, expiresAt, fees, execution }: Order): PlacedWith {
  const { signer, format, terms } = signed;
  return {
    ...{ digest, packedHash, signer, signatureFormat: format, terms, timeInForce: expiresAt },
    rebateToken: fees.rebateToken,
    ...(execution === undefined ? {} : { execution }),
  };
}

export function balanceView(token: Address, balance: Balance, listing: ListingState): BalanceView {
  return {
    token: listing.symbolOf(token),
    settled: balance.settled.toString(),
    usable: balance.usable.toString(),
    blocked: balance.blocked.toString(),
  };
}

export function entryView(entry: Entry, listing: ListingState): ToldEntry {
  return {
    id: entry.id,
    type: entry.type,
    changes: entry.changes.map((change) => ({
      token: listing.symbolOf(change.token),
      amount: change.amount.toString(),
      fees: change.fees.toString(),
      net: change.net.toString(),
    })),
    applied: present(entry.applied[0], `marks of entry ${entry.id}`),
    appliedItems: entry.applied,
    signature: signatureOf(entry),
    transaction: entry.transaction,
    blockNumber: entry.blockNumber,
    blockHash: entry.blockHash,
    canceled: entry.canceled,
    description: entry.description,
    timestamp: entry.createdAt,
    lastUpdated: entry.updatedAt,
  };
}

function signatureOf(entry: Entry): ToldEntry['signature'] {
  if (entry.cause.kind !== 'withdrawal') return {};
  const { signature, nonce, deadline } = entry.cause;
  return signature === null ? {} : { v: signature.v, r: signature.r, s: signature.s, nonce, deadline };
}

export function userTradeView(trade: UserTrade, listing: ListingState): UserTradeView {
  return {
    id: trade.tradeId,
    market: trade.market,
    buy: trade.side === 'buy',
    rate: formatRate(trade.rateKey),
    amount: trade.amount.toString(),
    tradeFee: trade.tradeFee.toString(),
    settlementFee: trade.settlementFee.toString(),
    makerRebate: trade.rebate.toString(),
    rebateToken: trade.rebateToken === null ? '' : listing.symbolOf(trade.rebateToken),
    timestamp: trade.time,
    orderId: trade.orderId,
    orderCid: trade.orderCid ?? 0,
    ...(trade.role === null ? {} : { role: trade.role }),
  };
}

/** The co-signature that voids an order in the contract. */
export function cancellationFact({ hash, deadline, signature }: OrderCancellation): AccountFact {
  assert(signature !== null && deadline !== null, `cancellation of ${hash} without a signature`);
  return { kind: 'orderCancellation', hash, signature: { ...signature, deadline } };
}

/** The co-signature that raises a minimum nonce in the contract. */
export function minimumNonceFact({
  token,
  asked: { minNonce, deadline, signature },
}: Pick<FactOf<'minimumNonceSigned'>, 'token' | 'asked'>): AccountFact {
  assert(
    signature !== null && deadline !== null,
    `minimum nonce ${minNonce} of ${token} without a signature`,
  );
  return { kind: 'minimumNonce', token, minNonce, signature: { ...signature, deadline } };
}

function removalSignatureOf({ removal }: Delegate): DelegateView['removalSignature'] {
  if (removal === null || removal.signature === null || removal.deadline === null) return {};
  return { ...removal.signature, deadline: removal.deadline };
}

export function delegateView(delegate: Delegate): DelegateView {
  return {
    delegate: delegate.delegate,
    active: delegate.active,
    accepted: delegate.accepted,
    removalSignature: removalSignatureOf(delegate),
    label: delegate.label,
    isTradingLogin: delegate.isTradingLogin,
  };
}
