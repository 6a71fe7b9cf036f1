import { describe, expect, it } from '@jest/globals';
import { Subscriptions } from './subscriptions';

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
