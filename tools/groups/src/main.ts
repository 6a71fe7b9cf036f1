import {
  accountCommands,
  accountQueries,
  type ReplyOf,
  type RequestDefinition,
  type RequestOf,
} from '@exchange/contract/bus';
import { type Bus, connectNats, createLog, Requester } from '@exchange/platform';
import { runTool } from '../../kit/command-line/run-tool';
import { textTable } from '../../kit/text-table';
import { type GroupsOptions, groupsOptions, USAGE } from './options';

const OPERATOR = 'operator';
const HOME = 0;
const REPLY_MS_MAX = 5_000;
const MOVED_MS_MAX = 30_000;
const LOOK_EVERY_MS = 20;

type GroupsNow = ReplyOf<typeof accountQueries.groupsQuery>;

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

const groupsOf = (bus: Bus): Promise<GroupsNow> =>
  ask(bus, accountQueries.groupsQuery, HOME, { living: true });

async function show(bus: Bus): Promise<void> {
  const { groups, processes } = await groupsOf(bus);
  const rows = groups.map(({ name, partitions, process, holder }) => [
    ...[name, String(partitions.length), holder ?? 'nobody', process === '' ? 'any' : process],
  ]);
  const head = ['group', 'partitions', 'held by', 'meant for'];
  console.log(textTable([head, ...rows], ['left', 'right', 'left', 'left']).join('\n'));
  console.log(`processes: ${processes.join(', ')}`);
}

/** Resolves when the other process serves the group: a question to its partition is answered there. */
async function move(bus: Bus, name: string, to: string): Promise<void> {
  const { groups } = await groupsOf(bus);
  const partition = groups.find((group) => group.name === name)?.partitions[0];
  if (partition === undefined)
    throw new Error(`there is no group ${name}: ${groups.map((one) => one.name).join(', ')}`);
  const began = performance.now();
  await ask(bus, accountCommands.moveGroup, partition, { group: name, to });
  while (!(await isHeldBy(bus, name, to))) {
    if (performance.now() - began > MOVED_MS_MAX)
      throw new Error(`${name} has not come to ${to} within 30 s`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  console.log(`${name} is held by ${to} after ${Math.round(performance.now() - began)} ms`);
}

/** While the group of partition 0 moves itself nobody answers. */
async function isHeldBy(bus: Bus, name: string, to: string): Promise<boolean> {
  const { groups } = await groupsOf(bus).catch(() => ({ groups: [] }));
  return groups.some((group) => group.name === name && group.holder === to);
}

async function run({ natsUrl, password, wish }: GroupsOptions): Promise<void> {
  // What goes wrong is thrown by the requests, and the console is for people.
  const bus = await connectNats({
    url: natsUrl,
    user: OPERATOR,
    password,
    log: createLog(OPERATOR, 'fatal'),
  });
  try {
    await (wish === 'list' ? show(bus) : move(bus, wish.group, wish.to));
  } finally {
    await bus.close();
  }
}

await runTool(USAGE, (args) => run(groupsOptions(args, process.env)));
