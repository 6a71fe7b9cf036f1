import {
  type Address,
  amount,
  minAmount,
  ok,
  reject,
  type Result,
  type TokenAmount,
  ZERO_AMOUNT,
} from '@exchange/core/kernel';
import type { MarketInputOf, OrderName, OrderWishes } from '@exchange/core/message';
import type { Account } from '../account/account';
import type { Fact } from '../fact';
import { Journal } from '../journal';
import type { Ledger } from '../ledger';
import type { TradingRules } from '../account/listing';
import { openOrderNamed } from './named-order';
import { offersNothing, type Order } from './order';
import { amountsAtRate, approveAmounts, bothAmounts, type BookAmounts, peggedAmounts } from './order-amounts';
import {
  approveCaps,
  approveFunds,
  approveMarket,
  approveSigner,
  feeTermsFor,
  soldToken,
} from './order-approval';

/** What a client wants to change of an open order (seed: editOrder). What is absent stays. `at`: Unix ms. */
export interface EditOrder extends OrderWishes, Pick<OrderName, 'id' | 'cid'> {
  readonly account: Address;
  /** Unix seconds; `default`: as late as the signature allows. */
  readonly timeInForce?: number | 'default' | undefined;
  readonly settlementFee: TokenAmount;
  readonly at: number;
}

/** What the edit changes for the book; what is absent stays. */
type OrderChange = Omit<MarketInputOf<'edit'>, 'kind' | 'orderId' | 'account' | 'fees' | 'origin'>;

/** What the checks found out: the change for the book, and how much it needs beside what is held. */
interface Approval {
  readonly change: OrderChange;
  readonly extra: TokenAmount;
}

/**
 * Accepts an edit: until the engine has decided, what both the old and the new offer may sell is held. A refusal
 * changed nothing: ORDER_NOT_OPEN, EDIT_PENDING, or what refuses a new order as well (docs/interface, orders).
 */
export function editOrder(ledger: Ledger, input: EditOrder): Result<readonly Fact[]> {
  const account = ledger.account(input.account);
  const order = openOrderNamed(account, input);
  if (!order.ok) return order;
  const approval = approve(ledger, account, order.value, input);
  if (!approval.ok) return approval;
  const { change, extra } = approval.value;
  const { id, market, signed, fees } = order.value;
  const { sellToken } = signed.terms;
  const journal = new Journal(ledger, account, input.at);
  journal.quietOrder({ ...order.value, editHeld: extra });
  journal.post({ kind: 'order', id }, [
    journal.line(sellToken, 'usable', -extra),
    journal.line(sellToken, 'held', extra),
  ]);
  const { rebateToken } = fees;
  const terms = feeTermsFor(ledger, account, { rebateToken, settlementFee: input.settlementFee });
  const edit = { kind: 'edit', orderId: id, account: account.address, fees: terms, ...change } as const;
  journal.tell({ kind: 'marketInput', market, input: edit });
  return ok(journal.close());
}

function approve(ledger: Ledger, account: Account, order: Order, input: EditOrder): Result<Approval> {
  if (order.editHeld !== null) {
    return reject('EDIT_PENDING', `an edit of order ${order.id} is not decided yet; wait for its outcome`);
  }
  const market = approveMarket(ledger, account, order.market);
  if (!market.ok) return market;
  const expiresAt = approveExpiresAt(account, order, input);
  if (!expiresAt.ok) return expiresAt;
  if (input.stopRateKey !== undefined && order.stopRateKey === null) {
    return reject(
      'INVALID_FIELD',
      `order ${order.id} is in the book: stopRate can be changed only while it waits for its stop; cancel it and place one with stopRate`,
    );
  }
  const hasPeg = input.peg !== undefined && order.peg === null;
  const caps = approveCaps(ledger, account, order.market, { isNew: false, hasStop: false, hasPeg });
  if (!caps.ok) return caps;
  const offer = approveOffer(ledger, market.value, order, input);
  if (!offer.ok) return offer;
  const extra = extraHold(order, offer.value);
  const funded = approveFunds(account, soldToken(market.value, order.side), extra);
  if (!funded.ok) return funded;
  return ok({ change: changeOf(order, input, offer.value, expiresAt.value), extra });
}

/** The new time to leave; undefined when it stays. */
function approveExpiresAt(account: Account, order: Order, input: EditOrder): Result<number | undefined> {
  const { timeInForce } = input;
  const asked = timeInForce === 'default' ? undefined : timeInForce;
  const expiresAt = approveSigner(account, order.signed, { timeInForce: asked, at: input.at });
  return expiresAt.ok && timeInForce === undefined ? ok(undefined) : expiresAt;
}

/** The new book amounts, a pegged order's at its signed rate; undefined when what it offers stays. */
function approveOffer(
  ledger: Ledger,
  market: TradingRules,
  order: Order,
  input: EditOrder,
): Result<BookAmounts | undefined> {
  const namesAmounts = input.sellBook !== undefined || input.buyBook !== undefined;
  const becomesPegged = input.peg !== undefined && order.peg === null;
  if (!namesAmounts && !becomesPegged) return ok(undefined);
  const isPegged = becomesPegged || order.peg !== null;
  const { terms } = order.signed;
  const book = isPegged ? peggedAmounts(order.side, terms, input, order) : plainAmounts(market, order, input);
  if (!book.ok) return book;
  const limits = { terms, sellRemaining: order.sellRemaining };
  const rate = approveAmounts(market, order.side, limits, book.value, ledger.lastRates.get(market.id));
  return rate.ok ? ok(book.value) : rate;
}

/** What a plain order is to offer; what it offers now may be used up, or about to be. */
const plainAmounts = (market: TradingRules, order: Order, input: EditOrder): Result<BookAmounts> =>
  offersNothing(order) ? amountsAtRate(market, order.side, input, order.rateKey) : bothAmounts(input, order);

/** Until the engine has decided, the old offer may still sell before the new one does, but never more than is left. */
function extraHold({ held, sellRemaining }: Order, offer: BookAmounts | undefined): TokenAmount {
  if (offer === undefined) return ZERO_AMOUNT;
  return amount(minAmount<bigint>(offer.sellBook, sellRemaining - held));
}

function changeOf(
  order: Order,
  { sellBook, buyBook, hidden, stopRateKey, peg }: EditOrder,
  offer: BookAmounts | undefined,
  expiresAt: number | undefined,
): OrderChange {
  return {
    ...(offer === undefined ? {} : offeredChange(order, { sellBook, buyBook, peg }, offer)),
    ...(hidden === undefined ? {} : { hidden }),
    ...(stopRateKey === undefined ? {} : { stopRateKey }),
    ...(peg === undefined ? {} : { peg }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
  };
}

/** Of a pegged order only a named quantity is told: the engine knows what is left of the present one. */
function offeredChange(order: Order, wanted: OrderWishes, offer: BookAmounts): OrderChange {
  if (order.peg === null && wanted.peg === undefined) return offer;
  if (order.side === 'buy') return wanted.buyBook === undefined ? {} : { buyBook: offer.buyBook };
  return wanted.sellBook === undefined ? {} : { sellBook: offer.sellBook };
}
