import type { operatorCommands, ReplyOf } from '@exchange/contract/bus';
import { type DeskPlace, signedIn } from '../operator/sign-in';
import { until } from '../until';

const MOVED_MS_MAX = 30_000;
const LOOK_EVERY_MS = 20;
/** Who may move groups. */
const ADMIN = 'nora';

/** Which process of account-service has which accounts. */
export type GroupsNow = ReplyOf<typeof operatorCommands.groupsQuery>;

/** All groups, and who has them. */
export const groupsNow = async (desk: DeskPlace): Promise<GroupsNow> =>
  (await signedIn(desk, ADMIN)).ask('GET', 'groups');

/**
 * Gives a group to another process. Resolves when that one serves it: a question to its partition is answered there.
 * @returns how long that took, ms
 */
export async function moveGroup(desk: DeskPlace, group: string, to: string): Promise<number> {
  const began = performance.now();
  const admin = await signedIn(desk, ADMIN);
  const step = { action: 'move-group', content: { group, to } };
  const [outcome] = await admin.outcomes(
    await admin.submit([step], 'another process is to have these accounts'),
  );
  if (outcome?.kind !== 'done')
    throw new Error(`${String(outcome?.['code'])}: ${String(outcome?.['message'])}`);
  await until(async () => ((await isHeldBy(desk, group, to)) ? true : undefined), {
    everyMs: LOOK_EVERY_MS,
    timeoutMs: MOVED_MS_MAX,
    failure: () => `${group} has not come to ${to} within 30 s`,
  });
  return performance.now() - began;
}

/** While the group of partition 0 moves itself nobody answers. */
async function isHeldBy(desk: DeskPlace, name: string, to: string): Promise<boolean> {
  const { groups } = await groupsNow(desk).catch(() => ({ groups: [] }));
  return groups.some((group) => group.name === name && group.holder === to);
}
