import type { CurrentRate } from './conversion-rates';

/** A pair of a token and a currency; its name is both behind each other (seed: Subscriptions, rate). */
export interface ConversionPair {
  readonly pair: string;
  readonly token: string;
  readonly currency: string;
}

export const conversionPair = (token: string, currency: string): ConversionPair => ({
  pair: `${token}${currency}`,
  token,
  currency,
});

interface Told extends CurrentRate {
  readonly toldAt: number;
}

/** What was last told of each pair: says which pairs must be told again. */
export class RateBoard {
  private readonly told = new Map<string, Told>();

  /** `repeatMs`: a pair is told at least so often, also when nothing changed. */
  constructor(private readonly repeatMs: number) {}

  /** Notes the rates of a moment (Unix ms); returns those that changed, went stale or were told long ago. */
  changes<P extends ConversionPair>(rates: readonly (P & CurrentRate)[], now: number): (P & CurrentRate)[] {
    return rates.filter(({ pair, rate, at }) => {
      const told = this.told.get(pair);
      const known = told !== undefined && told.rate === rate && now - told.toldAt < this.repeatMs;
      if (!known) this.told.set(pair, { rate, at, toldAt: now });
      return !known;
    });
  }
}
