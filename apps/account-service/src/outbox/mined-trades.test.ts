import type { BlockNews, ChainFact } from '@exchange/contract/bus';
import { describe, expect, it } from '@jest/globals';
import { minedTradeTable } from '../persistence/tables/settlement-tables';
import { storeMinedTrades } from './mined-trades';
import { RowCollector } from './row-collector';

const hash = (digit: string) => `0x${digit.repeat(64)}`;
const ADDRESS = `0x${'aa'.repeat(20)}`;
const transaction = hash('1');
const facts: ChainFact[] = [
  {
    ...{ kind: 'trade_settled', transaction, logIndex: 0, tradeId: 7, maker: ADDRESS, taker: ADDRESS },
    ...{ makerOrder: hash('2'), takerOrder: hash('3'), makerAmount: '1', takerAmount: '1', makerFee: '0' },
    ...{
      takerFee: '0',
      makerRebate: '0',
      makerToken: ADDRESS,
      takerToken: ADDRESS,
      rebateInBoughtToken: false,
    },
  },
  { kind: 'batch_settled', transaction, logIndex: 1, batchId: 4, settled: 1, failed: 0 },
];
const common = { number: 9, hash: hash('9'), facts };

function kept(...blocks: BlockNews[]): unknown[] {
  const rows = new RowCollector();
  for (const block of blocks) storeMinedTrades(rows, block);
  return rows.allWaiting(minedTradeTable);
}

describe('mined trades', () => {
  const seen: BlockNews = { kind: 'seen', ...common, parent: hash('8'), time: 1 };
  const row = { tradeId: 7, batchId: 4, transaction, blockNumber: 9, blockHash: hash('9'), final: false };

  it('stand in the batch that the contract names, and become final', () => {
    expect(kept(seen)).toEqual([row]);
    expect(kept(seen, { kind: 'final', ...common, time: 1 })).toEqual([{ ...row, final: true }]);
  });

  it('are forgotten when their block is undone, and found again in another one', () => {
    expect(kept(seen, { kind: 'undone', ...common })).toEqual([]);
    const again: BlockNews = { ...seen, number: 10, hash: hash('a') };
    expect(kept(seen, { kind: 'undone', ...common }, again)).toEqual([
      { ...row, blockNumber: 10, blockHash: hash('a') },
    ]);
  });
});
