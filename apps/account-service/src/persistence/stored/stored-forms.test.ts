import { describe, expect, it } from '@jest/globals';
import { storedForm, type Table, tableShape } from '@exchange/platform';
import '../index';
import { entryOf, entryRow, orderOf, orderRow } from '../ledger-rows';
import { type EntryRow, entryTable } from '../tables/entry-table';
import { type OrderRow, orderTable, type UserTradeRow, userTradeTable } from '../tables/order-tables';

/** A row in which every member has a value of its own, so that none can be taken for another. */
function rowOf<R extends object>(table: Table<R>, members: Partial<R>): R {
  const value = (type: string, place: number) => {
    if (type === 'numeric') return BigInt(place);
    if (type === 'boolean') return place % 2 === 0;
    return type === 'text' || type === 'bytea' ? `value ${place}` : place;
  };
  const { columns } = tableShape(table);
  const all = columns.map(({ property, type }, index) => [property, value(type, index + 1)]);
  return { ...Object.fromEntries(all), ...members } as R;
}

function fromPostgres<R extends object>(table: Table<R>, row: R): unknown {
  const form = storedForm(table);
  const [stored] = form?.store([row]) ?? [];
  return stored && form?.read?.(stored);
}

const fees = { makerPpm: -1, takerPpm: 2, settlementFee: '3', rebateToken: 'buy' };
const peg = { rateKey: 4, currency: 'USD' };
const orders = [true, false].map((active) => {
  const via = active ? 'g 1' : null;
  return rowOf<OrderRow>(orderTable, { active, via, fees, peg, market: 'ETHDAI' as never });
});

const [account, key, sold, bought] = ['a1', 'a2', 'a3', 'a4'] as never[];
const amounts = { sold: '60', bought: '7', fee: '3', rebate: '2' };
const trade = {
  ...{
    kind: 'trade',
    tradeId: 11,
    role: 'maker',
    digest: 'd',
    soldToken: sold,
    boughtToken: bought,
    ...amounts,
  },
  ...{ rebateInBought: true, volume: '5', volumeHour: 4, madeAt: 8, knownBlockTime: 9 },
};
const change = (token: string, amount: string, fee: string, net: string) => ({
  token,
  amount,
  fees: fee,
  net,
});
const followed = [change('a3', '-60', '0', '-60'), change('a4', '7', '1', '6')];
const applied = [
  [1, 0, -1],
  [0, 1, 1],
] as never;
const unlike = [change('a3', '-60', '0', '-60'), change('a4', '7', '1', '5')];
const entries = (
  [
    ['of a trade of the account', { cause: { ...trade, signer: account }, changes: followed, applied }],
    ['of a trade of a delegate', { cause: { ...trade, signer: key }, changes: followed, applied }],
    ['whose changes are others', { cause: { ...trade, signer: key }, changes: unlike, applied }],
    ['that is reversed', { cause: { ...trade, signer: key, reversing: true }, changes: followed, applied }],
    [
      'of a deposit',
      { cause: { kind: 'deposit', place: 'x' }, changes: unlike.slice(1), applied: [[1, 1, 1]] },
    ],
  ] as [string, Partial<EntryRow>][]
).map(([what, members]) => {
  const none = { nonce: null, deadline: null };
  return [what, rowOf<EntryRow>(entryTable, { account, ...none, ...members })] as const;
});

describe('a row', () => {
  it.each(orders)('of an order comes back as it was (open: $active)', (row) => {
    expect(orderRow(orderOf(row, []))).toEqual(row);
    expect(fromPostgres(orderTable, row)).toEqual(row);
  });

  it.each(entries)('of an entry %s comes back as it was', (_what, row) => {
    expect(entryRow(entryOf(row))).toEqual(row);
    expect(fromPostgres(entryTable, row)).toEqual(row);
  });

  it("of a trade's side comes back as it was", () => {
    const row = rowOf<UserTradeRow>(userTradeTable, { time: 0 });
    expect(fromPostgres(userTradeTable, row)).toEqual(row);
  });
});
