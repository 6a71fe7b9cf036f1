import { operatorCommands } from '@exchange/contract/bus';
import { ok } from '@exchange/core/kernel';
import { operatorHeadsAfter } from '@exchange/platform';
import { handle } from '../handle';

/** What the groups have carried out of the operator's log, as the database has it. */
export const operatorHeadsQuery = handle(operatorCommands.operatorHeadsQuery, {
  prepare: ({ request: { after } }, { records }) => operatorHeadsAfter(records, after),

  decide: (_turn, _received, heads) => ok(() => heads),
});
