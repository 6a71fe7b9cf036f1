import { describe, expect, it } from '@jest/globals';
import { pointTenths, FRAME_LIMITS } from '@exchange/core/wire';
import { marketPieces, Subscriptions } from './subscriptions';

describe('what is asked for again on a new connection', () => {
  it('is one book of a market, the last one that was asked for', () => {
    const subscriptions = new Subscriptions();
    subscriptions.add(['ETHDAI'], ['bookd5', 'trades']);
    subscriptions.add(['ETHDAI'], ['book100d5']);
    subscriptions.add(['LINKETH'], ['book20d5', 'book20d1']);
    expect(subscriptions.groups()).toEqual([
      { markets: ['ETHDAI'], events: ['book100d5', 'trades'] },
      { markets: ['LINKETH'], events: ['book20d1'] },
    ]);
  });

  it('is each subscription once, which ends by either of its names', () => {
    const subscriptions = new Subscriptions();
    subscriptions.add(['ETHDAI'], ['barData1m', 'bars_1m', 'ticker']);
    expect(subscriptions.groups()).toEqual([{ markets: ['ETHDAI'], events: ['bars_1m', 'ticker'] }]);
    subscriptions.remove(['ETHDAI'], ['barData1m']);
    expect(subscriptions.groups()).toEqual([{ markets: ['ETHDAI'], events: ['ticker'] }]);
  });
});

describe('a subscription to many pairs', () => {
  const named = (count: number, length: number) =>
    Array.from({ length: count }, (_, index) => `M${index}`.padEnd(length, '_'));

  it.each([
    [named(1_000, 4), ['trades']],
    [named(300, 40), ['trades', 'ticker', 'book20d5']],
    [named(2, 4), Array.from({ length: 240 }, (_, index) => `e${index}`)],
    [named(40, 1_000), ['trades']],
  ])('is commands that a window and a frame have room for, each pair in one (%#)', (markets, events) => {
    const pieces = marketPieces(markets, events);
    expect(pieces.flat()).toEqual(markets);
    for (const piece of pieces) {
      const command = { c: 'subscribe', markets: piece, events } as const;
      expect(JSON.stringify([{ ...command, rid: Number.MAX_SAFE_INTEGER }]).length).toBeLessThanOrEqual(
        FRAME_LIMITS.characters,
      );
      expect(pointTenths(command)).toBeLessThanOrEqual(480);
    }
  });

  it('goes in one command when it can, also an empty one, which the exchange refuses', () => {
    expect(marketPieces(['ETHDAI', 'LINKETH'], ['trades', 'ticker'])).toEqual([['ETHDAI', 'LINKETH']]);
    expect(marketPieces([], ['trades'])).toEqual([[]]);
    expect(() => marketPieces('ETHDAI' as never, ['trades'])).toThrow('INVALID_FIELD');
  });
});
