import { ledgerControl } from '@exchange/contract/bus';
import { present } from '@exchange/core/kernel';
import type { LogEntry } from '@exchange/platform';
import type { MarketInputs } from './market-inputs';

/** Rules, time, status and peg rates of one market. */
export function takeControlInputs({ subject, data }: LogEntry): MarketInputs {
  const { at, inputs } = ledgerControl.decode(data);
  return {
    market: present(subject.split('.')[3], `market in ${subject}`),
    inputs: inputs.map((input) => ({ at, input })),
  };
}
