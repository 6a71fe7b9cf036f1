import type { Ratio } from '@exchange/core/kernel';

/** What one whole unit of an asset (a token's symbol, a currency's code) is worth in US dollars. */
export interface AssetValue {
  readonly asset: string;
  readonly value: Ratio;
}

/** One place that says what assets are worth. */
export interface RateSource {
  readonly name: string;
  /** How often it is asked. */
  readonly everyMs: number;
  /** What it says now. Rejects when it can't be reached, or doesn't say what it should; `signal` gives it up. */
  read(signal: AbortSignal): Promise<readonly AssetValue[]>;
}
