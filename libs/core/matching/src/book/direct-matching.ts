import type { RateKey } from '@exchange/core/kernel';
import type { DoneReason, MarketInputOf } from '@exchange/core/message';
import { noteCrossedStops } from '../market/crossed-stops';
import type { MarketState, Sweep } from '../market/market-state';
import { attemptTrade } from '../execution/match';
import { isOutsideBand } from '../execution/price-band';
import type { Step } from '../market/step';
import { doneCodes } from '../tape/event-kinds';
import type { BookModule } from './book-module';
import type { FastBook } from './fast-book';
import { NO_NUMBER } from './interned';
import { PackedOrder } from './packed-order';

/* Bound once: asking for a global each time is slow where tests run. */
const { max } = Math;

/* What a call of the module comes to: the same as in assembly/matching.ts. */
const FINISHED = 0;
const UNFINISHED = 1;
const MEETS_UNUSUAL = 2;
const TRADED = 3;
const NEXT_LEVEL = 4;
export const IS_OPEN = 5;
const EXCEEDS_SIGNED = 6;
const HAS_NO_RATE = 7;
export const IS_EXPIRED = 8;
const FINISHED_TRADING = 9;
const PRICE_BROKEN = 18;

/* What the market's state has besides the book, in bytes: likewise. */
const WORK_LEFT = 0;
const LAST_RATE = 4;
const TRADE_COUNT = 8;
const TRADE_TIME = 16;
const INDEX = 24;
const MINIMUM = 32;
const MINIMUM_QUOTE = 48;
const TELLS_LEVELS = 68;
const MET = 72;
const ALLOWED_RATE = 76;
const NO_RATE = -1;
const AMOUNT_SIZE = 16;

/**
 * Placing, matching, resting and canceling of usual orders (no stop, no peg, not fill-or-kill) by the book's module: the
 * same rules as `admit`, `enter`, `match` and `cancel`, which make an object for each order. Where only those know what
 * to do, such as with a resting order that has a peg, it asks them.
 */
export class DirectMatching {
  /** For the one that is placed now. */
  readonly packed: PackedOrder;
  /** For one whose matching goes on. */
  private readonly taker: PackedOrder;
  private readonly module: BookModule;
  private readonly market: number;
  /** The rules that the module knows. */
  private rules: MarketState['rules'] | undefined;

  constructor(private readonly book: FastBook) {
    this.packed = new PackedOrder(book);
    this.taker = new PackedOrder(book);
    this.module = book.memory.module;
    this.market = this.module.marketBlock();
  }

  /**
   * Lets in an order: it is matched, and what is left of it rests. Otherwise what it came to, which `resumePlacing` knows.
   * @param isClosed whether the market trades nothing now
   */
  place(state: MarketState, step: Step, order: PackedOrder, isClosed: boolean): number | undefined {
    this.begin(state, step.work);
    const outcome = this.module.place(order.place, isClosed);
    if (outcome !== FINISHED) return outcome;
    order.handOver();
    step.work = this.end(state);
    return undefined;
  }

  /** The same in a step of its own, which ends when nothing is returned. The market is open. */
  placeInStep(state: MarketState, order: PackedOrder): number | undefined {
    this.book.records.sweepWhenCrowded();
    this.book.tape.clear();
    if (this.rules !== state.rules) this.noteRules(state.rules);
    const outcome = this.module.placeInStep(
      order.place,
      state.now,
      state.sequence + 1,
      state.workPerStep,
      state.stops.size > 0,
      state.tradeCount,
      max(state.lastTradeTime, state.at),
    );
    if (outcome === FINISHED_TRADING) this.end(state);
    else if (outcome !== FINISHED) return outcome;
    order.handOver();
    state.workDone = state.workPerStep - this.book.memory.word(this.market + WORK_LEFT);
    state.sequence += 1;
    return undefined;
  }

  /** Goes on matching a usual order, and rests what is left. False when the step has no work left. */
  resumeSweep(state: MarketState, step: Step, { taker, lastRate }: Sweep): boolean {
    this.taker.load(taker);
    this.begin(state, step.work);
    this.allow(NO_RATE);
    const outcome = this.module.sweep(this.taker.place);
    return this.resume(state, step, this.taker, lastRate, outcome);
  }

  /** Takes a usual order out of the book in a step of its own; false when it isn't one there, or is another account's. */
  cancelInStep(state: MarketState, { orderId, account, reason }: MarketInputOf<'cancel'>): boolean {
    const { records } = this.book;
    records.sweepWhenCrowded();
    const owner = records.accounts.find(account);
    const code = doneCodes.of(reason);
    if (owner === NO_NUMBER || this.module.cancelInStep(orderId, owner, code, state.sequence + 1) === 0) {
      return false;
    }
    state.workDone = 0;
    state.sequence += 1;
    return true;
  }

  /** Does what the module came back for, as often as it does. False when the step has no work left. */
  resume(
    state: MarketState,
    step: Step,
    taker: PackedOrder,
    bandRate: RateKey | undefined,
    first: number,
  ): boolean {
    let outcome = first;
    for (;;) {
      step.work = this.end(state);
      switch (outcome) {
        case FINISHED:
          taker.handOver();
          return true;
        case UNFINISHED:
          state.sweep = { taker: taker.read(), lastRate: bandRate };
          taker.release();
          return false;
        case TRADED:
          if (state.lastRate !== undefined) noteCrossedStops(state, state.lastRate);
          break;
        case NEXT_LEVEL:
          if (!this.allows(state, taker, bandRate)) return this.close(taker, 'price_band');
          break;
        case MEETS_UNUSUAL:
          if (!this.meetUnusual(state, step, taker)) return true;
          break;
        default:
          this.noteDefect(state, taker, outcome);
          return this.close(taker, 'market_closed');
      }
      this.begin(state, step.work);
      outcome = this.module.sweep(taker.place);
    }
  }

  /** Lets the module trade at the level that comes, if the price band does. */
  private allows(state: MarketState, taker: PackedOrder, bandRate: RateKey | undefined): boolean {
    const { memory } = this.book;
    const rateKey = memory.word(this.market + MET) as RateKey;
    if (isOutsideBand(state.rules, taker.isSell ? 'sell' : 'buy', bandRate, rateKey)) return false;
    this.allow(rateKey);
    return true;
  }

  private allow(rateKey: number): void {
    this.book.memory.setWord(this.market + ALLOWED_RATE, rateKey);
  }

  /** Trades with an order that has a peg or holds more than it offers. False when the taker is closed. */
  private meetUnusual(state: MarketState, step: Step, taker: PackedOrder): boolean {
    const { memory, records } = this.book;
    const maker = records.read(memory.word(this.market + MET));
    const open = taker.read();
    if (maker.account === open.account) {
      step.close(maker, 'self_trade');
      return true;
    }
    const outcome = attemptTrade(state, step, maker, open);
    if (outcome.kind === 'closed') taker.release();
    else taker.load(outcome.taker);
    return outcome.kind !== 'closed';
  }

  private close(taker: PackedOrder, reason: DoneReason): true {
    this.module.close(taker.place, doneCodes.of(reason));
    taker.handOver();
    return true;
  }

  private noteDefect(state: MarketState, taker: PackedOrder, outcome: number): void {
    const { memory, records } = this.book;
    const maker = records.id(memory.word(this.market + MET));
    const gives = this.module.givesBlock();
    const [makerGives, takerGives] = [memory.amount(gives), memory.amount(gives + AMOUNT_SIZE)];
    const broken = outcome === PRICE_BROKEN ? 'price_broken' : 'overfill';
    state.defect = `${broken}: maker ${maker} would give ${makerGives}, taker ${taker.id} ${takerGives}`;
  }

  /** Tells the module what it needs of the state. */
  private begin(state: MarketState, work: number): void {
    if (this.rules !== state.rules) this.noteRules(state.rules);
    this.module.setState(work, state.stops.size > 0, state.tradeCount, max(state.lastTradeTime, state.at));
  }

  /** Takes over what the module did to the state; how much work is left. */
  private end(state: MarketState): number {
    const { memory } = this.book;
    const { market } = this;
    const tradeCount = memory.float(market + TRADE_COUNT);
    if (tradeCount !== state.tradeCount) {
      state.tradeCount = tradeCount;
      state.lastTradeTime = memory.float(market + TRADE_TIME);
      state.lastRate = memory.word(market + LAST_RATE) as RateKey;
    }
    return memory.word(market + WORK_LEFT);
  }

  private noteRules(rules: MarketState['rules']): void {
    const { memory } = this.book;
    const { market } = this;
    this.rules = rules;
    this.module.setDecimals(rules.tradedDecimals, rules.quoteDecimals);
    memory.setWord(market + INDEX, rules.index);
    memory.setAmount(market + MINIMUM, rules.minOrderRemaining);
    memory.setAmount(market + MINIMUM_QUOTE, rules.minOrderRemainingQuote);
    memory.setWord(market + TELLS_LEVELS, rules.priceBandPercent === undefined ? 0 : 1);
  }
}

/** What is wrong with an order that can't be let in. */
export function faultOf(outcome: number): string | undefined {
  switch (outcome) {
    case IS_OPEN:
      return 'is open already';
    case EXCEEDS_SIGNED:
      return 'offers more than was signed';
    case HAS_NO_RATE:
      return 'has no rate';
    default:
      return undefined;
  }
}
