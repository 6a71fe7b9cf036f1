import {
  type Address,
  PARTITIONS,
  type Partition,
  partition,
  partitionOf,
  present,
} from '@exchange/core/kernel';
import { MAIN_WRITER, ownKeyPrefix } from '@exchange/platform';

/** Some partitions of accounts that have one writer (docs/decisions/groups-of-partitions.md). */
export class AccountGroup {
  /** All partitions as one group, which is what there is without another map. */
  static readonly WHOLE = new AccountGroup(
    MAIN_WRITER,
    Array.from({ length: PARTITIONS }, (_, index) => partition(index)),
    [MAIN_WRITER],
  );

  private readonly own: ReadonlySet<Partition>;

  /** `all`: the names of all groups. */
  constructor(
    readonly name: string,
    readonly partitions: readonly Partition[],
    readonly all: readonly string[],
  ) {
    this.own = new Set(partitions);
  }

  /** Whether it has every partition there is. */
  get isWhole(): boolean {
    return this.own.size === PARTITIONS;
  }

  /** What an owner says of itself to those who ask each owner once; without it all partitions are its own. */
  get said(): { readonly partitions?: readonly Partition[] } {
    return this.isWhole ? {} : { partitions: this.partitions };
  }

  /** Whether what all accounts share is its own, as partition 0's owner. */
  get isHome(): boolean {
    return this.own.has(partition(0));
  }

  /** The partition in whose name it numbers what belongs to no account. */
  get first(): Partition {
    return present(this.partitions[0], `partition of group ${this.name}`);
  }

  owns(account: Address): boolean {
    return this.own.has(partitionOf(account));
  }

  ownsPartition(index: number): boolean {
    return this.own.has(index as Partition);
  }

  /** A partition and those that follow it in the group, at most so many; none when it is another group's. */
  some(first: number, count: number): readonly Partition[] {
    return this.ownsPartition(first) ? this.partitions.filter((index) => index >= first).slice(0, count) : [];
  }

  /** The key of a row that every group keeps for itself. */
  key(name: string): string {
    return `${ownKeyPrefix(this.name)}${name}`;
  }

  /** The name in a key made by {@link key}; undefined when the row is another group's. */
  nameIn(key: string): string | undefined {
    const prefix = ownKeyPrefix(this.name);
    if (prefix === '') return key.includes('/') ? undefined : key;
    return key.startsWith(prefix) ? key.slice(prefix.length) : undefined;
  }
}
