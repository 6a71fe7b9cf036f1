import { operatorCommands } from '@exchange/contract/bus';
import type { OwnerHead } from '@exchange/core/operator';
import type { Requester } from '@exchange/platform';

const ANSWER_MS_MAX = 5_000;
const HOME = 0;

/** What owners say that they carried out, and which of them said nothing. */
export interface KnownHeads {
  readonly owners: readonly OwnerHead[];
  readonly lacks: readonly string[];
}

/** Asks every owner for the entries of the log that it carried out. */
export async function ownerHeads(requester: Requester, sender: string): Promise<KnownHeads> {
  const owners: OwnerHead[] = [];
  for (let after = 0; ;) {
    const place = [HOME, sender];
    const reply = await requester.ask(operatorCommands.operatorHeadsQuery, place, { after }, ANSWER_MS_MAX);
    if (!reply.ok) return { owners, lacks: [`account-service: ${reply.message}`] };
    const { heads, more } = reply.value;
    owners.push(...heads.map(({ group, seq, hash }) => ({ owner: `account-service ${group}`, seq, hash })));
    const last = heads.at(-1);
    if (!more || last === undefined) return { owners, lacks: [] };
    // Of several groups that carried out the same entry, some may be on the next page.
    after = last.seq - 1 > after ? last.seq - 1 : last.seq;
  }
}
