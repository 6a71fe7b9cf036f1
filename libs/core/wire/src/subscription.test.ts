import { describe, expect, it } from '@jest/globals';
import { BAR_PRECISIONS } from './limits';
import { parseSubscription, parseSubscriptions, subscriptionName, withOneBook } from './subscription';

const books = ['book20', 'book100', 'book'].flatMap((book) =>
  [1, 2, 3, 4, 5].map((digits) => `${book}d${digits}`),
);
const bars = Object.keys(BAR_PRECISIONS).map((precision) => `bars_${precision}`);

describe('an event to subscribe to', () => {
  it.each(['trades', 'ticker', 'rate', 'chainStats', ...books, ...bars])(
    'is known and keeps its name: %s',
    (name) => {
      const parsed = parseSubscription(name);
      expect(parsed.ok && subscriptionName(parsed.value)).toBe(name);
    },
  );

  it('of a book says depth and digits', () => {
    expect(parseSubscription('book20d5')).toEqual({
      ok: true,
      value: { kind: 'book', depth: 20, digits: 5 },
    });
    expect(parseSubscription('bookd1')).toEqual({
      ok: true,
      value: { kind: 'book', depth: undefined, digits: 1 },
    });
  });

  it.each(Object.keys(BAR_PRECISIONS))(
    'of bars has the name of older clients too: barData%s',
    (precision) => {
      expect(parseSubscription(`barData${precision}`)).toEqual(parseSubscription(`bars_${precision}`));
    },
  );

  it.each([
    '',
    'Trades',
    'book20d6',
    'book20d0',
    'book50d5',
    'book20',
    'bars_2m',
    'barData',
    'barData2m',
    'barData_1m',
    'bardata1m',
    'bars_toString',
    'trades ',
  ])('is unknown: "%s"', (name) => {
    expect(parseSubscription(name)).toMatchObject({ ok: false, code: 'UNKNOWN_EVENT' });
  });

  it('is there once, whatever it is called', () => {
    const twice = parseSubscriptions(['bars_1m', 'trades', 'barData1m', 'trades']);
    expect(twice).toEqual({ ok: true, value: [{ kind: 'bars', precision: '1m' }, { kind: 'trades' }] });
  });

  it('of a market is one book at most, the last one', () => {
    const books = parseSubscriptions(['book20d5', 'ticker', 'book100d5', 'book20d5', 'bookd2']);
    expect(books.ok && withOneBook(books.value).map(subscriptionName)).toEqual(['ticker', 'bookd2']);
    expect(withOneBook([{ kind: 'trades' }])).toEqual([{ kind: 'trades' }]);
  });

  it('that is refused refuses all of its request', () => {
    expect(parseSubscriptions(['trades', 'ticker', 'book100d2'])).toMatchObject({ ok: true });
    expect(parseSubscriptions(['trades', 'nothing'])).toMatchObject({ ok: false, code: 'UNKNOWN_EVENT' });
  });
});
