import { assert, divideRatios, formatDecimal, type Ratio } from '@exchange/core/kernel';
import { type AgreementRule, agreedValue } from './agreed-value';

/** What one whole unit of an asset is worth in the reference currency, as a source said it. `at`: Unix ms. */
export interface ValueReport {
  readonly source: string;
  /** A token's symbol or a currency's code. */
  readonly asset: string;
  readonly value: Ratio;
  readonly at: number;
}

export interface ConversionRule extends AgreementRule {
  /** A report older than this (ms) says nothing any more. */
  readonly freshMs: number;
}

/** A rate as decimal text, null when no fresh one is known. `at`: Unix ms of the older of its two values. */
export interface CurrentRate {
  readonly rate: string | null;
  readonly at: number;
}

interface AgreedValue {
  readonly value: Ratio;
  readonly at: number;
}

const ONE: Ratio = { numerator: 1n, denominator: 1n };

/** The currency in which sources say what others are worth. */
export const REFERENCE_CURRENCY = 'USD';

/**
 * Average value of each asset over the sources, and from it the rate of any asset in any other: value of the one
 * divided by value of the other, so that all rates fit together.
 */
export class ConversionRates {
  /** Newest report of each source, by asset. */
  private readonly reports = new Map<string, Map<string, ValueReport>>();

  constructor(private readonly rule: ConversionRule) {}

  /** Takes what a source says now; one that is older than what it said before changes nothing. */
  take(report: ValueReport): void {
    assert(report.asset !== REFERENCE_CURRENCY, 'the reference currency is worth one of itself');
    const sources = this.reports.get(report.asset) ?? new Map<string, ValueReport>();
    this.reports.set(report.asset, sources);
    const known = sources.get(report.source);
    if (known === undefined || known.at <= report.at) sources.set(report.source, report);
  }

  /**
   * How much of `currency` one whole `asset` is worth at a moment (Unix ms): rounded to the nearest at 15 significant
   * digits. Null when the reports of either are older than the rule allows, too few, or deviate.
   */
  rate(asset: string, currency: string, now: number): CurrentRate {
    const priced = this.value(asset, now);
    const unit = this.value(currency, now);
    if (priced === undefined || unit === undefined) return { rate: null, at: now };
    const rate = formatDecimal(divideRatios(priced.value, unit.value)) ?? null;
    return { rate, at: rate === null ? now : Math.min(priced.at, unit.at) };
  }

  private value(asset: string, now: number): AgreedValue | undefined {
    if (asset === REFERENCE_CURRENCY) return { value: ONE, at: now };
    const sources = [...(this.reports.get(asset)?.values() ?? [])];
    const fresh = sources.filter(({ at }) => now - at <= this.rule.freshMs);
    const value = agreedValue(
      fresh.map((report) => report.value),
      this.rule,
    );
    return value && { value, at: Math.max(...fresh.map(({ at }) => at)) };
  }
}
