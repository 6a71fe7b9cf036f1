import { ledgerControl } from '@exchange/contract/bus';
import { handle } from './engine-inputs';
import { inputsOf } from './market-inputs';

/** Rules, time, status and peg rates of one market. */
export const takeControlInputs = handle(ledgerControl, {
  decide(engine, log) {
    engine.take(inputsOf(log));
  },
});
