import type { RateKey } from '@exchange/core/kernel';
import type { DoneReason, MarketInputOf } from '@exchange/core/message';
import * as border from '../../assembly/border';
import { attemptTrade, endUsedUpMaker } from '../execution/match';
import { isOutsideBand } from '../execution/price-band';
import { sweepByRules } from '../execution/sweep';
import { endUsedUp } from '../execution/used-up';
import type { MarketCommand } from '../market/command';
import type { Matching } from '../market/market';
import { effectiveStatus, isFull, isWaiting, type MarketState, type Sweep } from '../market/market-state';
import { takersKeepTerms } from '../market/rules-version';
import { Step } from '../market/step';
import { doneCodes } from '../tape/codes';
import { noteCrossedStops } from '../trigger/crossed-stops';
import type { BookModule } from './book-module';
import { NO_NUMBER } from './interned';
import type { MemoryBook } from './memory-book';
import { isPlain, PackedOrder } from './packed-order';

/* Bound once: asking for a global each time is slow where tests run. */
const { max } = Math;

/**
 * Placing, matching, resting and canceling of plain orders (no stop, no peg, not fill-or-kill) by the book's module: the
 * same rules as `place`, `enter`, `sweepByRules` and `cancel`, which make an object for each order. Where only those know
 * what to do, such as with a resting order that has a peg, it asks them.
 */
export class MemoryMatching implements Matching {
  /** For the one that is placed now. */
  private readonly packed: PackedOrder;
  /** For one whose matching is resumed. */
  private readonly taker: PackedOrder;
  private readonly module: BookModule;
  private readonly market: number;
  /** The rules that the module knows. */
  private rules: MarketState['rules'] | undefined;
  private rulesVersion = 0;

  constructor(private readonly book: MemoryBook) {
    this.packed = new PackedOrder(book);
    this.taker = new PackedOrder(book);
    this.module = book.memory.module;
    this.market = this.module.marketBlock();
  }

  begin(state: MarketState, command: MarketCommand): Step | 'done' | undefined {
    if (command.kind === 'cancel') return this.cancel(state, command);
    if (command.kind !== 'place' || !isPlain(command) || effectiveStatus(state) !== 'open') return undefined;
    return isWaiting(state, command.orderId) || isFull(state) ? undefined : this.place(state, command);
  }

  sweep(state: MarketState, step: Step, sweep: Sweep): boolean {
    const { taker, lastRate } = sweep;
    if (taker.peg !== undefined) return sweepByRules(state, step, sweep);
    this.taker.load(taker);
    this.tell(state, step.work);
    this.allow(border.NO_RATE);
    return this.resume(state, step, this.taker, lastRate, this.module.sweep(this.taker.place));
  }

  private place(state: MarketState, command: MarketInputOf<'place'>): Step | 'done' | undefined {
    const { book, packed } = this;
    packed.pack(command);
    book.records.sweepWhenCrowded();
    book.tape.clear();
    this.tellRules(state);
    const outcome = this.module.place(
      packed.place,
      state.now,
      state.sequence + 1,
      state.workPerStep,
      state.stops.size > 0,
      state.tradeCount,
      max(state.lastTradeTime, state.at),
    );
    if (outcome === border.DONE) {
      packed.handOver();
      state.workDone = state.workPerStep - this.takeOver(state);
      state.sequence += 1;
      return 'done';
    }
    if (outcome === border.REFUSED) {
      packed.release();
      return undefined;
    }
    const step = new Step(state, 'begun');
    this.resume(state, step, packed, state.lastRate, outcome);
    return step;
  }

  /** Undefined when the order is none of the book's plain ones, or another account's. */
  private cancel(
    state: MarketState,
    { orderId, account, reason }: MarketInputOf<'cancel'>,
  ): 'done' | undefined {
    const { records } = this.book;
    records.sweepWhenCrowded();
    const owner = records.accounts.find(account);
    if (owner === NO_NUMBER) return undefined;
    if (!this.module.cancel(orderId, owner, doneCodes.of(reason), state.sequence + 1)) return undefined;
    state.workDone = 0;
    state.sequence += 1;
    return 'done';
  }

  /** Does what the module came back for, as often as it does. False when the step has no work left. */
  private resume(
    state: MarketState,
    step: Step,
    taker: PackedOrder,
    bandRate: RateKey | undefined,
    first: number,
  ): boolean {
    let outcome = first;
    for (;;) {
      step.work = this.takeOver(state);
      switch (outcome) {
        case border.MATCHED:
          taker.handOver();
          return true;
        case border.UNFINISHED:
          state.sweep = { taker: taker.read(), lastRate: bandRate };
          taker.release();
          return false;
        case border.TRADED:
          if (state.lastRate !== undefined) noteCrossedStops(state, state.lastRate);
          break;
        case border.NEXT_LEVEL:
          if (!this.allows(state, taker, bandRate)) return this.endOrder(taker, 'price_band');
          break;
        case border.MEETS_CONDITIONAL:
          if (!this.meetConditional(state, step, taker)) return true;
          break;
        case border.MAKER_USED_UP:
          this.endUsedUpMaker(state, step);
          break;
        case border.TAKER_USED_UP:
          endUsedUp(state, step, taker.read(), this.reason);
          taker.release();
          return true;
        default:
          this.noteDefect(state, taker, outcome);
          return this.endOrder(taker, 'market_closed');
      }
      this.tell(state, step.work);
      outcome = this.module.sweep(taker.place);
    }
  }

  /** Lets the module trade at the level that comes, if the price band does. */
  private allows(state: MarketState, taker: PackedOrder, bandRate: RateKey | undefined): boolean {
    const rateKey = this.met as RateKey;
    if (isOutsideBand(state.rules, taker.isSell ? 'sell' : 'buy', bandRate, rateKey)) return false;
    this.allow(rateKey);
    return true;
  }

  private allow(rateKey: number): void {
    this.book.memory.setWord(this.market + border.ALLOWED_RATE, rateKey);
  }

  /** What the module met: an order, or the rate of a level. */
  private get met(): number {
    return this.book.memory.word(this.market + border.MET);
  }

  /** Trades with an order that has a peg or holds more than it offers. False when the taker is closed. */
  private meetConditional(state: MarketState, step: Step, taker: PackedOrder): boolean {
    const maker = this.book.records.read(this.met);
    const open = taker.read();
    if (maker.account === open.account) {
      step.endOrder(maker, 'self_trade');
      return true;
    }
    const outcome = attemptTrade(state, step, maker, open);
    if (outcome.kind === 'closed') taker.release();
    else taker.load(outcome.taker);
    return outcome.kind !== 'closed';
  }

  /** Of a maker whose last trade nobody has heard of yet. */
  private endUsedUpMaker(state: MarketState, step: Step): void {
    if (state.lastRate !== undefined) noteCrossedStops(state, state.lastRate);
    endUsedUpMaker(state, step, this.book.records.read(this.met), this.reason);
  }

  /** Why an order would be done that is used up. */
  private get reason(): DoneReason {
    return doneCodes.at(this.book.memory.word(this.market + border.REASON));
  }

  private endOrder(taker: PackedOrder, reason: DoneReason): true {
    this.module.endOrder(taker.place, doneCodes.of(reason));
    taker.handOver();
    return true;
  }

  private noteDefect(state: MarketState, taker: PackedOrder, outcome: number): void {
    const { memory, records } = this.book;
    const gives = this.module.givesBlock();
    const [makerGives, takerGives] = [memory.amount(gives), memory.amount(gives + border.AMOUNT_SIZE)];
    const broken = outcome === border.PRICE_BROKEN ? 'price_broken' : 'overfill';
    state.defect = `${broken}: maker ${records.id(this.met)} would give ${makerGives}, taker ${taker.id} ${takerGives}`;
  }

  /** Tells the module what it needs of the state. */
  private tell(state: MarketState, work: number): void {
    this.tellRules(state);
    this.module.setState(work, state.stops.size > 0, state.tradeCount, max(state.lastTradeTime, state.at));
  }

  /** Takes over what the module did to the state; how much work is left. */
  private takeOver(state: MarketState): number {
    const { memory } = this.book;
    const { market } = this;
    const tradeCount = memory.float(market + border.TRADE_COUNT);
    if (tradeCount !== state.tradeCount) {
      state.tradeCount = tradeCount;
      state.lastTradeTime = memory.float(market + border.TRADE_TIME);
      state.lastRate = memory.word(market + border.LAST_RATE) as RateKey;
    }
    return memory.word(market + border.WORK_LEFT);
  }

  private tellRules(state: MarketState): void {
    if (this.rules === state.rules && this.rulesVersion === state.rulesVersion) return;
    const { rules } = state;
    const { memory } = this.book;
    const { market } = this;
    this.rules = rules;
    this.rulesVersion = state.rulesVersion;
    this.module.setDecimals(rules.tradedDecimals, rules.quoteDecimals);
    memory.setWord(market + border.MARKET_INDEX, rules.index);
    memory.setAmount(market + border.MINIMUM, rules.minOrderRemaining);
    memory.setAmount(market + border.MINIMUM_QUOTE, rules.minOrderRemainingQuote);
    memory.setWord(market + border.TELLS_LEVELS, rules.priceBandPercent === undefined ? 0 : 1);
    memory.setWord(market + border.KEEPS_TERMS, takersKeepTerms(state) ? 1 : 0);
  }
}
