import { describe, expect, it } from '@jest/globals';
import { checkRange, echoes, firstMs, lastMs, pageOf } from './page';
import { readBarsQuery, readBookLimit, readTradesPage } from './rest';

const outcome = (result: { ok: boolean; value?: unknown; message?: string }): unknown =>
  result.ok ? result.value : result.message;

describe('a time from a client', () => {
  it('is in seconds below 100 000 000 000 and in ms from there', () => {
    expect(firstMs(99_999_999_999)).toBe(99_999_999_999_000);
    expect(firstMs(100_000_000_000)).toBe(100_000_000_000);
    expect(firstMs(0)).toBe(0);
  });

  it('ends with the last ms of a second, or is the ms itself', () => {
    expect(lastMs(99_999_999_999)).toBe(99_999_999_999_999);
    expect(lastMs(100_000_000_000)).toBe(100_000_000_000);
    expect(lastMs(0)).toBe(999);
  });

  it('may begin a range at its end, not after it', () => {
    expect(checkRange({ from: 1_700_000_000, to: 1_700_000_000_000 })).toBeUndefined();
    expect(checkRange({ from: 1_700_000_000, to: 1_699_999_999_999 })).toMatchObject({
      code: 'INVALID_FIELD',
    });
    expect(checkRange({ from: 1_700_000_000_999, to: 1_700_000_000 })).toBeUndefined();
    expect(checkRange({ from: 1_700_000_001_000, to: 1_700_000_000 })).toMatchObject({ ok: false });
    expect(checkRange({ from: 5 })).toBeUndefined();
    expect(checkRange({ to: 5 })).toBeUndefined();
  });
});

describe('a page of history', () => {
  it('has 20 items unless asked otherwise, and times in ms', () => {
    expect(pageOf({})).toEqual({ limit: 20 });
    expect(pageOf({ market: 'ETHDAI', from: 1, to: 2, before: 3, limit: 4 })).toEqual({
      market: 'ETHDAI',
      fromMs: 1000,
      toMs: 2999,
      before: 3,
      limit: 4,
    });
  });

  it('echoes what was sent, as it was sent', () => {
    expect(echoes({ from: 1, limit: 4 })).toEqual({ from: 1, limit: 4 });
    expect(echoes({})).toEqual({});
  });
});

describe('REST parameters', () => {
  it.each([
    [{}, 20],
    [{ limit: '20' }, 20],
    [{ limit: '100', unknown: 'x' }, 100],
  ])('of the book are 20 or 100 lines: %j', (query, limit) => {
    expect(readBookLimit(query)).toEqual({ ok: true, value: limit });
  });

  it.each(['', '0', '50', '-20', '20.0', '1e2', ' 20', '020', ['20', '20'], 20])(
    'of the book are refused, never clamped: %j',
    (limit) => {
      expect(outcome(readBookLimit({ limit }))).toBe('limit must be one of 20, 100');
    },
  );

  it('of trades are a page', () => {
    expect(outcome(readTradesPage({}))).toEqual({ limit: 20 });
    expect(outcome(readTradesPage({ from: '1', to: '1700000000000', before: '9', limit: '50' }))).toEqual({
      fromMs: 1000,
      toMs: 1_700_000_000_000,
      before: 9,
      limit: 50,
    });
  });

  it.each([
    [{ limit: '51' }, 'limit must be a whole number from 1 to 50'],
    [{ limit: '0' }, 'limit must be a whole number from 1 to 50'],
    [{ limit: 'x' }, 'limit must be a whole number from 1 to 50'],
    [{ before: '-1' }, 'before must be the id of a trade'],
    [{ before: '9007199254740992' }, 'before must be the id of a trade'],
    [{ from: 'yesterday' }, 'from must be a Unix time in whole seconds or milliseconds'],
    [{ from: '2', to: '1' }, 'from must not be after to'],
  ])('of trades are refused with what is right: %j', (query, message) => {
    expect(outcome(readTradesPage(query))).toBe(message);
  });

  it('of bars are all needed', () => {
    expect(outcome(readBarsQuery({ precision: '1w', from: '1', to: '2' }))).toEqual({
      precision: '1w',
      fromMs: 1000,
      toMs: 2999,
    });
    expect(outcome(readBarsQuery({ precision: '1w', from: '1' }))).toBe(
      'from and to must be given as Unix times',
    );
    for (const precision of ['2m', 'constructor', undefined, ['1m']]) {
      expect(outcome(readBarsQuery({ precision, from: '1', to: '2' }))).toContain(
        'precision must be one of 1m',
      );
    }
  });
});
