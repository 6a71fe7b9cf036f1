import { type Database, type HeldLease, Lease, repeat } from '@exchange/platform';
import type { AccountGroup } from './account-group';
import { type GroupTerms } from './group-map';
import { GroupRunner, type RunnerParts } from './group-runner';
import { mayTake } from './may-take';
import { PROCESS } from './process-lease';
import { makeGroups, storedProcesses } from './stored-groups';

const LOOK_EVERY_MS = 50;
/** So many looks long a process has just started: in this time others do that start with it. */
const LOOKS_AT_START = 200;

export interface GroupHostParts extends RunnerParts {
  readonly database: Database;
  /** The groups of the configuration. */
  readonly groups: readonly GroupTerms[];
}

/**
 * All groups of accounts in one process: it serves those whose lease it holds, and stands by for the others
 * (docs/decisions/groups-of-partitions.md).
 */
export class GroupHost {
  private readonly stopping = new AbortController();
  private readonly own: Lease;
  private runners: readonly GroupRunner[] = [];
  private held: ReadonlyMap<string, HeldLease> = new Map();
  private looking: Promise<void> = Promise.resolve();
  private looks = 0;

  constructor(private readonly parts: GroupHostParts) {
    const { database, instance: holder, leaseMs: milliseconds, clock, log, onFatal } = parts;
    const place = database.writing(PROCESS + holder, 'shared');
    this.own = new Lease({ holder, milliseconds }, { database: place, clock, log, onLost: onFatal });
  }

  /** Every group is served here, or some process has it. */
  get ready(): boolean {
    const isHeld = ({ name }: AccountGroup) => (this.held.get(name)?.leftMs ?? -1) > 0;
    return (
      this.runners.length > 0 &&
      this.runners.every((one) => (one.isStandingBy ? isHeld(one.group) : one.isReady))
    );
  }

  /** What this process is of each group. */
  get roles(): string {
    return this.runners
      .map((one) => `${one.group.name} ${one.isStandingBy ? 'standing by' : 'active'}`)
      .join(', ');
  }

  /** How many groups are served here now, and how often this process took one. */
  get share(): { readonly served: number; readonly taken: number } {
    const served = this.runners.filter(({ isStandingBy }) => !isStandingBy).length;
    return { served, taken: this.runners.reduce((sum, { taken }) => sum + taken, 0) };
  }

  /** Makes the groups, takes what is free and this process' own, and goes on looking for what becomes free. */
  async start(): Promise<void> {
    const { database, groups, clock, log, onFatal } = this.parts;
    await this.own.take();
    const made = await makeGroups(this.parts, groups);
    this.runners = made.map(
      (group) => new GroupRunner(group, database.writing(group.name, 'apart'), this.parts),
    );
    await this.look();
    const look = async () => {
      if (this.runners.some(({ isStandingBy }) => isStandingBy)) await this.look();
    };
    const failed = (error: unknown) =>
      log.warn({ err: error }, 'looking for free groups failed, trying again');
    const every = { everyMs: LOOK_EVERY_MS, clock, signal: this.stopping.signal, pauseFirst: true, failed };
    this.looking = repeat(look, every).then(() => undefined, onFatal);
  }

  /** Gives all groups up, so that others need not wait. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.looking;
    await Promise.all(this.runners.map((runner) => runner.give()));
    await this.own.release();
  }

  private async look(): Promise<void> {
    if (this.stopping.signal.aborted) return;
    const { database, instance } = this.parts;
    this.looks += 1;
    const leases = new Map((await database.leases()).map((lease) => [lease.writer, lease]));
    this.held = leases;
    const idle = this.runners.filter(({ isStandingBy }) => isStandingBy);
    const free = idle.filter(({ group }) => {
      const lease = leases.get(group.name);
      return lease === undefined || lease.leftMs < 0 || lease.holder === instance;
    });
    if (free.length === 0) return;
    const processes = await storedProcesses(database);
    const isStarting = this.looks <= LOOKS_AT_START;
    const taken = free.filter(({ group }) => {
      const meantFor = processes.get(group.name) ?? '';
      return mayTake({ lease: leases.get(group.name), instance, meantFor, isStarting });
    });
    await Promise.all(taken.map((runner) => runner.take()));
  }
}
