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
  wholeTokens,
} from '@exchange/core/kernel';
import type { Account } from './account';
import { mayAct } from './delegate';
import type { Fact } from './fact';
import { tierOf } from './fee-schedule';
import type { FeeTerms, RebateToken } from './fee-terms';
import { Journal } from './journal';
import type { Ledger } from './ledger';
import { leaveTime } from './leave-time';
import type { MarketRules } from './listing';
import { type BookAmounts, checkAllowance, checkMinimums, rateOf, sideIn } from './order-amounts';
import type { Order, SignedOrder } from './order';

/** An order whose signature was recovered. `at`: Unix ms. */
export interface PlaceOrder {
  readonly account: Address;
  readonly market: MarketId;
  readonly signed: SignedOrder;
  readonly hash: Hash;
  readonly digest: Hash;
  readonly cid?: number | undefined;
  readonly rebateToken?: RebateToken | undefined;
  readonly sellBook?: TokenAmount | undefined;
  readonly buyBook?: TokenAmount | undefined;
  readonly timeInForce?: number | undefined;
  /** Names the connection that placed it. */
  readonly via?: string | undefined;
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
  readonly market: MarketRules;
  readonly side: Side;
  readonly book: BookAmounts;
  readonly rateKey: RateKey;
  readonly leaveAt: number;
}

/**
 * Accepts an order: every rule that needs account or listing, then the hold of all it offers. A refusal changed
 * nothing (docs/interface, orders).
 */
export function placeOrder(ledger: Ledger, input: PlaceOrder): Result<PlacedOrder> {
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
  journal.tell({ kind: 'marketInput', market: order.market, input: placeInput(order) });
  return ok({ order, facts: journal.close() });
}

function approve(ledger: Ledger, account: Account, input: PlaceOrder): Result<Approval> {
  const { terms } = input.signed;
  const market = ledger.markets.get(input.market);
  if (market === undefined) return reject('UNKNOWN_MARKET', `${input.market} is not listed`);
  if (market.status === 'cancel_only') return reject('MARKET_CLOSED', `${market.id} takes no orders now`);
  if (account.address === ledger.collector) {
    return reject('FEE_COLLECTOR', 'the contract settles no trade of the fee collector');
  }
  const side = sideIn(market, terms);
  if (!side.ok) return side;
  const leaveAt = approveSigner(account, input);
  if (!leaveAt.ok) return leaveAt;
  const unique = approveUnique(ledger, account, input);
  if (!unique.ok) return unique;

  const book = { sellBook: input.sellBook ?? terms.sellAmount, buyBook: input.buyBook ?? terms.buyAmount };
  const signedAmounts = { sellBook: terms.sellAmount, buyBook: terms.buyAmount };
  const lastRate = ledger.lastRates.get(market.id);
  const signedMinimums = checkMinimums(market, side.value, signedAmounts, lastRate);
  if (!signedMinimums.ok) return signedMinimums;
  const bookMinimums = checkMinimums(market, side.value, book, lastRate);
  if (!bookMinimums.ok) return bookMinimums;
  const allowance = checkAllowance(terms, terms.sellAmount, book);
  if (!allowance.ok) return allowance;
  const signedRate = rateOf(market, side.value, signedAmounts);
  if (!signedRate.ok) return signedRate;
  const rateKey = rateOf(market, side.value, book);
  if (!rateKey.ok) return rateKey;

  const funded = approveFunds(account, market, side.value, book.sellBook);
  if (!funded.ok) return funded;
  return ok({ market, side: side.value, book, rateKey: rateKey.value, leaveAt: leaveAt.value });
}

/** Who signed, whether the account may trade, and how long the order can stay. */
function approveSigner(account: Account, input: PlaceOrder): Result<number> {
  const { signer, terms } = input.signed;
  const nowSeconds = Math.floor(input.at / 1000);
  if (account.record.frozen) return reject('ACCOUNT_FROZEN', 'the account is frozen; ask the operator');
  const delegate = account.delegates.get(signer);
  if (signer !== account.address && !mayAct(delegate, nowSeconds)) {
    return reject('DELEGATE_UNKNOWN', `${signer} is no accepted delegate of this account`);
  }
  const delegateUntil = signer === account.address ? undefined : delegate?.validUntil;
  return leaveTime({ expiry: terms.expiry, delegateUntil, timeInForce: input.timeInForce }, nowSeconds);
}

function approveUnique(ledger: Ledger, account: Account, input: PlaceOrder): Result<true> {
  const duplicateOf = input.duplicateOf ?? account.orderOfDigest(input.digest)?.id;
  if (duplicateOf !== undefined) {
    return reject('DUPLICATE_ORDER', `the same signed order was accepted as order ${duplicateOf}`);
  }
  const sameCid = input.cid === undefined ? undefined : account.orderOfCid(input.cid);
  if (sameCid !== undefined) {
    return reject('DUPLICATE_CID', `cid ${input.cid} is that of your open order ${sameCid.id}`);
  }
  const limit = ledger.policy.maxOpenOrdersPerMarket;
  if (account.openOrders(input.market) >= limit) {
    return reject('TOO_MANY_OPEN_ORDERS', `at most ${limit} orders can be open in ${input.market}`);
  }
  return ok(true);
}

function approveFunds(account: Account, market: MarketRules, side: Side, needed: TokenAmount): Result<true> {
  const token = side === 'buy' ? market.quote : market.traded;
  if (account.exits.has(token.contract)) {
    return reject(
      'EXIT_REQUESTED',
      `an exit was requested for ${token.symbol}; cancel it to sell ${token.symbol}`,
    );
  }
  const { usable } = account.balance(token.contract);
  if (usable >= needed) return ok(true);
  const shown = (value: bigint) => wholeTokens(value, token.decimals);
  return reject('INSUFFICIENT_BALANCE', `${shown(usable)} ${token.symbol} usable, ${shown(needed)} needed`);
}

function openOrder(ledger: Ledger, account: Account, input: PlaceOrder, approval: Approval): Order {
  const { terms } = input.signed;
  return {
    id: ledger.nextOrderId(),
    account: account.address,
    cid: input.cid ?? null,
    hash: input.hash,
    digest: input.digest,
    market: approval.market.id,
    side: approval.side,
    signed: input.signed,
    sellRemaining: terms.sellAmount,
    buyRemaining: terms.buyAmount,
    sellBook: approval.book.sellBook,
    buyBook: approval.book.buyBook,
    held: approval.book.sellBook,
    rateKey: approval.rateKey,
    fees: feeTermsFor(ledger, account, input),
    leaveAt: approval.leaveAt,
    active: true,
    canceled: false,
    info: '',
    trades: [],
    placedAt: input.at,
    via: input.via ?? null,
    lastActiveAt: input.at,
  };
}

/** The rates of the account's tier, fixed for this order. */
function feeTermsFor(ledger: Ledger, account: Account, input: PlaceOrder): FeeTerms {
  const { makerPpm, takerPpm } = tierOf(ledger.policy.feeSchedule, account.record.volume);
  const rebateToken = input.rebateToken ?? 'sell';
  return { makerPpm, takerPpm, settlementFee: input.settlementFee, rebateToken };
}

const placeInput = (order: Order) =>
  ({
    kind: 'place',
    orderId: order.id,
    account: order.account,
    side: order.side,
    sellAmount: order.signed.terms.sellAmount,
    buyAmount: order.signed.terms.buyAmount,
    sellBook: order.sellBook,
    buyBook: order.buyBook,
    fees: order.fees,
    leaveAt: order.leaveAt,
  }) as const;
