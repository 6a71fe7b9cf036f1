import type { RecordedInput } from '@exchange/core/message';

/** Inputs of one market in their order. */
export interface MarketInputs {
  readonly market: string;
  readonly inputs: readonly RecordedInput[];
}
