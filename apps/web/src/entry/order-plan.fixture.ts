import { type RateKey, rateKey, parseRate } from '@exchange/core/kernel';
import type { BookLineView, Listed, ListedMarket } from '@exchange/core/wire';
import { type EntryDraft, emptyDraft } from './draft';
import { entryMarket } from './entry-market';
import type { PlanContext } from './plan-context';

export const rate = (text: string): RateKey => {
  const key = parseRate(text, 'rate');
  return key.ok ? key.value : rateKey(0);
};

/** A market of ETH in DAI: at least 0.01 ETH, worth 1 DAI. */
export const listedWith = (traded = 18, quote = 18): Listed<ListedMarket> => ({
  tokens: {
    ETH: {
      ...{ contract: `0x${'00'.repeat(20)}`, name: 'Ether', decimals: traded, status: 'open' },
      ...{ minOrderAmount: String(10n ** BigInt(traded) / 100n), minOrderRemaining: '1' },
    },
    DAI: {
      ...{ contract: `0x${'da'.repeat(20)}`, name: 'Dai', decimals: quote, status: 'open' },
      ...{ minOrderAmount: '1', minOrderRemaining: '1' },
    },
  },
  markets: {
    ETHDAI: {
      ...{ traded: 'ETH', quote: 'DAI', status: 'open' },
      ...{ minOrderAmountQuote: String(10n ** BigInt(quote)), minOrderRemainingQuote: '1' },
    },
  },
});

/** Lines of `rate amount`, in whole tokens of 18 decimals. */
export const lines = (side: 'buy' | 'sell', ...texts: readonly string[]): BookLineView[] =>
  texts.map((text) => {
    const [at = '', amount = ''] = text.split(' ');
    const [whole = '', fraction = ''] = amount.split('.');
    return { side, rate: at, amount: String(BigInt(whole + fraction.padEnd(18, '0'))), count: 1 };
  });

/** A book of ETHDAI with a spread from 199 to 201, for somebody with plenty of both. */
export function contextWith(change: Partial<PlanContext> = {}, listed = listedWith()): PlanContext {
  const market = entryMarket(listed, 'ETHDAI');
  if (market === undefined) throw new Error('it is listed');
  return {
    ...{ market, listed, sign: '.', lastRate: rate('200'), usable: 10n ** 24n },
    book: { buy: lines('buy', '199 1', '198 2'), sell: lines('sell', '201 1', '202 2', '210 5') },
    feeTier: { makerFee: -0.0002, takerFee: 0.0025 },
    ...{ own: { buy: [], sell: [] }, isLoggedIn: true, isLineUp: true, nowMs: 1_700_000_000_000 },
    ...change,
  };
}

export const draftWith = (change: Partial<EntryDraft> = {}): EntryDraft => ({
  ...emptyDraft('ETHDAI'),
  ...{ amount: '1', rate: '200' },
  ...change,
});
