import { beforeEach, describe, expect, it } from '@jest/globals';
import { type Partition, partition } from '@exchange/core/kernel';
import { type OwnerAnswer, PartitionOwners } from './partition-owners';

const ALL = Array.from({ length: 64 }, (_, index) => partition(index));
const items = ALL.map((owner) => ({ owner, about: `account of ${owner}` }));

describe('a question to the owners of all accounts', () => {
  let owners: PartitionOwners;
  let asked: { to: number; about: readonly string[] }[];
  beforeEach(() => {
    owners = new PartitionOwners();
    asked = [];
  });

  const ask = async (answer: (to: Partition, about: readonly string[]) => OwnerAnswer, about = items) => {
    asked = [];
    await owners.each(about, async (to, some) => {
      asked.push({ to, about: some });
      return answer(to, some);
    });
  };
  const half = (to: number): OwnerAnswer => ({
    ...{ kind: 'answered', partitions: ALL.filter((owner) => owner < 32 === to < 32) },
  });

  it('is one where one process owns all of them, also one of an earlier release', async () => {
    await ask(() => ({ kind: 'answered', partitions: undefined }));
    await ask(() => ({ kind: 'answered', partitions: undefined }));
    expect(asked).toEqual([{ to: 0, about: items.map(({ about }) => about) }]);
  });

  it('is one for each of two owners, with what is its own, once they have said it', async () => {
    await ask(half);
    expect(asked.map(({ to, about }) => [to, about.length])).toEqual([
      [0, 64],
      [32, 32],
    ]);
    await ask(half);
    expect(asked.map(({ to, about }) => [to, about.length])).toEqual([
      [0, 32],
      [32, 32],
    ]);
  });

  it('follows a partition that has moved', async () => {
    await ask(half);
    const moved = (to: number): OwnerAnswer => ({
      kind: 'answered',
      partitions: ALL.filter((owner) => owner < 16 === to < 16),
    });
    await ask(moved);
    const heard = asked.flatMap(({ to, about }) =>
      about.filter((one) => Number(one.split(' ').at(-1)) < 16 === to < 16),
    );
    expect([...new Set(heard)]).toHaveLength(64);
    await ask(moved);
    expect(asked.map(({ about }) => about.length).sort()).toEqual([16, 48]);
  });

  it('reaches those who are there when one owner is not', async () => {
    await ask(half);
    const lame = (to: number): OwnerAnswer => (to < 32 ? { kind: 'not_taken' } : half(to));
    await ask(lame);
    expect(asked.filter(({ to }) => to >= 32)).toEqual([
      { to: 32, about: items.slice(32).map(({ about }) => about) },
    ]);
    const fresh = new PartitionOwners();
    const reached: string[] = [];
    await fresh.each(items, async (to, about) => {
      const answer = lame(to);
      if (answer.kind === 'answered') reached.push(...about);
      return answer;
    });
    expect(new Set(reached)).toEqual(new Set(items.slice(32).map(({ about }) => about)));
  });

  it('isn’t repeated when it may have been taken', async () => {
    await ask(() => ({ kind: 'unknown' }));
    expect(asked).toHaveLength(1);
  });

  it('comes in parts when it is about more than a message takes', async () => {
    const many = Array.from({ length: 2_500 }, (_, at) => ({ owner: partition(at % 64), about: `${at}` }));
    await ask(half, many);
    const answered = asked.flatMap(({ to, about }) =>
      about.filter((one) => Number(one) % 64 < 32 === to < 32),
    );
    expect(asked.every(({ about }) => about.length <= 1_000)).toBe(true);
    expect(new Set(answered).size).toBe(2_500);
  });
});
