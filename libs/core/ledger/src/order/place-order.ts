import {
  type Address,
  type Hash,
  type MarketId,
  ok,
  type OrderId,
  type RateKey,
  reject,
  type Result,
  type Side,
  type TokenAmount,
} from '@exchange/core/kernel';
import type { Execution, MarketInput, PlacementOptions, SignedOrder } from '@exchange/core/message';
import { sideOf } from '@exchange/core/order';
import type { Account } from '../account/account';
import type { Fact } from '../fact';
import { Journal } from '../journal';
import type { Ledger } from '../ledger';
import type { TradingRules } from '../account/listing';
import type { Order } from './order';
import {
  approveAmounts,
  bothAmounts,
  type BookAmounts,
  checkMinimums,
  peggedAmounts,
  rateOf,
} from './order-amounts';
import {
  approveCaps,
  approveFunds,
  approveMarket,
  approveNonce,
  approveSigner,
  feeTermsFor,
  soldToken,
} from './order-approval';

/** An order whose signature was recovered. `at`: Unix ms. */
export interface NewOrder extends PlacementOptions {
  readonly account: Address;
  readonly market: MarketId;
  readonly signed: SignedOrder;
  readonly hash: Hash;
  readonly digest: Hash;
  /** By which its owner may have voided it before it came, and by which it is found, in whatever format it comes. */
  readonly packedHash: Hash;
  /** Names the connection that placed it. */
  readonly via?: string | undefined;
  /** The account whose delegate the signer is or was, by the directory. */
  readonly signerOwner?: Address | undefined;
  /** The order of this account that had the same digest at any time. */
  readonly duplicateOf?: OrderId | undefined;
  /** Network cost per trade in the bought token; 0 when it isn't charged. */
  readonly settlementFee: TokenAmount;
  readonly at: number;
}

export interface PlacedOrder {
  readonly order: Order;
  readonly facts: readonly Fact[];
}

/** What the checks found out about an order. */
interface Approval {
  readonly market: TradingRules;
  readonly side: Side;
  readonly book: BookAmounts;
  readonly rateKey: RateKey;
  readonly expiresAt: number;
}

/**
 * Accepts an order: every rule that needs account or listing, then the hold of all it offers. A refusal changed
 * nothing (docs/interface, orders).
 */
export function placeOrder(ledger: Ledger, input: NewOrder): Result<PlacedOrder> {
  const account = ledger.account(input.account);
  const approval = approve(ledger, account, input);
  if (!approval.ok) return approval;
  const journal = new Journal(ledger, account, input.at);
  const order = openOrder(ledger, account, input, approval.value);
  const { sellToken } = input.signed.terms;
  journal.order(order);
  journal.post({ kind: 'order', id: order.id }, [
    journal.line(sellToken, 'usable', -order.held),
    journal.line(sellToken, 'held', order.held),
  ]);
  journal.tell({ kind: 'marketInput', market: order.market, input: placeInput(order, input.execution) });
  return ok({ order, facts: journal.close() });
}

function approve(ledger: Ledger, account: Account, input: NewOrder): Result<Approval> {
  const { signed } = input;
  const { terms } = signed;
  const market = approveMarket(ledger, account, input.market);
  if (!market.ok) return market;
  const side = sideOf(terms, market.value);
  if (!side.ok) return side;
  const expiresAt = approveSigner(account, signed, input);
  if (!expiresAt.ok) return expiresAt;
  const current = approveNonce(account, soldToken(market.value, side.value), signed);
  if (!current.ok) return current;
  const unique = approveUnique(account, input);
  if (!unique.ok) return unique;
  const caps = approveCaps(ledger, account, input.market, {
    isNew: true,
    hasStop: input.stopRateKey !== undefined,
    hasPeg: input.peg !== undefined,
  });
  if (!caps.ok) return caps;

  const wholeOrder = { sellBook: terms.sellAmount, buyBook: terms.buyAmount };
  const lastRate = ledger.lastRates.get(input.market);
  const signedMinimums = checkMinimums(market.value, side.value, wholeOrder, lastRate);
  if (!signedMinimums.ok) return signedMinimums;
  const signedRate = rateOf(market.value, side.value, wholeOrder);
  if (!signedRate.ok) return signedRate;
  const book =
    input.peg === undefined
      ? bothAmounts(input, wholeOrder)
      : peggedAmounts(side.value, terms, input, wholeOrder);
  if (!book.ok) return book;
  const limits = { terms, sellRemaining: terms.sellAmount };
  const rateKey = approveAmounts(market.value, side.value, limits, book.value, lastRate);
  if (!rateKey.ok) return rateKey;

  const funded = approveFunds(account, soldToken(market.value, side.value), book.value.sellBook);
  if (!funded.ok) return funded;
  return ok({
    market: market.value,
    side: side.value,
    book: book.value,
    rateKey: rateKey.value,
    expiresAt: expiresAt.value,
  });
}

function approveUnique(account: Account, input: NewOrder): Result<true> {
  const duplicateOf = input.duplicateOf ?? account.orderOfHash(input.digest)?.id;
  if (duplicateOf !== undefined) {
    return reject('DUPLICATE_ORDER', `the same signed order was accepted as order ${duplicateOf}`);
  }
  const sameCid = input.cid === undefined ? undefined : account.orderOfCid(input.cid);
  if (sameCid !== undefined) {
    return reject('DUPLICATE_CID', `cid ${input.cid} is that of your open order ${sameCid.id}`);
  }
  return ok(true);
}

function openOrder(ledger: Ledger, account: Account, input: NewOrder, approval: Approval): Order {
  const { terms } = input.signed;
  return {
    id: ledger.nextOrderId(),
    account: account.address,
    cid: input.cid ?? null,
    hash: input.hash,
    digest: input.digest,
    packedHash: input.packedHash,
    market: approval.market.id,
    side: approval.side,
    signed: input.signed,
    sellRemaining: terms.sellAmount,
    buyRemaining: terms.buyAmount,
    sellBook: approval.book.sellBook,
    buyBook: approval.book.buyBook,
    held: approval.book.sellBook,
    editHeld: null,
    rateKey: approval.rateKey,
    hidden: input.hidden ?? false,
    stopRateKey: input.stopRateKey ?? null,
    peg: input.peg ?? null,
    fees: feeTermsFor(ledger, account, {
      rebateToken: input.rebateToken ?? 'sell',
      settlementFee: input.settlementFee,
    }),
    expiresAt: approval.expiresAt,
    active: true,
    cancelAsked: false,
    canceled: false,
    info: '',
    trades: [],
    placedAt: input.at,
    execution: input.execution ?? 'none',
    via: input.via ?? null,
    lastActiveAt: input.at,
  };
}

const placeInput = (order: Order, execution: Execution | undefined): MarketInput => ({
  kind: 'place',
  orderId: order.id,
  account: order.account,
  side: order.side,
  sellAmount: order.signed.terms.sellAmount,
  buyAmount: order.signed.terms.buyAmount,
  sellBook: order.sellBook,
  buyBook: order.buyBook,
  fees: order.fees,
  expiresAt: order.expiresAt,
  ...(order.hidden ? { hidden: true } : {}),
  ...(execution === undefined ? {} : { execution }),
  ...(order.stopRateKey === null ? {} : { stopRateKey: order.stopRateKey }),
  ...(order.peg === null ? {} : { peg: order.peg }),
});
