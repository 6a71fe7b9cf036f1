import { describe, expect, it } from '@jest/globals';
import { ExchangeError, quoteWithin } from '@exchange/client';
import type { OrderView } from '@exchange/core/wire';
import { listedWith } from '../entry/order-plan.fixture';
import { changeFields, readChange, type TypedChange, unchanged } from './order-changes';
import { orderRow, type OwnOrderRow } from './own-rows';

const NOW = 1_700_000_000.9;
const listed = listedWith();

/** A buy of 1 ETH at 200 DAI, half of which is matched and a quarter offered. */
function rowWith(change: Partial<OrderView> = {}): OwnOrderRow {
  const row = orderRow(
    {
      ...{ id: 1, cid: 0, hash: `0x${'33'.repeat(32)}`, market: 'ETHDAI', active: true, canceled: false },
      ...{ sellToken: 'DAI', buyToken: 'ETH', sellAmount: '200000000000000000000' },
      ...{ buyAmount: '1000000000000000000', sellRemaining: '100000000000000000000' },
      ...{ buyRemaining: '500000000000000000', sellBook: '50000000000000000000' },
      ...{ buyBook: '250000000000000000', bookRate: '200', stopRate: null, peggedCurrency: null },
      ...{ peggedRate: null, hidden: false, trades: [], info: '', nonce: 1, timestamp: 1, lastActive: 1 },
      ...change,
    },
    listed,
  );
  if (row === undefined) throw new Error('its market is listed');
  return row;
}

const pegged = { peggedCurrency: 'USD', peggedRate: '190' } as const;

const read = (change: Partial<TypedChange>, of: Partial<OrderView> = {}) => {
  const row = rowWith(of);
  return readChange({ ...unchanged(row, '.'), ...change }, row, listed, '.', NOW);
};
const commandOf = (change: Partial<TypedChange>, of: Partial<OrderView> = {}) => {
  const result = read(change, of);
  return result.kind === 'change' ? result.command : result;
};
const codeOf = (change: () => unknown) => {
  try {
    change();
  } catch (error) {
    return error instanceof ExchangeError ? error.code : error;
  }
  return 'accepted';
};

describe('a change of an open order', () => {
  it('offers exactly what was typed', () => {
    expect(commandOf({ amount: '0.2', rate: '199' })).toEqual({
      ...{ id: 1, sellBookAmount: '39800000000000000000', buyBookAmount: '200000000000000000' },
    });
  });

  it('has only what differs in it', () => {
    expect(read({})).toEqual({ kind: 'same' });
    expect(read({}, { ...pegged, stopRate: '210' })).toEqual({ kind: 'same' });
    expect(commandOf({ hidden: true })).toEqual({ id: 1, hidden: true });
    expect(commandOf({ stopRate: '211' }, { stopRate: '210' })).toEqual({ id: 1, stopRate: '211' });
    expect(commandOf({ stopRate: '211' })).toEqual({ kind: 'same' });
  });

  it('begins with all that is left of an order that offers nothing', () => {
    const idle = { sellBook: '0', buyBook: '0' };
    expect(commandOf({}, idle)).toMatchObject({ buyBookAmount: '500000000000000000' });
  });

  it('sets another end, or the latest that was signed', () => {
    expect(commandOf({ lasts: 'hour' })).toEqual({ id: 1, timeInForce: 1_700_003_600 });
    expect(commandOf({ lasts: 'latest' })).toEqual({ id: 1, timeInForce: true });
  });

  it('names currency and rate together, and of the amounts only the traded token’s', () => {
    expect(commandOf({ peggedRate: '191' }, pegged)).toEqual({ id: 1, peggedTo: 'USD', peggedRate: '191' });
    expect(commandOf({ peggedTo: 'EUR' }, pegged)).toEqual({ id: 1, peggedTo: 'EUR', peggedRate: '190' });
    expect(commandOf({ amount: '0.3' }, pegged)).toEqual({ id: 1, buyBookAmount: '300000000000000000' });
    const sale = {
      ...{ sellToken: 'ETH', buyToken: 'DAI', sellAmount: '1000000000000000000', ...pegged },
      ...{ buyAmount: '200000000000000000000', sellRemaining: '500000000000000000' },
      ...{
        buyRemaining: '100000000000000000000',
        sellBook: '250000000000000000',
        buyBook: '50000000000000000000',
      },
    };
    expect(commandOf({ amount: '0.3' }, sale)).toEqual({ id: 1, sellBookAmount: '300000000000000000' });
  });

  it('has a plain order follow a currency, whose rate isn’t typed then', () => {
    expect(commandOf({ peggedTo: 'USD', peggedRate: '190', rate: 'x' })).toEqual({
      ...{ id: 1, peggedTo: 'USD', peggedRate: '190' },
    });
    expect(changeFields({ peggedTo: 'USD' }, { stopRate: undefined })).toEqual(['peggedRate', 'amount']);
    expect(changeFields({ peggedTo: undefined }, { stopRate: '1' })).toEqual(['stopRate', 'rate', 'amount']);
  });

  it('says which field can’t be used', () => {
    expect(read({ amount: '', rate: '199.123', stopRate: '' }, { stopRate: '205' })).toEqual({
      kind: 'faulty',
      faults: [
        { field: 'stopRate', fault: 'missing' },
        { field: 'rate', fault: { kind: 'digits', nearest: ['199.12', '199.13'] } },
        { field: 'amount', fault: 'missing' },
      ],
    });
    expect(read({ peggedTo: 'USD' })).toMatchObject({ faults: [{ field: 'peggedRate', fault: 'missing' }] });
  });

  it.each<[Partial<TypedChange>, Partial<OrderView>, string]>([
    [{ amount: '0.5' }, {}, 'accepted'],
    [{ amount: '0.500001' }, {}, 'AMOUNT_OUT_OF_RANGE'],
    [{ amount: '0.1', rate: '200.01' }, {}, 'RATE_OUT_OF_RANGE'],
    [{ amount: '0.5' }, pegged, 'accepted'],
    [{ amount: '0.500001' }, pegged, 'AMOUNT_OUT_OF_RANGE'],
  ])('stays within what was signed and is left: %j of %j is %s', (change, of, code) => {
    expect(codeOf(() => read(change, of))).toBe(code);
  });

  it('is of a listed market', () => {
    const { order } = rowWith();
    const signed = { ...order, market: 'NONE', side: 'buy' as const };
    expect(codeOf(() => quoteWithin(signed, { amount: '1', rate: '1' }, listed))).toBe('UNKNOWN_MARKET');
  });
});
