import { dataRate } from '@exchange/contract/bus';
import {
  type ConversionPair,
  conversionPair,
  ConversionRates,
  type ConversionRule,
  RateBoard,
  type ValueReport,
} from '@exchange/core/market-data';
import type { ConversionRate } from '@exchange/core/message';
import { CONVERSION_CURRENCIES } from '@exchange/core/wire';
import type { NoticeOutput } from '@exchange/platform';

/** With a look each second every rate is told at least every 10 s. */
const REPEAT_MS = 9_000;

/** The rules by default (docs/interface, orders): two sources within 2 % of the median, not older than a minute. */
export const DEFAULT_CONVERSION_RULE: ConversionRule = {
  maxDeviationBps: 200,
  minSources: 2,
  freshMs: 60_000,
};

const CURRENCIES = Object.keys(CONVERSION_CURRENCIES);

/** The conversion rates of every token that a market has, in every currency. */
export class RateKeeper {
  readonly #rates: ConversionRates;
  readonly #board = new RateBoard(REPEAT_MS);
  #pairs: readonly ConversionPair[] = [];

  constructor(rule: ConversionRule = DEFAULT_CONVERSION_RULE) {
    this.#rates = new ConversionRates(rule);
  }

  /** The tokens that some market trades or is priced in. */
  list(tokens: Iterable<string>): void {
    this.#pairs = [...tokens].flatMap((token) =>
      CURRENCIES.map((currency) => conversionPair(token, currency)),
    );
  }

  take(report: ValueReport): void {
    this.#rates.take(report);
  }

  /** What must be told at a moment (Unix ms). */
  notices(now: number): readonly NoticeOutput[] {
    return this.#board
      .changes(this.current(now), now)
      .map((rate) => ({ subject: dataRate.subject(rate.pair), data: dataRate.encode(rate) }));
  }

  /** Every rate at a moment (Unix ms). */
  current(now: number): ConversionRate[] {
    return this.#pairs.map((pair) => ({ ...pair, ...this.#rates.rate(pair.token, pair.currency, now) }));
  }
}
