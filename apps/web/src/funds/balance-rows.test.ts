import { describe, expect, it } from '@jest/globals';
import type { EntryView } from '@exchange/core/wire';
import { balanceRows } from './balance-rows';

const entry = (
  type: EntryView['type'],
  net: string,
  applied: EntryView['applied'],
  more: Partial<EntryView> = {},
): EntryView => ({
  ...{ id: 1, type, signature: {}, transaction: null, blockNumber: null, blockHash: null },
  changes: applied.map(() => ({ token: 'DAI', amount: net, fees: '0', net })),
  ...{ applied, canceled: false, description: '', timestamp: 1, lastUpdated: 1, ...more },
});
const of = (settled: string, usable: string, blocked: string, token = 'DAI') =>
  new Map([[token, { token, settled, usable, blocked }]]);
const none = { settled: 0n, usable: 0n, blocked: 0n, arriving: 0n, leaving: 0n, settling: 0n, inOrders: 0n };

describe('what an account has of a token', () => {
  it('is told apart: free, in orders, blocked, and on the way', () => {
    // 1000 are settled; 50 were bought and aren't settled; 200 are promised, 30 blocked, 620 free: 200 are held for orders.
    const entries = [
      entry('deposit', '70', [[0, 0, -1]]),
      entry('withdrawal', '-200', [[0, 1, -1]]),
      entry('trade', '50', [[0, 1, -1]]),
    ];
    expect(balanceRows(of('1000', '620', '30'), entries)).toEqual([
      {
        ...{ symbol: 'DAI', settled: 1000n, usable: 620n, blocked: 30n },
        ...{ arriving: 70n, leaving: 200n, settling: 50n, inOrders: 200n },
      },
    ]);
  });

  it('leaves out what is final, canceled or of another token', () => {
    const entries = [
      entry('deposit', '70', [[1, 1, -1]]),
      entry('withdrawal', '-200', [[0, 1, -1]], { canceled: true }),
    ];
    expect(balanceRows(of('10', '10', '0'), entries)).toEqual([
      { ...none, symbol: 'DAI', settled: 10n, usable: 10n },
    ]);
    expect(balanceRows(of('0', '0', '0'), [])).toEqual([]);
  });

  it('shows a token of which the first deposit is on its way', () => {
    expect(balanceRows(new Map(), [entry('deposit', '5', [[0, 0, -1]])])).toEqual([
      { ...none, symbol: 'DAI', arriving: 5n },
    ]);
  });

  it('takes a request to leave for no withdrawal: it moves what is there', () => {
    const request = entry('withdrawal', '0', [[-1, 1, 1]], { description: 'exit requested' });
    expect(balanceRows(of('10', '0', '10'), [request])).toEqual([
      { ...none, symbol: 'DAI', settled: 10n, blocked: 10n },
    ]);
  });
});
