import type { ServiceName } from '@exchange/contract/bus';
import { present } from '@exchange/core/kernel';
import type { Bus, Clock, Database, Log, Turn } from '@exchange/platform';
import { type MemoryBroker, MemoryDatabase, MemoryStore } from '@exchange/test/kit';

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

/** How a process dies: between turns, or with the commit of a turn not done or done. */
export type Death = 'between turns' | 'before commit' | 'after commit';

interface Running {
  readonly service: BuiltService;
  readonly database: MemoryDatabase;
  readonly close: () => Promise<void>;
}

/** One service: its durable store, and the process that serves it now, if any. */
export class ServiceProcess {
  readonly store = new MemoryStore();
  commits = 0;
  private running: Running | undefined;
  private isBusyBeside = false;
  private dying: { readonly death: Death; readonly died: Promise<void> } | undefined;

  constructor(
    readonly name: ServiceName,
    private readonly broker: MemoryBroker,
    private readonly deps: Pick<ProcessPorts, 'clock' | 'log' | 'onFatal'>,
    private readonly build: (ports: ProcessPorts) => BuiltService,
  ) {}

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
    database.faults.afterCommit = () => void (this.commits += 1);
    const service = this.build({ ...this.deps, bus, database });
    await service.turn.open();
    service.opened?.();
    this.isBusyBeside = false;
    this.running = { service, database, close: () => bus.close() };
  }

  /** One turn, if anything waits; a process that was told to die in it does. */
  async step(): Promise<number> {
    const { service } = present(this.running, `${this.name} running`);
    const turn = service.turn.step();
    if (this.dying === undefined) return turn;
    const taken = await Promise.race([turn, this.dying.died.then(() => 0)]);
    return taken;
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

  /** kill -9. A death in a commit comes with the next turn; `crash` returns when the process is gone. */
  async crash(death: Death, runTurn: () => Promise<unknown>): Promise<void> {
    const { database, close } = present(this.running, `${this.name} running`);
    if (death !== 'between turns') {
      let die: () => void = () => undefined;
      const died = new Promise<void>((resolve) => (die = resolve));
      const hang = () => {
        die();
        return new Promise<void>(() => undefined);
      };
      this.dying = { death, died };
      if (death === 'before commit') database.faults.beforeCommit = hang;
      else {
        database.faults.afterCommit = () => {
          this.commits += 1;
          return hang();
        };
      }
      await runTurn();
      this.dying = undefined;
    }
    this.running = undefined;
    await close();
  }
}
