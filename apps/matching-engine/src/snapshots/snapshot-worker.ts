import { DefectError } from '@exchange/core/kernel';
import type { Log } from '@exchange/platform';
import { Worker } from 'node:worker_threads';
import type { SnapshotMaker } from './snapshot-maker';

/** What a thread that makes snapshots is told. */
export interface SnapshotOrder {
  readonly market: string;
}

/** What it says when it has made one, or could not. */
export interface SnapshotAnswer {
  readonly market: string;
  readonly number: number;
  /** Milliseconds. */
  readonly took: number;
  readonly problem?: string;
}

export interface SnapshotThreadData {
  readonly engine: string;
  readonly databaseUrl: string;
  readonly databasePassword: string;
  readonly logLevel: string;
}

interface Asked {
  readonly market: string;
  readonly made: Promise<number>;
  resolve(number: number): void;
  reject(error: Error): void;
}

/** After a snapshot the thread rests so many times as long as it took, since it needs a core. */
const REST = 9;
/** At a stop, snapshots that take longer are left out: the next start does more reports again. */
const STOP_WITHIN_MS = 5_000;

/**
 * Makes snapshots in a thread of its own with its own connection to the database, one market after the other, so that
 * turns go on and never wait. The thread writes as a writer of its own: nothing of the markets' record but snapshots, and
 * reports that are superfluous then.
 */
export class SnapshotWorker implements SnapshotMaker {
  readonly isBeside = true;
  private readonly asked: Asked[] = [];
  private worker: Worker | undefined;
  private busy: Asked | undefined;
  private resting: NodeJS.Timeout | undefined;
  private isStopping = false;

  constructor(
    private readonly file: URL,
    private readonly data: SnapshotThreadData,
    private readonly log: Log,
    private readonly observe: (seconds: number) => void = () => undefined,
  ) {}

  make(market: string): Promise<number> {
    const known = this.asked.find((asked) => asked.market === market) ?? this.waitingFor(market);
    if (!this.asked.includes(known)) this.asked.push(known);
    this.next();
    return known.made;
  }

  async finish(last: readonly Promise<void>[]): Promise<void> {
    this.isStopping = true;
    clearTimeout(this.resting);
    this.resting = undefined;
    this.next();
    let patience: NodeJS.Timeout | undefined;
    const late = new Promise((resolve) => (patience = setTimeout(resolve, STOP_WITHIN_MS)));
    await Promise.race([Promise.all(last), late]);
    clearTimeout(patience);
    const { worker } = this;
    this.worker = undefined;
    await worker?.terminate();
  }

  private waitingFor(market: string): Asked {
    let resolve: Asked['resolve'] = () => undefined;
    let reject: Asked['reject'] = () => undefined;
    const made = new Promise<number>((done, fail) => {
      resolve = done;
      reject = fail;
    });
    return { market, made, resolve, reject };
  }

  private next(): void {
    if (this.busy !== undefined || this.resting !== undefined) return;
    this.busy = this.asked.shift();
    if (this.busy === undefined) return;
    this.worker ??= this.started();
    this.worker.postMessage({ market: this.busy.market } satisfies SnapshotOrder);
  }

  private started(): Worker {
    const worker = new Worker(this.file, { workerData: this.data });
    worker.unref();
    worker.on('message', (answer: SnapshotAnswer) => this.answered(answer));
    const gone = (error: Error) => {
      if (this.worker !== worker) return;
      // The next snapshot gets a new thread.
      this.worker = undefined;
      this.settle((asked) => asked.reject(error), 0);
    };
    worker.on('error', gone);
    worker.on('exit', (code) => gone(new Error(`the snapshot thread ended with code ${code}`)));
    return worker;
  }

  private answered({ market, number, took, problem }: SnapshotAnswer): void {
    if (problem === undefined) {
      this.observe(took / 1_000);
      this.log.info({ market, number, took: Math.round(took) }, 'snapshot made');
    }
    this.settle(
      (asked) => (problem === undefined ? asked.resolve(number) : asked.reject(new DefectError(problem))),
      took,
    );
  }

  private settle(how: (asked: Asked) => void, took: number): void {
    const { busy } = this;
    this.busy = undefined;
    if (busy !== undefined) how(busy);
    if (this.isStopping) return this.next();
    this.resting = setTimeout(() => {
      this.resting = undefined;
      this.next();
    }, took * REST).unref();
  }
}
