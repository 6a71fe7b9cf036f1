import { runTool } from '../../kit/command-line/run-tool';
import { asOperator, groupsNow, moveGroup } from '../../kit/running/groups';
import { textTable } from '../../kit/text-table';
import { type GroupsOptions, groupsOptions, USAGE } from './options';

type Bus = Parameters<typeof groupsNow>[0];

async function show(bus: Bus): Promise<void> {
  const { groups, processes } = await groupsNow(bus);
  const rows = groups.map(({ name, partitions, process, holder }) => [
    ...[name, String(partitions.length), holder ?? 'nobody', process === '' ? 'any' : process],
  ]);
  const head = ['group', 'partitions', 'held by', 'meant for'];
  console.log(textTable([head, ...rows], ['left', 'right', 'left', 'left']).join('\n'));
  console.log(`processes: ${processes.join(', ')}`);
}

async function move(bus: Bus, name: string, to: string): Promise<void> {
  const ms = await moveGroup(bus, name, to);
  console.log(`${name} is held by ${to} after ${Math.round(ms)} ms`);
}

const run = ({ wish, ...place }: GroupsOptions): Promise<void> =>
  asOperator(place, (bus) => (wish === 'list' ? show(bus) : move(bus, wish.group, wish.to)));

await runTool(USAGE, (args) => run(groupsOptions(args, process.env)));
