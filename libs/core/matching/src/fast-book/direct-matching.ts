import { type Address, type RateKey, tradeIdOf } from '@exchange/core/kernel';
import { noteCrossedStops } from '../crossed-stops';
import type { DoneReason } from '../market-event';
import type { MarketState, Sweep } from '../market-state';
import { attemptTrade } from '../match';
import { isOutsideBand } from '../price-band';
import type { Step } from '../step';
import { DETAIL_SHIFT, DONE, doneCodes, RESTED, TRADE } from '../tape/event-kinds';
import { int, NONE } from './cells';
import type { FastBook } from './fast-book';
import { FillArithmetic } from './fast-fill';
import { compareProducts, Limbs } from './limbs';
import {
  ACCOUNT,
  AMOUNT_WORDS,
  BUY_AMOUNT,
  BUY_BOOK,
  executionOf,
  FEES,
  FLAGS,
  SELL_AMOUNT,
  SELL_BOOK,
  SELLS,
  SOLD,
  UNUSUAL,
} from './order-pool';
import { PackedOrder } from './packed-order';
import { Taker } from './taker';

const FILLED = doneCodes.of('filled');
const DUST = doneCodes.of('dust');
const SELF_TRADE = doneCodes.of('self_trade');
const BELOW_MINIMUM = doneCodes.of('below_minimum');
/** Words of an amount. */
const AMOUNT = BUY_AMOUNT - SELL_AMOUNT;

/** What became of a taker: nothing left to match, closed, or out of work for this step. */
type Outcome = 'open' | 'closed' | 'unfinished';

/**
 * Placing, matching, resting and canceling of usual orders (no stop, no peg, not fill-or-kill) on the cells of the fast
 * book: the same rules as `admit`, `enter`, `match` and `cancel`, which make an object for each order. A resting order
 * that is unusual is traded with by those.
 */
export class DirectMatching {
  /** For the one that is placed now. */
  readonly packed: PackedOrder;
  private readonly fill: FillArithmetic;
  private readonly taker: Taker;
  private readonly traded = new Limbs();
  private readonly quote = new Limbs();
  private readonly minimum = new Limbs();
  private readonly minimumQuote = new Limbs();
  /** The rules whose minimums these are. */
  private rules: MarketState['rules'] | undefined;

  constructor(
    private readonly book: FastBook,
    decimals: MarketState['rules']['decimals'],
  ) {
    this.packed = new PackedOrder(book.pool);
    this.taker = new Taker(book.pool);
    this.fill = new FillArithmetic(decimals);
  }

  has(orderId: number): boolean {
    return this.book.find(orderId) !== NONE;
  }

  /** Lets in an order that is not open yet: it is matched, and what is left of it rests. Otherwise why it can't be. */
  place(
    state: MarketState,
    step: Step,
    order: PackedOrder,
    closed: DoneReason | undefined,
  ): string | undefined {
    const { book, fill, traded, quote } = this;
    const { amounts, flags } = order;
    if (!this.isWithinSigned(amounts)) return `order ${order.orderId} offers more than was signed`;
    const isSell = (flags & SELLS) !== 0;
    traded.load(amounts, isSell ? SELL_BOOK : BUY_BOOK);
    quote.load(amounts, isSell ? BUY_BOOK : SELL_BOOK);
    const rateKey = fill.rates.bookRate(isSell, traded, quote);
    if (rateKey === NONE) return `order ${order.orderId} has no rate`;
    const best = book.bestRate(!isSell);
    const takes = best !== NONE && (isSell ? rateKey <= best : rateKey >= best);
    const execution = executionOf(flags);
    // A sell rests with what it offers, and so does a buy whose rate is exactly that of its amounts.
    const isWhole = isSell || fill.rates.isExact;
    if (!takes && isWhole && execution !== 'immediate_or_cancel') {
      this.restWhole(step, order, rateKey);
      return undefined;
    }
    this.taker.load(order);
    this.taker.rateKey = rateKey;
    if (!takes) this.rest(step);
    else if (closed !== undefined) this.closeTaker(step, closed);
    else if (execution === 'post_only') this.closeTaker(step, execution);
    else this.match(state, step, state.lastRate);
    return undefined;
  }

  /** Goes on matching a usual order, and rests what is left. False when the step has no work left. */
  goOnSweeping(state: MarketState, step: Step, sweep: Sweep): boolean {
    this.taker.loadOpen(sweep.taker);
    return this.match(state, step, sweep.lastRate);
  }

  /** Takes an order out of the book; false when it isn't there or is another account's. */
  cancel(step: Step, orderId: number, account: Address, reason: DoneReason): boolean {
    const { book } = this;
    const place = book.find(orderId);
    if (place === NONE || book.pool.accounts.get(book.pool.get(place, ACCOUNT)) !== account) return false;
    this.close(step, place, doneCodes.of(reason));
    return true;
  }

  /** It offers no more than was signed, and at no worse rate. */
  private isWithinSigned(amounts: Int32Array): boolean {
    const { sellAmount, buyAmount, sellBook, buyBook } = this.taker;
    buyAmount.load(amounts, BUY_AMOUNT);
    if (buyAmount.size === 0) return false;
    let isAsSigned = true;
    for (let word = 0; word < AMOUNT; word += 1) {
      const isSellSame = int(amounts, SELL_BOOK + word) === int(amounts, SELL_AMOUNT + word);
      const isBuySame = int(amounts, BUY_BOOK + word) === int(amounts, BUY_AMOUNT + word);
      isAsSigned &&= isSellSame && isBuySame;
    }
    if (isAsSigned) return true;
    sellAmount.load(amounts, SELL_AMOUNT);
    sellBook.load(amounts, SELL_BOOK);
    buyBook.load(amounts, BUY_BOOK);
    return (
      sellBook.compare(sellAmount) <= 0 && compareProducts(sellBook, buyAmount, buyBook, sellAmount) <= 0
    );
  }

  /** Matches the taker as far as it can be, and rests or closes it. False when the step has no work left. */
  private match(state: MarketState, step: Step, lastRate: RateKey | undefined): boolean {
    this.noteMinimums(state);
    const outcome = this.sweep(state, step, lastRate);
    if (outcome === 'open') this.rest(step);
    if (outcome !== 'unfinished') return true;
    state.sweep = { taker: this.taker.toOpen(), lastRate };
    this.taker.release();
    return false;
  }

  private sweep(state: MarketState, step: Step, lastRate: RateKey | undefined): Outcome {
    const { book, taker } = this;
    const { pool } = book;
    const { isSell } = taker;
    for (;;) {
      const best = book.bestRate(!isSell);
      if (best === NONE || (isSell ? taker.rateKey > best : taker.rateKey < best)) return 'open';
      const rateKey = best as RateKey;
      if (isOutsideBand(state.rules, isSell ? 'sell' : 'buy', lastRate, rateKey)) {
        return this.closeTaker(step, 'price_band');
      }
      if (!step.takeWork()) return 'unfinished';
      const place = book.firstPlace(!isSell, rateKey);
      const page = pool.page(place);
      const record = pool.record(place);
      if (int(page, record + ACCOUNT) === taker.account) this.close(step, place, SELF_TRADE);
      else {
        const outcome =
          (int(page, record + FLAGS) & UNUSUAL) === 0
            ? this.trade(state, step, place, page, record, rateKey)
            : this.tradeUnusual(state, step, place);
        if (outcome === 'closed') return 'closed';
      }
    }
  }

  /** Trades with a usual order, or closes one of the two. */
  private trade(
    state: MarketState,
    step: Step,
    place: number,
    page: Int32Array,
    record: number,
    rateKey: RateKey,
  ): Outcome {
    const { book, fill, taker } = this;
    const attempt = fill.attempt(page, record, rateKey, taker);
    if (attempt === 'dust') {
      if (fill.isMakerDust) this.close(step, place, fill.sold.isZero ? DUST : FILLED);
      return fill.isTakerDust ? this.closeTaker(step, taker.sold.isZero ? 'dust' : 'filled') : 'open';
    }
    if (attempt !== 'trade') {
      const [maker, gives] = [book.pool.id(place), fill.makerGives.toBigInt()];
      state.defect = `${attempt}: maker ${maker} would give ${gives}, taker ${taker.orderId} ${fill.takerGives.toBigInt()}`;
      return this.closeTaker(step, 'market_closed');
    }
    fill.trade(taker);
    state.tradeCount += 1;
    state.lastTradeTime = Math.max(state.lastTradeTime, state.at);
    state.lastRate = rateKey;
    if (state.stops.size > 0) noteCrossedStops(state, rateKey);
    this.tellTrade(state, step, page, record, rateKey);
    if (fill.sellBook.isZero || fill.buyBook.isZero) this.close(step, place, FILLED);
    else if (this.isBelowMinimum(taker.isSell, fill.sellBook, fill.buyBook)) {
      this.close(step, place, BELOW_MINIMUM);
    } else {
      book.beforeChange(place);
      fill.sold.store(page, record + SOLD);
      fill.sellBook.store(page, record + SELL_BOOK);
      fill.buyBook.store(page, record + BUY_BOOK);
      book.afterChange(place);
    }
    return taker.sellBook.isZero || taker.buyBook.isZero ? this.closeTaker(step, 'filled') : 'open';
  }

  private tradeUnusual(state: MarketState, step: Step, place: number): Outcome {
    const { taker } = this;
    const outcome = attemptTrade(state, step, this.book.read(place), taker.toOpen());
    taker.release();
    if (outcome.kind === 'closed') return 'closed';
    taker.loadOpen(outcome.taker);
    return 'open';
  }

  private tellTrade(
    state: MarketState,
    step: Step,
    page: Int32Array,
    record: number,
    rateKey: RateKey,
  ): void {
    const { book, fill, taker } = this;
    const { accounts, fees } = book.pool;
    const { tape } = step;
    tape.begin(TRADE | ((taker.isSell ? 1 : 0) << DETAIL_SHIFT));
    tape.wide(tradeIdOf(state.rules.index, state.tradeCount));
    tape.wide(state.lastTradeTime);
    tape.word(rateKey);
    tape.wide(book.pool.idOf(page, record));
    tape.wide(taker.orderId);
    tape.limbs(taker.isSell ? fill.takerGives : fill.makerGives);
    tape.limbs(taker.isSell ? fill.makerGives : fill.takerGives);
    tape.limbs(fill.sellBook);
    tape.limbs(fill.buyBook);
    tape.carry(accounts.get(int(page, record + ACCOUNT)));
    tape.carry(fees.get(int(page, record + FEES)));
    tape.limbs(taker.sellBook);
    tape.limbs(taker.buyBook);
    tape.carry(accounts.get(taker.account));
    tape.carry(fees.get(taker.fees));
  }

  /** Lets what is left of the taker into the book, or closes it. */
  private rest(step: Step): void {
    const { book, fill, taker } = this;
    const { flags, sellBook, buyBook, rateKey } = taker;
    if (!taker.isSell) fill.trimBuy(sellBook, buyBook, rateKey);
    const execution = executionOf(flags);
    if (sellBook.isZero || buyBook.isZero) this.closeTaker(step, taker.sold.isZero ? 'dust' : 'filled');
    else if (execution === 'immediate_or_cancel' || execution === 'fill_or_kill') {
      this.closeTaker(step, execution);
    } else if (!taker.sold.isZero && this.isBelowMinimum(!taker.isSell, sellBook, buyBook)) {
      this.closeTaker(step, 'below_minimum');
    } else {
      const { pool } = book;
      const place = pool.take(taker.orderId, taker.leaveAt, flags, taker.account, taker.fees);
      const page = pool.page(place);
      const record = pool.record(place);
      taker.sellAmount.store(page, record + SELL_AMOUNT);
      taker.buyAmount.store(page, record + BUY_AMOUNT);
      taker.sold.store(page, record + SOLD);
      sellBook.store(page, record + SELL_BOOK);
      buyBook.store(page, record + BUY_BOOK);
      this.enter(step, place, page, record, rateKey);
    }
  }

  /** Lets an order into the book as it was packed. */
  private restWhole(step: Step, order: PackedOrder, rateKey: number): void {
    const { pool } = this.book;
    const { amounts } = order;
    const place = pool.take(order.orderId, order.leaveAt, order.flags, order.account, order.fees);
    order.handOver();
    const page = pool.page(place);
    const record = pool.record(place);
    for (let word = 0; word < AMOUNT_WORDS; word += 1) page[record + word] = int(amounts, word);
    this.enter(step, place, page, record, rateKey);
  }

  private enter(step: Step, place: number, page: Int32Array, record: number, rateKey: number): void {
    const { pool } = this.book;
    const { tape } = step;
    this.book.enter(place, rateKey);
    tape.begin(RESTED | ((int(page, record + FLAGS) & SELLS) << DETAIL_SHIFT));
    tape.wide(pool.idOf(page, record));
    tape.carry(pool.accounts.get(int(page, record + ACCOUNT)));
    tape.word(rateKey);
    tape.copy(page, record + SELL_BOOK, AMOUNT_WORDS - SELL_BOOK);
  }

  /** Takes a resting order out and says why. */
  private close(step: Step, place: number, reason: number): void {
    const { pool } = this.book;
    const page = pool.page(place);
    const record = pool.record(place);
    const id = pool.idOf(page, record);
    step.tape.begin(DONE | (reason << DETAIL_SHIFT));
    step.tape.wide(id);
    step.tape.carry(pool.accounts.get(int(page, record + ACCOUNT)));
    if ((int(page, record + FLAGS) & UNUSUAL) !== 0) step.forgetPeg(id);
    this.book.leave(place);
  }

  private closeTaker(step: Step, reason: DoneReason): 'closed' {
    const { taker } = this;
    step.tape.begin(DONE | (doneCodes.of(reason) << DETAIL_SHIFT));
    step.tape.wide(taker.orderId);
    step.tape.carry(this.book.pool.accounts.get(taker.account));
    taker.release();
    return 'closed';
  }

  private noteMinimums({ rules }: MarketState): void {
    if (this.rules === rules) return;
    this.rules = rules;
    this.minimum.setBigInt(rules.minOrderRemaining);
    this.minimumQuote.setBigInt(rules.minOrderRemainingQuote);
  }

  /** The quantity, or what it is worth in quote units, is too small to stay after a fill. */
  private isBelowMinimum(isBuy: boolean, sellBook: Limbs, buyBook: Limbs): boolean {
    const quantity = isBuy ? buyBook : sellBook;
    const worth = isBuy ? sellBook : buyBook;
    return quantity.compare(this.minimum) < 0 || worth.compare(this.minimumQuote) < 0;
  }
}
