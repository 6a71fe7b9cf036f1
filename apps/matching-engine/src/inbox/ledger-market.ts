import { ledgerMarket } from '@exchange/contract/bus';
import { handle } from './engine-inputs';
import { inputsOf } from './market-inputs';

/** Orders, edits and cancels that one partition sent to one market. */
export const takeMarketInputs = handle(ledgerMarket, {
  decide(engine, log) {
    engine.take(inputsOf(log));
  },
});
