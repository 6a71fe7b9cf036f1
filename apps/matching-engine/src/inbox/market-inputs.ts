import { present } from '@exchange/core/kernel';
import type { RecordedInput } from '@exchange/core/message';
import type { LogEntry } from '@exchange/platform';

/** Inputs of one market in their order. */
export interface MarketInputs {
  readonly market: string;
  readonly inputs: readonly RecordedInput[];
}

/** The market that an entry of the ledger's logs is for. */
export const marketOf = ({ subject }: LogEntry): string =>
  present(subject.split('.')[3], `market in ${subject}`);
