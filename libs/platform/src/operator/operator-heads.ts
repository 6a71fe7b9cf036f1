import { hash as asHash, type Hash } from '@exchange/core/kernel';
import type { Records } from '../ports';
import { operatorHeadTable } from './operator-orders';

/** An answer has no more heads. */
const HEADS_MAX = 1_000;

/** Some of what was carried out of the operator's log, and whether there is more. */
export interface HeadsAfter {
  readonly heads: readonly { readonly group: string; readonly seq: number; readonly hash: Hash }[];
  readonly more: boolean;
}

/** What the writers of a schema have carried out of the operator's log after a sequence, as the database has it, in order. */
export async function operatorHeadsAfter(records: Records, after: number): Promise<HeadsAfter> {
  const rows = await records.find(operatorHeadTable, {
    where: { seq: { gt: after } },
    order: [
      ['seq', 'asc'],
      ['ownerGroup', 'asc'],
    ],
    limit: HEADS_MAX + 1,
  });
  const kept = rows.slice(0, HEADS_MAX);
  return {
    heads: kept.map(({ ownerGroup: group, seq, hash }) => ({ group, seq, hash: asHash(hash) })),
    more: rows.length > HEADS_MAX,
  };
}
