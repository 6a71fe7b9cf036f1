import { present, type ServiceName } from '@exchange/core/kernel';
import type { Bus, Clock, Database, Log, Turn, TurnCommit } from '@exchange/platform';
import {
  type MemoryBroker,
  MemoryDatabase,
  type MemoryDatabaseFaults,
  MemoryStore,
  type SeededRandom,
  settle,
} from '@exchange/test/kit';
import { SkewedClock } from './skewed-clock';

/** What a service is built from; every process gets its own bus and database over the same store. */
export interface ProcessPorts {
  readonly bus: Bus;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly onFatal: (error: Error) => void;
}

/** A service as the simulation drives it: its turns, and what it does beside them. */
export interface BuiltService {
  /** Those that are open now: one, or one for each group of accounts that the process holds. */
  readonly turns: readonly Turn[];
  open(): Promise<void>;
  /** A look at the chain, a round of settlement, a tick. */
  beside?(): Promise<void>;
  /** Gives up what it has. */
  stop?(): Promise<void>;
}

/** A service of one turn. */
export const serviceOf = (turn: Turn, more: Pick<BuiltService, 'beside'> = {}): BuiltService => ({
  turns: [turn],
  open: () => turn.open(),
  ...more,
});

/** How often a commit lasts longer than the step of its turn, and how often such a one ends with a step. */
const HELD = 0.15;
const ENDS = 0.4;

/** How a process dies: between turns, or with the commit of a turn not done or done. */
export type Death = 'between turns' | 'before commit' | 'after commit';

interface Running {
  readonly service: BuiltService;
  readonly database: MemoryDatabase;
  readonly close: () => Promise<void>;
  /** Why it had to end after another one took its place. */
  readonly ends: Error[];
  /** It was frozen, so others may have its place. */
  mayEnd: boolean;
}

/** A process that was stopped where it was, and goes on there. */
export interface FrozenProcess {
  /** Lets it go on beside its successor with what waits for it, for some turns at most; returns what it came to. */
  thaw(): Promise<Thawed>;
  /** Lets it go on in its place, which has no successor; it may have to end soon. */
  resume(): Promise<void>;
}

export interface Thawed {
  /** Why it ended, if anything made it. */
  readonly end: Error | undefined;
  /** What it has committed since its successor came. */
  readonly commits: number;
}

const forever = () => new Promise<void>(() => undefined);
/** What a process finds that is gone: what it has begun never ends. */
const DEAD: MemoryDatabaseFaults = { read: forever, beforeCommit: forever, afterCommit: forever };

/** As many turns as a process that thaws may take. */
const THAWED_TURNS = 5;

/** One service: its durable store, and the process that serves it now, if any. */
export class ServiceProcess {
  /** The clock of the machine that all its processes run on. */
  readonly clock: SkewedClock;
  commits = 0;
  private running: Running | undefined;
  private isBusyBeside = false;
  /** Each lets a commit go on that lasts. */
  private readonly held = new Set<() => void>();
  private dying: { readonly death: Death; readonly died: Promise<void> } | undefined;

  constructor(
    readonly name: ServiceName,
    private readonly broker: MemoryBroker,
    private readonly deps: Pick<ProcessPorts, 'clock' | 'log' | 'onFatal'> & {
      readonly random: SeededRandom;
    },
    private readonly build: (ports: ProcessPorts) => BuiltService,
    /** Others may stand on the same one. */
    readonly store = new MemoryStore(),
  ) {
    this.clock = new SkewedClock(deps.clock);
  }

  get isAlive(): boolean {
    return this.running !== undefined;
  }

  get hasWork(): boolean {
    return this.running?.service.turns.some(({ queue }) => queue.length > 0) === true;
  }

  /** It has turns to take. */
  get isServing(): boolean {
    return (this.running?.service.turns.length ?? 0) > 0;
  }

  get service(): BuiltService {
    return present(this.running, `${this.name} running`).service;
  }

  async start(): Promise<void> {
    const bus = this.broker.connect(this.name);
    const { clock } = this;
    const database = new MemoryDatabase(this.store, undefined, () => this.deps.clock.now());
    const started: { process?: Running } = {};
    const onFatal = (error: Error) => {
      const { process } = started;
      process?.ends.push(error);
      if (process !== undefined && this.running !== process) return;
      if (process?.mayEnd === true) void this.end(process);
      else this.deps.onFatal(error);
    };
    Object.assign(database.faults, this.living());
    const service = this.build({ ...this.deps, bus, database, clock, onFatal });
    await service.open();
    this.isBusyBeside = false;
    this.running = { service, database, close: () => bus.close(), ends: [], mayEnd: false };
    started.process = this.running;
  }

  /** A turn of each that it has, if anything waits, whose commits may last; a process that was told to die in one does. */
  async step(): Promise<number> {
    const { turns } = this.service;
    if (this.dying !== undefined)
      return Promise.race([this.all(turns, 'step'), this.dying.died.then(() => 0)]);
    if (turns.some(({ isFull }) => isFull) || this.deps.random.chance(ENDS)) this.endHolds();
    return this.all(
      turns.filter(({ isFull }) => !isFull),
      'begin',
    );
  }

  /** A turn of each, and every commit to its end. */
  async finish(): Promise<number> {
    let isDone = false;
    const done = this.all(this.service.turns, 'step').finally(() => (isDone = true));
    while (!isDone) {
      this.endHolds();
      await Promise.race([done, settle()]);
    }
    return done;
  }

  private async all(turns: readonly Turn[], what: 'begin' | 'step'): Promise<number> {
    const { running } = this;
    let taken = 0;
    for (const turn of turns) {
      try {
        taken += await turn[what]();
      } catch (error) {
        // Its end was told.
        if (running?.mayEnd !== true) throw error;
      }
    }
    return taken;
  }

  /** What a database does to a process that nothing happens to. */
  private living() {
    return {
      read: undefined,
      beforeCommit: (turn: TurnCommit) => this.hold(turn),
      afterCommit: () => void (this.commits += 1),
    };
  }

  /** What is no turn's, a snapshot, is waited for by the turn itself. */
  private hold({ positions, outbox }: TurnCommit): Promise<void> | undefined {
    if (positions.length + outbox.length === 0 || !this.deps.random.chance(HELD)) return undefined;
    return new Promise((resolve) => void this.held.add(resolve));
  }

  private endHolds(): void {
    for (const letGo of this.held) letGo();
    this.held.clear();
  }

  /** Starts what the service does beside turns, unless it still does. */
  beside(onError: (error: unknown) => void): void {
    const work = this.running?.service.beside;
    if (work === undefined || this.isBusyBeside) return;
    this.isBusyBeside = true;
    const process = this.running;
    work()
      .catch((error: unknown) => {
        if (process === this.running) onError(error);
      })
      .finally(() => {
        if (process === this.running) this.isBusyBeside = false;
      });
  }

  /**
   * Stops the process where it is: between turns, or before or after its next commit, which `runTurn` brings about. It
   * keeps its connection, and its place is free for a successor.
   */
  async freeze(where: Death, runTurn: () => Promise<unknown>): Promise<FrozenProcess> {
    const frozen = present(this.running, `${this.name} running`);
    this.endHolds();
    await settle();
    let letGo: () => void = () => undefined;
    const thawed = new Promise<void>((resolve) => (letGo = resolve));
    if (where !== 'between turns') await this.hangInCommit(where, runTurn, () => thawed);
    const { faults } = frozen.database;
    Object.assign(faults, { read: () => thawed, beforeCommit: () => thawed, afterCommit: () => thawed });
    const held = [...this.held];
    this.held.clear();
    this.running = undefined;
    const release = () => {
      letGo();
      for (const letCommit of held) letCommit();
    };
    return {
      thaw: async () => {
        let commits = 0;
        const counted = () => void (commits += 1);
        Object.assign(faults, { read: undefined, beforeCommit: undefined, afterCommit: counted });
        release();
        await settle();
        await this.takeLastTurns(frozen);
        return { end: frozen.ends[0], commits };
      },
      resume: async () => {
        Object.assign(faults, this.living());
        frozen.mayEnd = true;
        this.running = frozen;
        this.isBusyBeside = false;
        release();
        await settle();
        if (frozen.ends.length > 0) await this.end(frozen);
      },
    };
  }

  private async takeLastTurns({ service, ends, close, database }: Running): Promise<void> {
    void service.beside?.().catch(() => undefined);
    for (let count = 0; count < THAWED_TURNS && ends.length === 0; count += 1) {
      for (const turn of service.turns) await turn.step().catch(() => undefined);
      await settle();
    }
    Object.assign(database.faults, DEAD);
    await close();
  }

  /** It is told to stop, and ends when all that it has begun is done: somebody must let it take its turns meanwhile. */
  async stop(): Promise<void> {
    const stopping = present(this.running, `${this.name} running`);
    await stopping.service.stop?.();
    await this.end(stopping);
  }

  /** kill -9. A death in a commit comes with the next turn; `crash` returns when the process is gone. */
  async crash(death: Death, runTurn: () => Promise<unknown>): Promise<void> {
    const dying = present(this.running, `${this.name} running`);
    if (death !== 'between turns')
      await this.hangInCommit(death, runTurn, () => new Promise(() => undefined));
    await this.end(dying);
  }

  /** Nothing is done by it any more, and nothing it has begun goes on. */
  private async end({ database, close }: Running): Promise<void> {
    Object.assign(database.faults, DEAD);
    this.held.clear();
    this.running = undefined;
    await close();
  }

  /** Lets the next commit hang, once it is done or before, until what `held` gives resolves. */
  private async hangInCommit(
    death: Exclude<Death, 'between turns'>,
    runTurn: () => Promise<unknown>,
    held: () => Promise<void>,
  ): Promise<void> {
    const { database } = present(this.running, `${this.name} running`);
    let die: () => void = () => undefined;
    const died = new Promise<void>((resolve) => (die = resolve));
    const hang = () => {
      die();
      return held();
    };
    const done = () => {
      this.commits += 1;
      return hang();
    };
    this.dying = { death, died };
    const none = { beforeCommit: undefined, afterCommit: undefined };
    const faults = death === 'before commit' ? { beforeCommit: hang } : { afterCommit: done };
    Object.assign(database.faults, none, faults);
    // One that lasts is the one that it dies in, with others behind it.
    if (this.held.size === 0 || death === 'after commit') this.endHolds();
    else die();
    await runTurn();
    this.dying = undefined;
  }
}
