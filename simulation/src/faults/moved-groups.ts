import { operatorCommands } from '@exchange/contract/bus';
import { present } from '@exchange/core/kernel';
import { check } from '../audit/finding';
import { ACCOUNT_PROCESSES, GROUPS } from '../services/account-processes';
import type { Death, ServiceProcess } from '../services/service-process';
import type { SimulatedWorld } from '../world';
import { delayed } from './delayed-messages';
import type { FaultOf } from './fault-plan';

type AccountProcess = (typeof ACCOUNT_PROCESSES)[number];
type Move = FaultOf<'move group'>;

/** What a run does for the fault. */
interface RunParts {
  readonly world: SimulatedWorld;
  /** People do things for so many steps. */
  readonly act: (steps: number) => Promise<void>;
  /** Until the process commits. */
  readonly runUntilTurn: (name: AccountProcess) => Promise<void>;
  readonly restart: (name: AccountProcess) => Promise<void>;
}

/** A process that finds that its place is gone ends with the next look at its lease. */
const ENDS_IN_STEPS = 10;
const STOPS_IN_STEPS = 200;

/** An operator has a group moved to the other process, and one of the two has trouble meanwhile. */
export async function moveGroup(run: RunParts, fault: Move): Promise<void> {
  const { world, act } = run;
  const { broker, random } = world;
  const [giver, taker] = sides(world, fault.group);
  // Whoever asks reaches the one or the other, if both serve.
  const owner = (owners: number) => random.integer(0, owners - 1);
  broker.faults = fault.late ? { ...delayed(random), owner } : { owner };
  askToMove(world, fault.group, taker);
  await act(fault.after);
  switch (fault.trouble) {
    case 'none':
      await act(fault.steps);
      break;
    case 'giver dies':
      await die(run, [giver], fault);
      break;
    case 'taker dies':
      await die(run, [taker], fault);
      break;
    case 'both die':
      await die(run, [giver, taker], fault);
      break;
    case 'giver freezes':
      await freezes(run, giver, fault);
      break;
    case 'taker freezes':
      await freezes(run, taker, fault);
      break;
    case 'giver ends':
      await ends(run, giver);
      break;
  }
  broker.faults = {};
}

/** Who holds the group, or held it last, and the other. */
function sides(world: SimulatedWorld, group: string): readonly [AccountProcess, AccountProcess] {
  const [first, second] = ACCOUNT_PROCESSES;
  const { store } = world.service(first);
  return store.leases.get(group)?.holder === second ? [second, first] : [first, second];
}

/** Whatever the answer is, if one comes. */
function askToMove({ operator }: SimulatedWorld, group: string, to: string): void {
  const [partition] = present(
    GROUPS.find(({ name }) => name === group),
    'group',
  ).partitions;
  void operator.order(operatorCommands.moveGroup, { group, to }, present(partition, 'partition'));
}

/** In a commit if it has turns to take. */
const whereOf = ({ isServing }: ServiceProcess, where: Death): Death => (isServing ? where : 'between turns');

async function die(
  { world, act, runUntilTurn, restart }: RunParts,
  names: readonly AccountProcess[],
  fault: Move,
) {
  for (const name of names) {
    const service = world.service(name);
    await service.crash(whereOf(service, fault.where), () => runUntilTurn(name));
  }
  await act(fault.steps);
  for (const name of names) await restart(name);
}

/** The other may have its groups when it goes on, or not yet. */
async function freezes({ world, act, runUntilTurn, restart }: RunParts, name: AccountProcess, fault: Move) {
  const service = world.service(name);
  const frozen = await service.freeze(whereOf(service, fault.where), () => runUntilTurn(name));
  await act(fault.steps);
  await frozen.resume();
  await act(ENDS_IN_STEPS);
  if (!service.isAlive) await restart(name);
}

/** As a rolling restart does: it gives up what it has, and another comes under its name. */
async function ends({ world, act, restart }: RunParts, name: AccountProcess) {
  const service = world.service(name);
  let isOver = false;
  const stopping = service.stop().finally(() => (isOver = true));
  for (let waited = 0; waited < STOPS_IN_STEPS && !isOver; waited += 1) await act(1);
  check(isOver, () => `${name} was told to stop and doesn't`);
  await stopping;
  await restart(name);
}
