import { ledgerControl } from '@exchange/contract/bus';
import { handle } from './engine-inputs';
import { marketOf } from './market-inputs';

/** Rules, time, status and peg rates of one market. */
export const takeControlInputs = handle(ledgerControl, {
  decide(engine, { message: { at, inputs }, entry }) {
    engine.take({ market: marketOf(entry), inputs: inputs.map((input) => ({ at, input })) });
  },
});
