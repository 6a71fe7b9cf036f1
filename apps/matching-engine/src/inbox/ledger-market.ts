import { ledgerMarket } from '@exchange/contract/bus';
import { present } from '@exchange/core/kernel';
import type { LogEntry } from '@exchange/platform';
import type { MarketInputs } from './market-inputs';

/** Orders, edits and cancels that one partition sent to one market. */
export function takeMarketInputs({ subject, data }: LogEntry): MarketInputs {
  const { at, inputs } = ledgerMarket.decode(data);
  return {
    market: present(subject.split('.')[3], `market in ${subject}`),
    inputs: inputs.map((input) => ({ at, input })),
  };
}
