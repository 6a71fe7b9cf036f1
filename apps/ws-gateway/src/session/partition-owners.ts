import type { Partition } from '@exchange/core/kernel';

/** What an owner said: which partitions are its own, or why nothing of it is known. */
export type OwnerAnswer =
  | {
      readonly kind: 'answered';
      /** Undefined: all of them. */ readonly partitions: readonly number[] | undefined;
    }
  | { readonly kind: 'not_taken' }
  | { readonly kind: 'unknown' };

interface Asked<T> {
  readonly owner: Partition;
  readonly about: T;
}

/** In one request, as the messages have it. */
const ITEMS_MAX = 1_000;
const ALL = 'all';

/**
 * Asks each owner of accounts once, however many partitions it has. Which are owned together is what the owners last
 * said, so nobody has to tell a gateway of the map, or of a move.
 */
export class PartitionOwners {
  /** A name for those that are owned together, by partition; who isn't here was never heard of. */
  private readonly together = new Map<Partition, string>();

  /** The name of those that are owned together with a partition; empty when nothing was heard of it. */
  nameOf(owner: Partition): string {
    return this.together.get(owner) ?? '';
  }

  /**
   * Calls `ask` for every owner with what is its own, and again with what an owner turns out not to have. Whatever can't
   * be asked now is left to the next time.
   */
  async each<T>(
    items: readonly Asked<T>[],
    ask: (owner: Partition, about: readonly T[]) => Promise<OwnerAnswer>,
  ): Promise<void> {
    const sets = groupBy(items, ({ owner }) => this.nameOf(owner));
    await Promise.all(sets.map((set) => this.askSet(set, ask)));
  }

  private async askSet<T>(
    items: readonly Asked<T>[],
    ask: (owner: Partition, about: readonly T[]) => Promise<OwnerAnswer>,
  ): Promise<void> {
    let rest = items;
    for (let first = rest[0]; first !== undefined; first = rest[0]) {
      const { owner } = first;
      const some = rest.slice(0, ITEMS_MAX);
      const answer = await ask(
        owner,
        some.map(({ about }) => about),
      );
      if (answer.kind === 'unknown') return;
      if (answer.kind === 'not_taken') {
        await this.askApart(rest, ask);
        return;
      }
      const isOwn = this.learn(owner, answer.partitions);
      rest = [...some.filter((item) => !isOwn(item.owner)), ...rest.slice(ITEMS_MAX)];
    }
  }

  /** One that isn't there must not keep the others from being asked, whose map may be another by now. */
  private async askApart<T>(
    items: readonly Asked<T>[],
    ask: (owner: Partition, about: readonly T[]) => Promise<OwnerAnswer>,
  ): Promise<void> {
    const apart = groupBy(items, ({ owner }) => String(owner));
    for (const { owner } of items) this.together.delete(owner);
    if (apart.length > 1) await Promise.all(apart.map((one) => this.askSet(one, ask)));
  }

  private learn(asked: Partition, own: readonly number[] | undefined): (owner: Partition) => boolean {
    const name = own?.join() ?? ALL;
    for (const owner of (own ?? []) as Partition[]) this.together.set(owner, name);
    this.together.set(asked, name);
    const known = new Set(own);
    return (owner) => {
      const isOwn = own === undefined || owner === asked || known.has(owner);
      if (isOwn) this.together.set(owner, name);
      return isOwn;
    };
  }
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): readonly (readonly T[])[] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return [...groups.values()];
}
