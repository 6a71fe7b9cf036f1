import { describe, expect, it } from '@jest/globals';
import { address, amount, hash as hashOf, replacementId, tradeId, ZERO_AMOUNT } from '@exchange/core/kernel';
import type { BlockNews, ChainFact } from '@exchange/core/message';
import { minedTradeTable } from '../persistence/tables/settlement-tables';
import { storeMinedTrades } from './mined-trades';
import { RowCollector } from './row-collector';

const hash = (digit: string) => hashOf(`0x${digit.repeat(64)}`);
const trader = address(`0x${'aa'.repeat(20)}`);
const transaction = hash('1');
const facts: ChainFact[] = [
  {
    ...{ kind: 'trade_settled', transaction, logIndex: 0, tradeId: tradeId(7), maker: trader, taker: trader },
    ...{ makerOrder: hash('2'), takerOrder: hash('3'), makerAmount: amount(1n), takerAmount: amount(1n) },
    ...{ makerFee: ZERO_AMOUNT, takerFee: ZERO_AMOUNT, makerRebate: ZERO_AMOUNT },
    ...{ makerToken: trader, takerToken: trader, rebateInBoughtToken: false },
  },
  { kind: 'batch_settled', transaction, logIndex: 1, batchId: 4, settled: 1, failed: 0 },
];
const common = { number: 9, hash: hash('9'), facts };

function kept(...blocks: BlockNews[]): unknown[] {
  const rows = new RowCollector();
  for (const block of blocks) storeMinedTrades(rows, block, ({ makerOrder }) => makerOrder === hash('2'));
  return rows.allWaiting(minedTradeTable);
}

describe('mined trades', () => {
  const seen: BlockNews = { kind: 'seen', ...common, parent: hash('8'), time: 1 };
  const row = { tradeId: 7, batchId: 4, transaction, blockNumber: 9, blockHash: hash('9'), final: false };

  it('stand in the batch that the contract names, and become final', () => {
    expect(kept(seen)).toEqual([row]);
    expect(kept(seen, { kind: 'final', ...common, time: 1 })).toEqual([{ ...row, final: true }]);
  });

  it('are known by their own id when a replacement settled them, and not when something else spent their id', () => {
    const [settled, batch] = facts;
    if (settled?.kind !== 'trade_settled' || batch === undefined) throw new Error('facts');
    const replaced = { ...settled, tradeId: replacementId(tradeId(7)) };
    expect(kept({ ...seen, facts: [replaced, batch] })).toEqual([row]);
    const foreign: BlockNews = { ...seen, number: 8, facts: [{ ...settled, makerOrder: hash('5') }] };
    expect(kept(foreign)).toEqual([]);
    expect(kept(seen, { ...foreign, kind: 'undone' })).toEqual([row]);
  });

  it('are forgotten when their block is undone, and found again in another one', () => {
    expect(kept(seen, { kind: 'undone', ...common })).toEqual([]);
    const again: BlockNews = { ...seen, number: 10, hash: hash('a') };
    expect(kept(seen, { kind: 'undone', ...common }, again)).toEqual([
      { ...row, blockNumber: 10, blockHash: hash('a') },
    ]);
  });
});
