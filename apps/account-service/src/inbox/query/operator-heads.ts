import { operatorCommands } from '@exchange/contract/bus';
import { ok } from '@exchange/core/kernel';
import { operatorHeadTable } from '@exchange/platform';
import { handle } from '../handle';

const HEADS_MAX = 1_000;

/** What the groups have carried out of the operator's log, as the database has it. */
export const operatorHeadsQuery = handle(operatorCommands.operatorHeadsQuery, {
  prepare: ({ request: { after } }, { records }) =>
    records.find(operatorHeadTable, {
      where: { seq: { gt: after } },
      order: [
        ['seq', 'asc'],
        ['ownerGroup', 'asc'],
      ],
      limit: HEADS_MAX + 1,
    }),

  decide: (_, __, rows) =>
    ok(() => ({
      heads: rows.slice(0, HEADS_MAX).map(({ ownerGroup: group, seq, hash }) => ({ group, seq, hash })),
      more: rows.length > HEADS_MAX,
    })),
});
