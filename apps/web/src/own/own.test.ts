import { describe, expect, it } from '@jest/globals';
import type { EntryView, OrderView, UserFill } from '@exchange/core/wire';
import { listedWith } from '../entry/order-plan.fixture';
import { csvCell, csvText } from './csv';
import {
  tradeStanding,
  ENTRY_TITLES,
  entryCells,
  entryRows,
  entryStanding,
  FILL_TITLES,
  fillCells,
  fillRow,
  ORDER_TITLES,
  orderCells,
  orderRow,
} from './own-rows';
import { PAGE_ITEMS, Pages, type ReadHistory } from './pages';

const listed = listedWith(18, 6);

const order = (change: Partial<OrderView> = {}): OrderView => ({
  ...{ id: 7, cid: 0, hash: `0x${'00'.repeat(32)}` as OrderView['hash'], market: 'ETHDAI' },
  ...{ active: true, canceled: false, sellToken: 'DAI', buyToken: 'ETH' },
  ...{ sellAmount: '300000000', buyAmount: '1500000000000000000', sellRemaining: '200000001' },
  ...{ buyRemaining: '1000000000000000001', sellBook: '100000000', buyBook: '500000000000000000' },
  ...{ bookRate: '200', stopRate: null, peggedCurrency: null, peggedRate: null, hidden: true, trades: [1] },
  ...{ info: '', nonce: 1, timestamp: 1_700_000_000_000, lastActive: 1_700_000_000_000 },
  ...change,
});

const fill = (change: Partial<UserFill> = {}): UserFill => ({
  ...{ id: 3, market: 'ETHDAI', orderId: 7, orderCid: 0, side: 'buy', role: 'taker', rate: '200' },
  ...{ amount: '499999999999999999', tradeFee: '1249999999999999', tradeFeeToken: 'ETH' },
  ...{ settlementFee: '1', settlementFeeToken: 'ETH', makerRebate: '0', rebateToken: '' },
  ...{ timestamp: 1_700_000_000_001, ...change },
});

const entry = (change: Partial<EntryView> = {}): EntryView => ({
  ...{ id: 9, type: 'trade', signature: {}, transaction: null, blockNumber: null, blockHash: null },
  changes: [
    { token: 'ETH', amount: '500000000000000000', fees: '1250000000000000', net: '498750000000000000' },
    { token: 'DAI', amount: '-100000000', fees: '-20000', net: '-99980000' },
  ],
  applied: [
    [0, 1, -1],
    [0, 1, -1],
  ],
  ...{ canceled: false, description: 'trade', timestamp: 1_700_000_000_002, lastUpdated: 1_700_000_000_002 },
  ...change,
});

describe('a row', () => {
  it('of an order is exact, and says how far it is', () => {
    expect(orderRow(order(), listed)).toMatchObject({
      ...{ side: 'buy', amount: '1.5', remaining: '1.000000000000000001', offered: '0.5' },
      ...{ filled: '0.499999999999999999', filledPercent: 33, standing: 'partlyFilled', hidden: true },
    });
    expect(orderRow(order({ stopRate: '210' }), listed)).toMatchObject({
      standing: 'stopped',
      stopRate: '210',
    });
    expect(orderRow(order({ peggedCurrency: 'EUR', peggedRate: '180' }), listed)?.peg).toBe('180 EUR');
    const ended = order({ active: false, canceled: true, info: 'canceled by its owner' });
    expect(orderRow(ended, listed)).toMatchObject({ standing: 'canceled', info: 'canceled by its owner' });
    expect(orderRow(order({ market: 'GONE' }), listed)).toBeUndefined();
  });

  it('of a trade has both fees in what was bought, and the role', () => {
    expect(fillRow(fill(), listed)).toMatchObject({
      ...{ role: 'taker', amount: '0.499999999999999999', fee: '0.00125', feeToken: 'ETH', rebate: '' },
    });
    const maker = {
      side: 'sell',
      role: 'maker',
      tradeFee: '0',
      tradeFeeToken: 'DAI',
      settlementFee: '0',
    } as const;
    expect(fillRow(fill({ ...maker, makerRebate: '20001', rebateToken: 'DAI' }), listed)).toMatchObject({
      ...{ fee: '0', feeToken: 'DAI', rebate: '0.020001', rebateToken: 'DAI' },
    });
    expect(fillRow(fill({ market: 'GONE' }), listed)).toBeUndefined();
  });

  it('of an entry is one for each token, signed', () => {
    expect(entryRows(entry(), listed)).toMatchObject([
      { token: 'ETH', amount: '0.5', fees: '0.00125', net: '0.49875', standing: 'pending' },
      { token: 'DAI', amount: '-100', fees: '-0.02', net: '-99.98' },
    ]);
    expect(entryStanding(entry({ applied: [[1, 1, -1]] }))).toBe('final');
    expect(entryStanding(entry({ canceled: true }))).toBe('canceled');
  });

  it('of the chain says that a trade was undone', () => {
    expect([tradeStanding({ state: 'mined' }), tradeStanding({ state: 'final', reversed: true })]).toEqual([
      ...['mined', 'reversed'],
    ]);
  });
});

describe('CSV', () => {
  it.each([
    ['plain', 'plain'],
    ['', ''],
    ['1.500000000000000001', '1.500000000000000001'],
    ['-99.98', '-99.98'],
    ['a,b', '"a,b"'],
    ['say "x"', '"say ""x"""'],
    ['two\nlines', '"two\nlines"'],
    [' space', '" space"'],
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1+1', "'-1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['=HYPERLINK("x",1)', '"\'=HYPERLINK(""x"",1)"'],
    ['\tx', "'\tx"],
  ])('%j is %j', (value, cell) => {
    expect(csvCell(value)).toBe(cell);
  });

  it('has as many cells as titles, and exact decimals', () => {
    const rows = { order: orderRow(order(), listed), fill: fillRow(fill(), listed) };
    if (rows.order === undefined || rows.fill === undefined) throw new Error('both are listed');
    const [entryLine] = entryRows(entry(), listed);
    if (entryLine === undefined) throw new Error('it is listed');
    expect(orderCells(rows.order)).toHaveLength(ORDER_TITLES.length);
    expect(entryCells(entryLine)).toHaveLength(ENTRY_TITLES.length);
    expect(csvText(FILL_TITLES, [fillCells(rows.fill)])).toBe(
      'Trade,Time,Market,Side,Role,Rate,Amount,Token,Fee,Fee token,Rebate,Rebate token,Order\r\n' +
        '3,2023-11-14T22:13:20.001Z,ETHDAI,buy,taker,200,0.499999999999999999,ETH,0.00125,ETH,,,7\r\n',
    );
  });
});

describe('pages of a history', () => {
  const historyOf = (count: number) => {
    const all = Array.from({ length: count }, (_, at) => ({ id: count - at, state: 'read' }));
    let asked = 0;
    let last: ReadHistory<{ id: number; state: string }> = { items: [], isComplete: false };
    const pages = new Pages<{ id: number; state: string }>(
      {
        page: async (before) => {
          asked += 1;
          return all.filter(({ id }) => before === undefined || id < before).slice(0, PAGE_ITEMS);
        },
        id: ({ id }) => id,
      },
      (read) => (last = read),
    );
    return { pages, read: () => last, asked: () => asked };
  };

  it('are read one after the other, each once, to the first item', async () => {
    const { pages, read, asked } = historyOf(120);
    await Promise.all([pages.more(), pages.more()]);
    expect([read().items.length, read().isComplete, asked()]).toEqual([50, false, 1]);
    expect((await pages.all()).map(({ id }) => id)).toEqual(Array.from({ length: 120 }, (_, at) => 120 - at));
    expect([read().isComplete, asked()]).toEqual([true, 3]);
    await pages.more();
    expect(asked()).toBe(3);
  });

  it('take what is new before them, and another state in its place', async () => {
    const { pages, read } = historyOf(60);
    await pages.more();
    pages.take({ id: 61, state: 'new' });
    pages.take({ id: 60, state: 'changed' });
    // It is older than what was read, and comes with its page.
    pages.take({ id: 2, state: 'changed' });
    expect(read().items.slice(0, 3)).toEqual([
      { id: 61, state: 'new' },
      { id: 60, state: 'changed' },
      { id: 59, state: 'read' },
    ]);
    expect((await pages.all()).map(({ id }) => id)).toEqual(Array.from({ length: 61 }, (_, at) => 61 - at));
  });

  it('take what comes while one is read', async () => {
    const { pages, read } = historyOf(10);
    const reading = pages.more();
    pages.take({ id: 11, state: 'new' });
    pages.take({ id: 10, state: 'changed' });
    await reading;
    expect(read().items.slice(0, 3)).toEqual([
      { id: 11, state: 'new' },
      { id: 10, state: 'changed' },
      { id: 9, state: 'read' },
    ]);
  });

  it('of which one fails are asked for again', async () => {
    let isAway = true;
    const pages = new Pages<{ id: number }>(
      {
        page: async () => {
          if (isAway) throw new Error('away');
          return [{ id: 1 }];
        },
        id: ({ id }) => id,
      },
      () => undefined,
    );
    await expect(pages.more()).rejects.toThrow('away');
    isAway = false;
    expect(await pages.all()).toEqual([{ id: 1 }]);
  });
});
