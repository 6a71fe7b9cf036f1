import { setTimeout as delay } from 'node:timers/promises';
import { within } from '@exchange/platform';
import { groupsNow, moveGroup } from '../../../kit/running/groups';
import type { NamedProcess } from '../../../kit/running/processes';
import { untilReady } from './ready';
import type { FaultWorld } from './world';

/**
 * A fault: does its harm, undoes what doesn't mend by itself, and says to whom it was done. Rejects when it couldn't be
 * done: another fault may have left nothing to act on.
 */
export interface ChaosFault {
  readonly kind: string;
  readonly needsVolume?: true;
  /** Only where account-service has several processes. */
  readonly needsGroups?: true;
  run(world: FaultWorld): Promise<string>;
}

/** How long something is stopped or held, ms: from a hiccup to longer than any lease. */
const SPELL_MS: [number, number] = [300, 6_000];
const ENDED_MS_MAX = 5_000;
const MOVED_MS_MAX = 15_000;
const STEP_MS: [number, number] = [1_000, 20_000];
/** What services stand on. */
export const SERVERS: readonly string[] = ['nats', 'postgres', 'chain'];

const spell = ({ random }: FaultWorld): number => random.between(...SPELL_MS);

function pick<T>({ random }: FaultWorld, choices: readonly T[]): T | undefined {
  return choices[random.between(0, Math.max(0, choices.length - 1))];
}

/** Throws when there is none: the fault can't be done. */
function found<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`${what} doesn't run now`);
  return value;
}

/** Some process, the servers included; each kind is as likely, however many of it run. */
function somebody(world: FaultWorld): NamedProcess | undefined {
  const kinds = new Map<string, NamedProcess[]>();
  for (const one of [
    ...world.services(),
    ...world.processes().filter(({ name }) => SERVERS.includes(name)),
  ]) {
    const kind = one.name.replace(/-\d+$/, '');
    kinds.set(kind, [...(kinds.get(kind) ?? []), one]);
  }
  const kind = pick(world, [...kinds.keys()].sort());
  return kind === undefined ? undefined : pick(world, kinds.get(kind) ?? []);
}

async function kill(world: FaultWorld): Promise<string> {
  const victim = found(somebody(world), 'any process');
  world.signal(victim, 'SIGKILL');
  return victim.name;
}

async function freeze(world: FaultWorld): Promise<string> {
  const victim = found(somebody(world), 'any process');
  const ms = spell(world);
  world.signal(victim, 'SIGSTOP');
  await delay(ms);
  world.signal(victim, 'SIGCONT');
  return `${victim.name} for ${ms} ms`;
}

/** Ends a server in order, as whatever supervises it does: what doesn't end in good time is killed. */
const restart =
  (name: string) =>
  async (world: FaultWorld): Promise<string> => {
    const server = found(world.process(name), name);
    world.signal(server, 'SIGINT');
    if (await world.hasEnded(server, ENDED_MS_MAX)) return name;
    world.signal(server, 'SIGKILL');
    return `${name}, which had to be killed`;
  };

async function stepClock(world: FaultWorld): Promise<string> {
  const whose = world.random.pick(['services', 'gateways'] as const);
  const ahead = world.random.between(...STEP_MS) * world.random.pick([1, -1]);
  world.clock.set(whose, ahead);
  await delay(spell(world));
  world.clock.set(whose, 0);
  return `${whose} by ${ahead} ms and back`;
}

async function cut(world: FaultWorld): Promise<string> {
  found(pick(world, world.proxies), 'any proxy').cut();
  return 'the clients of one proxy';
}

async function slow(world: FaultWorld): Promise<string> {
  const proxy = found(pick(world, world.proxies), 'any proxy');
  const ms = spell(world);
  proxy.hold();
  await delay(ms);
  proxy.release();
  return `the clients of one proxy for ${ms} ms`;
}

/** Ends every service in order, one after the other, as a new release does. */
async function roll(world: FaultWorld): Promise<string> {
  for (const { name } of world.services()) {
    const before = world.process(name);
    if (before === undefined) continue;
    world.signal(before, 'SIGTERM');
    await untilReady(world, name, before.pid);
  }
  return 'every service, one after the other';
}

/** NATS 2.9 may hang on a full disk, and then goes on only when it is killed (docs/runbooks/one-machine.md). */
async function fill(world: FaultWorld): Promise<string> {
  const volume = found(world.volume, 'the volume');
  const ms = spell(world);
  try {
    volume.fill();
    await delay(ms);
  } finally {
    volume.empty();
  }
  if (await world.brokerStores()) return `for ${ms} ms`;
  world.signal(found(world.process('nats'), 'nats'), 'SIGKILL');
  return `for ${ms} ms; the broker hung ever since, and was killed`;
}

/** Gives a group of accounts to another process of account-service that lives. A broker that is away isn't waited for. */
export async function move({ desk }: FaultWorld): Promise<string> {
  const moveOne = async () => {
    const { groups, processes } = await groupsNow(desk);
    const group = groups.at(-1);
    const to = processes.find((name) => name !== group?.holder);
    if (group === undefined || to === undefined) throw new Error('there is nowhere to move a group to');
    const ms = await moveGroup(desk, group.name, to);
    return `${group.name}, ${group.partitions.length} partitions, to ${to} in ${ms.toFixed(0)} ms`;
  };
  return within(moveOne(), MOVED_MS_MAX);
}

/** All faults, in the order in which a seed counts them. */
export const FAULTS: readonly ChaosFault[] = [
  { kind: 'kill', run: kill },
  { kind: 'freeze', run: freeze },
  { kind: 'broker-restart', run: restart('nats') },
  {
    kind: 'broker-wipe',
    run: async (world) => {
      await world.wipeBroker();
      return 'nats';
    },
  },
  {
    kind: 'database-sessions',
    run: async (world) => `${await world.endDatabaseSessions()} sessions ended`,
  },
  { kind: 'database-restart', run: restart('postgres') },
  { kind: 'disk-full', needsVolume: true, run: fill },
  { kind: 'clock-step', run: stepClock },
  { kind: 'cut', run: cut },
  { kind: 'slow', run: slow },
  { kind: 'roll', run: roll },
  { kind: 'move', needsGroups: true, run: move },
];
