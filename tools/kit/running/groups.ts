import {
  operatorCommands,
  type ReplyOf,
  type RequestDefinition,
  type RequestOf,
} from '@exchange/contract/bus';
import { type Bus, connectNats, createLog, Requester } from '@exchange/platform';
import { until } from '../until';

const OPERATOR = 'operator-gateway';
const HOME = 0;
const REPLY_MS_MAX = 5_000;
const MOVED_MS_MAX = 30_000;
const LOOK_EVERY_MS = 20;

/** Which process of account-service has which accounts. */
export type GroupsNow = ReplyOf<typeof operatorCommands.groupsQuery>;

/** A broker, and the password with which the operator comes to it. */
export interface OperatorPlace {
  readonly natsUrl: string;
  readonly password: string;
}

/** Does something as the operator on the bus. */
export async function asOperator<T>(
  { natsUrl, password }: OperatorPlace,
  work: (bus: Bus) => Promise<T>,
): Promise<T> {
  // What goes wrong is thrown by the requests, and the console is for people.
  const log = createLog(OPERATOR, 'fatal');
  const bus = await connectNats({ url: natsUrl, user: OPERATOR, password, log });
  try {
    return await work(bus);
  } finally {
    await bus.close();
  }
}

async function ask<D extends RequestDefinition>(
  bus: Bus,
  definition: D,
  partition: number,
  request: RequestOf<D>,
): Promise<ReplyOf<D>> {
  const reply = await new Requester(bus).ask(definition, [partition, OPERATOR], request, REPLY_MS_MAX);
  if (!reply.ok) throw new Error(`${reply.code}: ${reply.message}`);
  return reply.value;
}

/** What the holder of partition 0 knows of all groups. */
export const groupsNow = (bus: Bus): Promise<GroupsNow> =>
  ask(bus, operatorCommands.groupsQuery, HOME, { living: true });

/**
 * Gives a group to another process. Resolves when that one serves it: a question to its partition is answered there.
 * @returns how long that took, ms
 */
export async function moveGroup(bus: Bus, name: string, to: string): Promise<number> {
  const { groups } = await groupsNow(bus);
  const partition = groups.find((group) => group.name === name)?.partitions[0];
  if (partition === undefined)
    throw new Error(`there is no group ${name}: ${groups.map((one) => one.name).join(', ')}`);
  const began = performance.now();
  await ask(bus, operatorCommands.moveGroup, partition, { group: name, to });
  await until(async () => ((await isHeldBy(bus, name, to)) ? true : undefined), {
    everyMs: LOOK_EVERY_MS,
    timeoutMs: MOVED_MS_MAX,
    failure: () => `${name} has not come to ${to} within 30 s`,
  });
  return performance.now() - began;
}

/** While the group of partition 0 moves itself nobody answers. */
async function isHeldBy(bus: Bus, name: string, to: string): Promise<boolean> {
  const { groups } = await groupsNow(bus).catch(() => ({ groups: [] }));
  return groups.some((group) => group.name === name && group.holder === to);
}
