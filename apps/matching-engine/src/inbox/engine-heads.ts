import { engineCommands } from '@exchange/contract/bus';
import { ok } from '@exchange/core/kernel';
import { operatorHeadsAfter } from '@exchange/platform';
import { handle } from './engine-inputs';

/** What engines and their processes have carried out of the operator's log, as the database has it. */
export const engineHeadsQuery = handle(engineCommands.engineHeadsQuery, {
  prepare: ({ request: { after } }, { records }) => operatorHeadsAfter(records, after),

  decide: (_engine, _received, heads) => ok(() => heads),
});
