import { present } from '@exchange/core/kernel';
import type { RecordedInput } from '@exchange/core/message';
import type { LogEntry, LogInput } from '@exchange/platform';

/** Inputs of one market in their order. */
export interface MarketInputs {
  readonly market: string;
  readonly inputs: readonly RecordedInput[];
}

/** The market that an entry of the ledger's logs is for. */
export const marketOf = ({ subject }: LogEntry): string =>
  present(subject.split('.')[3], `market in ${subject}`);

/** What a message of the ledger's logs tells its market; all of it was accepted at one time. */
export const inputsOf = ({ message, entry }: LogInput<SentInputs>): MarketInputs => ({
  market: marketOf(entry),
  inputs: message.inputs.map((input) => ({ at: message.at, input })),
});

interface SentInputs {
  readonly at: number;
  readonly inputs: readonly RecordedInput['input'][];
}
