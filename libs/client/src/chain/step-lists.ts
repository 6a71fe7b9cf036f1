import type { Store, StoredValue } from '../store/store';
import type { Begun, ChainStep, StepResult, StepEnd, StepState } from './steps';

const PREFIX = 'chain:';

/** How far a list has come. */
interface Progress {
  /** What the list is for. */
  readonly wish: string;
  readonly steps: readonly ChainStep[];
  /** The first step that isn't done. */
  readonly at: number;
  readonly begun: Begun;
  /** Of each step that is done. */
  readonly given: readonly StepResult[];
}

/** Lists of steps in a store, each carried out once: what a step must know to go on is kept before it asks anything. */
export class StepLists {
  /** One list at a time, so that nonces follow each other. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly store: Store,
    private readonly work: (step: ChainStep, state: StepState) => Promise<StepEnd>,
  ) {}

  /**
   * Carries out a list, or what is left of it, and gives what its steps gave. RangeError when the id is that of another
   * wish. `plan` makes the steps; it is asked again as long as nothing came of the first one.
   */
  run(id: string, wish: string, plan: () => Promise<readonly ChainStep[]>): Promise<readonly StepResult[]> {
    return this.inTurn(async () => this.carryOut(id, await this.begin(id, wish, plan)));
  }

  /** Goes on with a list that was begun. RangeError when there is none. */
  resume(id: string): Promise<readonly StepResult[]> {
    return this.inTurn(async () => {
      const known = await this.read(id);
      if (known === undefined) throw new RangeError(`no list was begun as ${id}`);
      return this.carryOut(id, known);
    });
  }

  /** The ids of lists whose last step isn't done. */
  async unfinished(): Promise<readonly string[]> {
    const lists = await this.store.list(PREFIX);
    return lists
      .filter(([, value]) => progressIn(value).at < progressIn(value).steps.length)
      .map(([key]) => key.slice(PREFIX.length));
  }

  /** Takes a list out of the store, when the one that is carried out now is done or was refused. */
  forget(id: string): Promise<void> {
    return this.inTurn(() => this.store.delete(PREFIX + id));
  }

  /** The ledger entries that belong to lists. */
  async entries(): Promise<ReadonlySet<number>> {
    const lists = await this.store.list(PREFIX);
    return new Set(
      lists.flatMap(([, value]) => {
        const { given, begun } = progressIn(value);
        return [...given.map(({ entry }) => entry), begun.lapsed].filter((entry) => entry !== undefined);
      }),
    );
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.last.then(work);
    this.last = result.catch(() => undefined);
    return result;
  }

  private async begin(
    id: string,
    wish: string,
    plan: () => Promise<readonly ChainStep[]>,
  ): Promise<Progress> {
    const known = await this.read(id);
    if (known !== undefined && known.wish !== wish) {
      throw new RangeError(`another list was begun as ${id}: ${known.wish}`);
    }
    if (known !== undefined && (known.at > 0 || Object.keys(known.begun).length > 0)) return known;
    const fresh: Progress = { wish, steps: await plan(), at: 0, begun: {}, given: [] };
    await this.keep(id, fresh);
    return fresh;
  }

  private async carryOut(id: string, begun: Progress): Promise<readonly StepResult[]> {
    let progress = begun;
    for (;;) {
      const step = progress.steps[progress.at];
      if (step === undefined) return progress.given;
      progress = await this.next(id, progress, step);
    }
  }

  /** Carries out one step, and keeps that it is done. */
  private async next(id: string, progress: Progress, step: ChainStep): Promise<Progress> {
    const { given, begun, at, steps } = progress;
    const end = await this.work(step, {
      ...{ given, begun },
      keep: async (now) => {
        await this.keep(id, { ...progress, begun: now });
      },
    });
    if ('given' in end) {
      return this.keep(id, { ...progress, at: at + 1, begun: {}, given: [...given, end.given] });
    }
    const earlier = steps.slice(0, at + 1).map(({ kind }) => kind);
    const back = earlier.lastIndexOf(end.backTo);
    const again = { ...progress, at: back, begun: end.begun, given: given.slice(0, back) };
    await this.keep(id, again);
    if (end.error !== undefined) throw end.error;
    return again;
  }

  private async read(id: string): Promise<Progress | undefined> {
    const value = await this.store.get(PREFIX + id);
    return value === undefined ? undefined : progressIn(value);
  }

  private async keep(id: string, progress: Progress): Promise<Progress> {
    await this.store.put(PREFIX + id, progress as unknown as StoredValue);
    return progress;
  }
}

/** Progress that was kept. */
const progressIn = (value: StoredValue): Progress => value as unknown as Progress;
