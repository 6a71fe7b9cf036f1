import { engineCommands, operatorCommands, type ReplyOf } from '@exchange/contract/bus';
import type { Result } from '@exchange/core/kernel';
import type { OwnerHead } from '@exchange/core/operator';
import type { Requester } from '@exchange/platform';
import { HOME } from './owned-action';

const ANSWER_MS_MAX = 5_000;

/** What owners say that they carried out, and which of them said nothing. */
export interface KnownHeads {
  readonly owners: readonly OwnerHead[];
  readonly lacks: readonly string[];
}

type HeadsPage = ReplyOf<typeof operatorCommands.operatorHeadsQuery>;
/** Asks a service for what it carried out after an entry; whichever of its processes answers knows it of all. */
type AskHeads = (after: number) => Promise<Result<HeadsPage>>;

/** Asks every owner for the entries of the log that it carried out. Gateways store nothing, and are no witnesses. */
export async function ownerHeads(requester: Requester, sender: string): Promise<KnownHeads> {
  const { operatorHeadsQuery } = operatorCommands;
  const { engineHeadsQuery } = engineCommands;
  const known = await Promise.all([
    headsOf('account-service', (after) =>
      requester.ask(operatorHeadsQuery, [HOME, sender], { after }, ANSWER_MS_MAX),
    ),
    headsOf('matching-engine', (after) =>
      requester.ask(engineHeadsQuery, [sender], { after }, ANSWER_MS_MAX),
    ),
  ]);
  return { owners: known.flatMap(({ owners }) => owners), lacks: known.flatMap(({ lacks }) => lacks) };
}

async function headsOf(service: string, ask: AskHeads): Promise<KnownHeads> {
  const owners: OwnerHead[] = [];
  for (let after = 0; ;) {
    const reply = await ask(after);
    if (!reply.ok) return { owners, lacks: [`${service}: ${reply.message}`] };
    const { heads, more } = reply.value;
    owners.push(...heads.map(({ group, seq, hash }) => ({ owner: `${service} ${group}`, seq, hash })));
    const last = heads.at(-1);
    if (!more || last === undefined) return { owners, lacks: [] };
    // Of several groups that carried out the same entry, some may be on the next page.
    after = last.seq - 1 > after ? last.seq - 1 : last.seq;
  }
}
