import { marketReport } from '@exchange/contract/bus';
import { handle } from './attester-turn';

/** What the engine matched: without its report no trade is attested. */
export const takeReport = handle(marketReport, {
  decide({ state: { trades } }, { message: { market, steps } }) {
    for (const { events } of steps) {
      for (const event of events) if (event.kind === 'trade') trades.reported(market, event);
    }
  },
});
