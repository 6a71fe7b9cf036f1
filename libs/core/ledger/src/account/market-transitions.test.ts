import { marketId } from '@exchange/core/kernel';
import { MARKET_STATUSES } from '@exchange/core/message';
import { describe, expect, it } from '@jest/globals';
import { approveTransition } from './market-transitions';

describe('the status of a market', () => {
  const market = marketId('ETHDAI');
  const reached = (from: (typeof MARKET_STATUSES)[number]) =>
    MARKET_STATUSES.filter((to) => approveTransition(market, from, to).ok);

  it('goes only where the table says', () => {
    expect(reached('open')).toEqual(['open', 'post_only', 'cancel_only']);
    expect(reached('post_only')).toEqual(['open', 'post_only', 'cancel_only']);
    expect(reached('cancel_only')).toEqual(['open', 'post_only', 'cancel_only', 'delisted']);
    expect(reached('delisted')).toEqual(['delisted']);
  });

  it('that is refused says what would be allowed', () => {
    expect(approveTransition(market, 'open', 'delisted')).toMatchObject({
      code: 'INVALID_TRANSITION',
      message: "ETHDAI is open, and may become post_only, cancel_only; it can't become delisted",
    });
    expect(approveTransition(market, 'delisted', 'open')).toMatchObject({
      message: "ETHDAI is delisted, which is final; it can't become open",
    });
  });
});
