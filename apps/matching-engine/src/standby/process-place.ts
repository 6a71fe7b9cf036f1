import { ok, reject, type Result } from '@exchange/core/kernel';
import type { Effect, OperatorOrder, OperatorReply } from '@exchange/core/message';
import {
  type Clock,
  type Database,
  foreignOrderAlarm,
  Lease,
  type LeaseTerms,
  type Log,
  operatorHeadTable,
  OperatorOrders,
  remove,
  type RowChange,
  upsert,
  writeLine,
} from '@exchange/platform';
import { type EnginesNow, enginesNow, processWriter, standbysOf } from '../assignment/engines-now';
import { drainedProcessTable, marketTable } from '../persistence/tables';

export interface PlaceOptions {
  readonly engine: string;
  readonly lease: LeaseTerms;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly onLost: (error: Error) => void;
}

/** What is asked of a process. */
export interface DrainWish {
  readonly engine: string;
  readonly process: string;
  readonly on: boolean;
  readonly order?: OperatorOrder;
}

/**
 * One process among those of its engine: says that it lives, and remembers whether it may take the engine. It writes under a name of
 * its own, so that it can be told also while it stands by.
 */
export class ProcessPlace {
  private readonly writer: string;
  private readonly place: Database;
  private readonly lease: Lease;
  private readonly orders = new OperatorOrders();
  private drained = false;

  constructor(private readonly options: PlaceOptions) {
    const { engine, lease, database, clock, log, onLost } = options;
    this.writer = processWriter(engine, lease.holder);
    this.place = database.writing(this.writer, 'shared');
    this.lease = new Lease(lease, { database: this.place, clock, log, onLost });
  }

  /** It may not take the engine. */
  get isDrained(): boolean {
    return this.drained;
  }

  /** Reads what it was told in an earlier life, and says that it lives. */
  async take(signal: AbortSignal): Promise<void> {
    const { database, engine, lease } = this.options;
    // Only one of the same name could have it, which was killed a moment ago.
    await this.lease.wait(signal);
    if (signal.aborted) return;
    await this.place.claimWriter();
    const rows = await database.find(drainedProcessTable, { where: { engine, process: lease.holder } });
    this.drained = rows.length > 0;
    for (const { seq, hash, effects } of await database.find(operatorHeadTable, {
      where: { ownerGroup: this.writer },
    }))
      this.orders.keep({ seq, hash }, effects);
  }

  async release(): Promise<void> {
    await this.lease.release();
  }

  /** Carries a wish out, if it is an order, or says what would change. It is stored when this comes back. */
  async drain({ engine: named, process, on, order }: DrainWish): Promise<Result<OperatorReply>> {
    const { engine, database, lease, log } = this.options;
    if (named !== engine || process !== lease.holder)
      return reject('INVALID_FIELD', `this is the process ${lease.holder} of engine ${engine}`);
    const done = this.orders.effectsOf(order);
    if (!done.ok) {
      const foreign = foreignOrderAlarm(done);
      if (foreign) writeLine(log, foreign);
      return done;
    }
    if (done.value !== undefined) return ok({ effects: done.value });
    const now = await enginesNow(database, () => database.leases());
    const planned = on ? await this.leaving(now) : ok(this.coming(now));
    if (!planned.ok || order === undefined) return planned.ok ? ok({ effects: planned.value }) : planned;
    const row = { engine, process };
    await this.commit([
      on ? upsert(drainedProcessTable, [row]) : remove(drainedProcessTable, [row]),
      upsert(operatorHeadTable, [{ ownerGroup: this.writer, ...order, effects: planned.value }]),
    ]);
    this.orders.keep(order, planned.value);
    this.drained = on;
    return ok({ effects: planned.value });
  }

  private async leaving(now: EnginesNow): Promise<Result<readonly Effect[]>> {
    const { engine, database, lease } = this.options;
    const told: Effect = {
      what: 'process',
      of: lease.holder,
      before: this.isDrained ? 'drained' : 'at work',
      after: 'drained',
    };
    if (holderOf(now, engine) !== lease.holder) return ok([told]);
    const [next] = standbysOf(now, engine, lease.holder);
    if (next === undefined) {
      return reject(
        'INVALID_FIELD',
        `no other process of engine ${engine} stands by, so its markets would stop: start one first`,
      );
    }
    const markets = await database.find(marketTable, { where: { engine } });
    return ok([
      told,
      { what: 'markets handed over', of: engine, count: markets.length },
      { what: 'held by', of: engine, before: lease.holder, after: next },
    ]);
  }

  private coming(now: EnginesNow): readonly Effect[] {
    const { engine, lease } = this.options;
    const holder = holderOf(now, engine);
    return [
      { what: 'process', of: lease.holder, before: this.isDrained ? 'drained' : 'at work', after: 'at work' },
      ...(holder === null ? [{ what: 'held by', of: engine, before: 'nobody', after: lease.holder }] : []),
    ];
  }

  private async commit(changes: readonly RowChange[]): Promise<void> {
    await this.place.commit({ changes, positions: [], outbox: [] });
  }
}

const holderOf = ({ engines }: EnginesNow, engine: string): string | null =>
  engines.find((one) => one.engine === engine)?.holder ?? null;
