import { describe, expect, it } from '@jest/globals';
import { address, parseAddress } from './address';
import {
  MARKET_INDEX_MAX,
  partition,
  partitionedId,
  partitionOf,
  publicTradeId,
  replacementId,
  splitPartitionedId,
  tradeIdOf,
} from './ids';

describe('ids', () => {
  it('of orders name their partition and stay below 2^53', () => {
    const last = partitionedId(partition(63), 2 ** 47 - 1);
    expect(Number.isSafeInteger(last)).toBe(true);
    expect(splitPartitionedId(last)).toEqual({ partition: 63, number: 2 ** 47 - 1 });
    expect(splitPartitionedId(partitionedId(partition(0), 1))).toEqual({ partition: 0, number: 1 });
  });

  it('of trades grow with the market’s number and stay below 2^53', () => {
    expect(tradeIdOf(1, 2)).toBe(2 ** 40 + 2);
    expect(Number.isSafeInteger(tradeIdOf(MARKET_INDEX_MAX, 2 ** 40 - 1))).toBe(true);
    expect(() => tradeIdOf(1, 2 ** 40)).toThrow();
  });

  it('of trades have one replacement each on chain, which no market gives out', () => {
    const last = tradeIdOf(MARKET_INDEX_MAX, 2 ** 40 - 1);
    for (const id of [tradeIdOf(0, 1), last]) {
      const onChain = replacementId(id);
      expect(onChain).toBeGreaterThan(last);
      expect(Number.isSafeInteger(onChain)).toBe(true);
      expect([publicTradeId(onChain), publicTradeId(id)]).toEqual([id, id]);
      expect(() => replacementId(onChain)).toThrow('reserved range');
    }
    expect(() => tradeIdOf(MARKET_INDEX_MAX + 1, 1)).toThrow('out of range');
  });

  it('of partitions follow from the address alone', () => {
    expect(partitionOf(address(`0x${'0'.repeat(38)}ff`))).toBe(63);
    expect(partitionOf(address(`0x${'f'.repeat(38)}40`))).toBe(0);
  });
});

describe('addresses', () => {
  it('are read in any letter case and kept in lower case', () => {
    expect(parseAddress(`0x${'AB'.repeat(20)}`, 'token')).toEqual({
      ok: true,
      value: `0x${'ab'.repeat(20)}`,
    });
    expect(parseAddress('0x12', 'token')).toMatchObject({ ok: false, code: 'INVALID_FIELD' });
  });
});
