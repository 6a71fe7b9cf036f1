import type { MarketDecimals } from '@exchange/core/kernel';
import { type ContractVerdict, ROUNDING_UNITS } from '../contract-conditions';
import { int } from './cells';
import { compareProducts, Limbs } from './limbs';
import { BUY_AMOUNT, BUY_BOOK, FLAGS, SELL_AMOUNT, SELL_BOOK, SELLS, SOLD } from './order-pool';
import { RateArithmetic } from './rate-arithmetic';
import type { Taker } from './taker';

const roundingUnits = new Limbs();
roundingUnits.setBigInt(ROUNDING_UNITS);

export type FillOutcome = 'trade' | 'dust' | Exclude<ContractVerdict, 'settles' | 'too_small'>;

/**
 * One trade of a taker with a resting order, in limbs: the same as `attemptFill`, `contractVerdict` and
 * `progressAfterFill` on whole numbers, which say why. The resting order is usual: it has no peg.
 */
export class FillArithmetic {
  readonly rates: RateArithmetic;
  /** What the maker and the taker give, of the last attempt. */
  readonly makerGives = new Limbs();
  readonly takerGives = new Limbs();
  /** Whose own rest is too small, when the attempt comes to dust. */
  isMakerDust = false;
  isTakerDust = false;
  /** The maker, as it is after the trade once there is one. */
  readonly sellAmount = new Limbs();
  readonly buyAmount = new Limbs();
  readonly sold = new Limbs();
  readonly sellBook = new Limbs();
  readonly buyBook = new Limbs();
  private isMakerSell = false;
  private rateKey = 0;
  private readonly limit = new Limbs();
  private readonly sum = new Limbs();

  constructor(decimals: MarketDecimals) {
    this.rates = new RateArithmetic(decimals);
  }

  /** Tries to trade with the order of a record at its level's rate, and writes what each would give. */
  attempt(page: Int32Array, record: number, rateKey: number, taker: Taker): FillOutcome {
    this.isMakerSell = (int(page, record + FLAGS) & SELLS) !== 0;
    this.rateKey = rateKey;
    this.sellAmount.load(page, record + SELL_AMOUNT);
    this.buyAmount.load(page, record + BUY_AMOUNT);
    this.sold.load(page, record + SOLD);
    this.sellBook.load(page, record + SELL_BOOK);
    this.buyBook.load(page, record + BUY_BOOK);
    const { makerGives, takerGives, limit } = this;
    makerGives.copy(this.sellBook);
    this.price(makerGives);
    this.isMakerDust = takerGives.compare(taker.sellBook) <= 0 && this.fits(makerGives, taker);
    this.isTakerDust = true;
    if (!this.isMakerDust) {
      this.takerLimit(makerGives, taker);
      if (makerGives.isZero) return 'dust';
      this.price(makerGives);
    }
    const verdict = this.verdict(taker);
    if (verdict === 'settles') return 'trade';
    if (verdict !== 'too_small') return verdict;
    if (this.isMakerDust) {
      this.takerLimit(limit, taker);
      this.isTakerDust = limit.compare(makerGives) <= 0;
    }
    return 'dust';
  }

  /** Moves both on by what they give; the maker's numbers stay here. */
  trade(taker: Taker): void {
    const { makerGives, takerGives, rateKey } = this;
    this.sold.add(makerGives);
    this.sellBook.subtract(makerGives);
    if (this.isMakerSell) this.trimSell(this.sellBook, this.buyBook, rateKey);
    else {
      this.buyBook.subtract(takerGives);
      this.trimBuy(this.sellBook, this.buyBook, rateKey);
    }
    taker.sold.add(takerGives);
    taker.sellBook.subtract(takerGives);
    if (taker.isSell) this.trimSell(taker.sellBook, taker.buyBook, taker.rateKey);
    else {
      taker.buyBook.subtract(makerGives);
      this.trimBuy(taker.sellBook, taker.buyBook, taker.rateKey);
    }
  }

  /** A buy offers at most as much as its rate needs. */
  trimBuy(sellBook: Limbs, buyBook: Limbs, rateKey: number): void {
    const { limit } = this;
    if (sellBook.isZero) return;
    this.rates.timesDown(limit, buyBook, rateKey);
    sellBook.atMost(limit);
  }

  /** A sell asks at most for what its rest brings at its rate. */
  private trimSell(sellBook: Limbs, buyBook: Limbs, rateKey: number): void {
    const { limit } = this;
    this.rates.timesUp(limit, sellBook, rateKey);
    buyBook.atMost(limit);
  }

  /** What the taker gives for what the maker would. */
  private price(makerGives: Limbs): void {
    const { takerGives } = this;
    if (this.isMakerSell) this.rates.timesUp(takerGives, makerGives, this.rateKey);
    else this.rates.overUp(takerGives, makerGives, this.rateKey);
  }

  /** Whether a buying taker takes this much. */
  private fits(makerGives: Limbs, taker: Taker): boolean {
    return !this.isMakerSell || makerGives.compare(taker.buyBook) <= 0;
  }

  /** The most that the taker's offer suffices for. */
  private takerLimit(limit: Limbs, taker: Taker): void {
    if (this.isMakerSell) {
      this.rates.overDown(limit, taker.sellBook, this.rateKey);
      limit.atMost(taker.buyBook);
    } else this.rates.timesDown(limit, taker.sellBook, this.rateKey);
  }

  private verdict(taker: Taker): ContractVerdict {
    const { makerGives, takerGives } = this;
    if (this.exceeds(this.sold, makerGives, this.sellAmount)) return 'overfill';
    if (this.exceeds(taker.sold, takerGives, taker.sellAmount)) return 'overfill';
    if (compareProducts(makerGives, this.buyAmount, takerGives, this.sellAmount) > 0) return 'price_broken';
    if (compareProducts(takerGives, taker.buyAmount, makerGives, taker.sellAmount) <= 0) return 'settles';
    this.sum.copy(takerGives);
    this.sum.decrement();
    if (compareProducts(this.sum, taker.buyAmount, makerGives, taker.sellAmount) >= 0) return 'price_broken';
    return takerGives.compare(roundingUnits) >= 0 ? 'settles' : 'too_small';
  }

  private exceeds(sold: Limbs, more: Limbs, most: Limbs): boolean {
    this.sum.copy(sold);
    this.sum.add(more);
    return this.sum.compare(most) > 0;
  }
}
