import { describe, expect, it } from '@jest/globals';
import type { OrderView } from '@exchange/core/wire';
import { listedWith } from '../../entry/order-plan.fixture';
import { NO_OWN_LINES, ownLines } from './own-lines';

const listed = listedWith(18, 6);

const buys = (change: Partial<OrderView> = {}): OrderView => ({
  ...{ id: 7, cid: 0, hash: `0x${'00'.repeat(32)}`, market: 'ETHDAI', active: true, canceled: false },
  ...{ sellToken: 'DAI', buyToken: 'ETH', sellAmount: '300000000', buyAmount: '1500000000000000000' },
  ...{ sellRemaining: '200000000', buyRemaining: '1000000000000000000' },
  ...{ sellBook: '100000000', buyBook: '500', bookRate: '200.19', stopRate: null, peggedCurrency: null },
  ...{ peggedRate: null, hidden: false, trades: [], info: '', nonce: 1, timestamp: 1, lastActive: 1 },
  ...change,
});
const sells = (change: Partial<OrderView> = {}): OrderView =>
  buys({ ...{ sellToken: 'ETH', buyToken: 'DAI', sellBook: '40', buyBook: '9' }, ...change });

const linesOf = (open: readonly OrderView[] | undefined, digits = 5, market = 'ETHDAI') =>
  Object.fromEntries(ownLines(open, market, digits, listed));

describe('the own lines of a book', () => {
  it('say what of the traded token own orders offer, added up at each rate', () => {
    const open = [buys(), buys({ buyBook: '70' }), buys({ bookRate: '199' }), sells({ bookRate: '201' })];
    expect(linesOf(open)).toEqual({ 'buy 200.19': 570n, 'buy 199': 500n, 'sell 201': 40n });
  });

  it('are where the order is in a book of fewer digits: bids rounded down, asks up', () => {
    const open = [buys(), sells({ bookRate: '200.21' })];
    expect(linesOf(open, 4)).toEqual({ 'buy 200.1': 500n, 'sell 200.3': 40n });
    expect(linesOf(open, 3)).toEqual({ 'buy 200': 500n, 'sell 201': 40n });
    expect(linesOf(open, 1)).toEqual({ 'buy 200': 500n, 'sell 300': 40n });
  });

  it('have nothing of orders that wait, are hidden, offer nothing now, or are of another market', () => {
    const others = [
      ...[buys({ stopRate: '210' }), buys({ hidden: true }), buys({ sellBook: '0', buyBook: '0' })],
      buys({ market: 'WBTCETH' }),
    ];
    expect(linesOf(others)).toEqual({});
    expect(linesOf(undefined)).toEqual({});
    expect(ownLines([buys({ market: 'GONE' })], 'GONE', 5, listed)).toBe(NO_OWN_LINES);
  });
});
