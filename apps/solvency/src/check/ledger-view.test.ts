import { describe, expect, it } from '@jest/globals';
import { ok, ZERO_ADDRESS } from '@exchange/core/kernel';
import type { Requester } from '@exchange/platform';
import { LedgerView } from './ledger-view';

/** An owner answers for the partition that it is asked for, and for others: each of them has one unit settled. */
function ledger(
  partitionsAt: (asked: number) => readonly number[],
  blockAt: (asked: number) => number | null,
) {
  const asked: number[] = [];
  const ask = async (_of: unknown, [subject]: [number], { partition }: { partition: number }) => {
    asked.push(partition);
    const partitions = partitionsAt(subject);
    const sums = [{ token: ZERO_ADDRESS, settled: BigInt(partitions.length) }];
    return ok({ block: blockAt(subject), sums, partitions });
  };
  return { asked, view: new LedgerView({ ask } as unknown as Requester) };
}

const ALL = Array.from({ length: 64 }, (_, index) => index);
/** Those of a group are every second one, and are told eight at a time. */
const slice = (asked: number) => ALL.filter((one) => one % 2 === asked % 2 && one >= asked).slice(0, 8);

describe('the sums of the ledger', () => {
  it('are of all partitions, each once, however many an owner tells at once', async () => {
    const { view, asked } = ledger(slice, () => 7);
    expect(await view.sums()).toEqual({ block: 7, settled: new Map([[ZERO_ADDRESS, 64n]]) });
    expect(asked).toEqual([0, 1, 16, 17, 32, 33, 48, 49]);
  });

  it.each([
    ['a partition is told twice', (asked: number) => [...slice(asked), 0], () => 7],
    ['a partition is told by nobody', (asked: number) => slice(asked).filter((one) => one !== 5), () => 7],
    ['parts are of two blocks', slice, (asked: number) => (asked < 40 ? 7 : 8)],
    ['a group knows no block yet', slice, (asked: number) => (asked % 2 === 0 ? 7 : null)],
  ] as const)('are unknown when %s', async (_what, partitionsAt, blockAt) => {
    expect(await ledger(partitionsAt, blockAt).view.sums()).toBeUndefined();
  });
});
