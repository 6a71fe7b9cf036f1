import { ledgerControl } from '@exchange/contract/bus';
import { present } from '@exchange/core/kernel';
import type { LogEntry } from '@exchange/platform';
import type { MarketInputs } from './recorded-input';

/** Rules, time and status of one market. */
export function takeControlInputs({ subject, data }: LogEntry): MarketInputs {
  const { at, inputs } = ledgerControl.decode(data);
  return {
    market: present(subject.split('.')[3], `market in ${subject}`),
    // Until the book has pegged orders, a rate moves nothing in it.
    inputs: inputs.filter(({ kind }) => kind !== 'peg_rate').map((input) => ({ at, input })),
  };
}
