import { ledgerMarket } from '@exchange/contract/bus';
import { handle } from './engine-inputs';
import { marketOf } from './market-inputs';

/** Orders, edits and cancels that one partition sent to one market. */
export const takeMarketInputs = handle(ledgerMarket, {
  decide(engine, { message: { at, inputs }, entry }) {
    engine.take({ market: marketOf(entry), inputs: inputs.map((input) => ({ at, input })) });
  },
});
