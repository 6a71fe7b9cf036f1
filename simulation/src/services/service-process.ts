import type { ServiceName } from '@exchange/contract/bus';
import { present } from '@exchange/core/kernel';
import type { Bus, Clock, Database, Log, Turn, TurnCommit } from '@exchange/platform';
import {
  type MemoryBroker,
  MemoryDatabase,
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

/** A service as the simulation drives it: its turn, and what it does beside turns. */
export interface BuiltService {
  readonly turn: Turn;
  /** Called after the turn was opened. */
  opened?(): void;
  /** A look at the chain, a round of settlement, a tick. */
  beside?(): Promise<void>;
}

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
}

/** A process that was stopped where it was, and goes on there. */
export interface FrozenProcess {
  /** Lets it go on with what waits for it, for some turns at most; returns what it came to. */
  thaw(): Promise<Thawed>;
}

export interface Thawed {
  /** Why it ended, if anything made it. */
  readonly end: Error | undefined;
  /** What it has committed since its successor came. */
  readonly commits: number;
}

/** As many turns as a process that thaws may take. */
const THAWED_TURNS = 5;

/** One service: its durable store, and the process that serves it now, if any. */
export class ServiceProcess {
  readonly store = new MemoryStore();
  /** The clock of the machine that all its processes run on. */
  readonly clock: SkewedClock;
  commits = 0;
  private running: Running | undefined;
  private isBusyBeside = false;
  /** Lets the commit go on that lasts. */
  private letGo: (() => void) | undefined;
  private dying: { readonly death: Death; readonly died: Promise<void> } | undefined;

  constructor(
    readonly name: ServiceName,
    private readonly broker: MemoryBroker,
    private readonly deps: Pick<ProcessPorts, 'clock' | 'log' | 'onFatal'> & {
      readonly random: SeededRandom;
    },
    private readonly build: (ports: ProcessPorts) => BuiltService,
  ) {
    this.clock = new SkewedClock(deps.clock);
  }

  get isAlive(): boolean {
    return this.running !== undefined;
  }

  get hasWork(): boolean {
    return (this.running?.service.turn.waiting ?? 0) > 0;
  }

  get service(): BuiltService {
    return present(this.running, `${this.name} running`).service;
  }

  async start(): Promise<void> {
    const bus = this.broker.connect(this.name);
    const database = new MemoryDatabase(this.store);
    const ends: Error[] = [];
    const onFatal = (error: Error) => {
      if (this.running === undefined || this.running.ends === ends) this.deps.onFatal(error);
      else ends.push(error);
    };
    const { clock } = this;
    database.faults.beforeCommit = (turn) => this.hold(turn);
    database.faults.afterCommit = () => void (this.commits += 1);
    const service = this.build({ ...this.deps, bus, database, clock, onFatal });
    await service.turn.open();
    service.opened?.();
    this.isBusyBeside = false;
    this.running = { service, database, close: () => bus.close(), ends };
  }

  /** One turn, if anything waits, whose commit may last; a process that was told to die in one does. */
  async step(): Promise<number> {
    const { turn } = this.service;
    if (this.dying !== undefined) return Promise.race([turn.step(), this.dying.died.then(() => 0)]);
    if (turn.isFull || this.deps.random.chance(ENDS)) this.endHold();
    return turn.isFull ? 0 : turn.begin();
  }

  /** One turn, and every commit to its end. */
  async finish(): Promise<number> {
    let isDone = false;
    const done = this.service.turn.step().finally(() => (isDone = true));
    while (!isDone) {
      this.endHold();
      await Promise.race([done, settle()]);
    }
    return done;
  }

  /** What is no turn's, a snapshot, is waited for by the turn itself. */
  private hold({ positions, outbox }: TurnCommit): Promise<void> | undefined {
    if (positions.length + outbox.length === 0 || !this.deps.random.chance(HELD)) return undefined;
    return new Promise((resolve) => (this.letGo = resolve));
  }

  private endHold(): void {
    this.letGo?.();
    this.letGo = undefined;
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
    this.endHold();
    await settle();
    let release: () => void = () => undefined;
    const thawed = new Promise<void>((resolve) => (release = resolve));
    if (where !== 'between turns') await this.hangInCommit(where, runTurn, () => thawed);
    this.running = undefined;
    return {
      thaw: async () => {
        let commits = 0;
        Object.assign(frozen.database.faults, {
          beforeCommit: undefined,
          afterCommit: () => void (commits += 1),
        });
        release();
        await settle();
        const { turn, beside } = frozen.service;
        void beside?.().catch(() => undefined);
        for (let count = 0; count < THAWED_TURNS && frozen.ends.length === 0; count += 1) {
          await turn.step().catch(() => undefined);
          await settle();
        }
        await frozen.close();
        return { end: frozen.ends[0], commits };
      },
    };
  }

  /** kill -9. A death in a commit comes with the next turn; `crash` returns when the process is gone. */
  async crash(death: Death, runTurn: () => Promise<unknown>): Promise<void> {
    const { close } = present(this.running, `${this.name} running`);
    if (death !== 'between turns')
      await this.hangInCommit(death, runTurn, () => new Promise(() => undefined));
    this.letGo = undefined;
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
    database.faults = death === 'before commit' ? { beforeCommit: hang } : { afterCommit: done };
    // One that lasts is the one that it dies in, with others behind it.
    if (this.letGo === undefined || death === 'after commit') this.endHold();
    else die();
    await runTurn();
    this.letGo = undefined;
    this.dying = undefined;
  }
}
