import { buildTerms } from '@exchange/client';
import { describe, expect, it } from '@jest/globals';
import { PriceWalk } from './price-walk';
import { seededRandom } from '../../kit/random';
import { type DemoMarket, orderWish } from './wish';

const token = (symbol: string, decimals: number, digit: string) => ({
  symbol,
  decimals,
  name: symbol,
  contract: `0x${digit.repeat(40)}`,
});
const tokens = {
  ETH: token('ETH', 18, '0'),
  DAI: token('DAI', 18, '1'),
  WBTC: token('WBTC', 8, '2'),
  USDC: token('USDC', 6, '3'),
  LINK: token('LINK', 18, '4'),
};
const pairs = [
  ['ETH', 'DAI'],
  ['WBTC', 'ETH'],
  ['ETH', 'USDC'],
  ['WBTC', 'USDC'],
  ['LINK', 'ETH'],
] as const;
const markets: DemoMarket[] = pairs.map(([traded, quote]) => ({
  id: traded + quote,
  traded: tokens[traded],
  quote: tokens[quote],
}));
const listed = {
  tokens,
  markets: Object.fromEntries(
    pairs.map(([traded, quote]) => [traded + quote, { traded, quote, status: 'open' as const }]),
  ),
};

describe('the price walk', () => {
  it('is the same for the same seed, and another for another', () => {
    const day = (seed: number) => {
      const walk = new PriceWalk(seededRandom(seed));
      for (let tick = 0; tick < 1_000; tick += 1) walk.tick();
      return walk.prices;
    };
    expect(day(7)).toEqual(day(7));
    expect(day(7)).not.toEqual(day(8));
  });

  it('moves, but stays within reach of where it began', () => {
    const walk = new PriceWalk(seededRandom(1));
    const begin = walk.prices['ETH'] ?? 0n;
    const seen = [];
    for (let tick = 0; tick < 20_000; tick += 1) {
      walk.tick();
      seen.push(walk.prices['ETH'] ?? 0n);
    }
    expect(seen.every((price) => price > begin / 2n && price < begin * 2n)).toBe(true);
    expect(new Set(seen).size).toBeGreaterThan(1_000);
    expect(walk.prices['DAI']).toBe(1_000_000n);
  });

  it('knows the tokens that it has a price for, and no others', () => {
    const walk = new PriceWalk(seededRandom(1));
    walk.tick();
    expect(walk.knows('ETH', 'DAI')).toBe(true);
    expect(walk.knows('ETH', 'EXA')).toBe(false);
    expect(walk.knows('toString')).toBe(false);
  });
});

describe('an order wish', () => {
  it('is at the fair rate, moved by its offset and rounded against the other side', () => {
    const { prices } = new PriceWalk(seededRandom(1));
    const [market] = markets;
    if (market === undefined) throw new Error('no market');
    const buy = orderWish(market, prices, { side: 'buy', dollars: 600, offsetPpm: -1_000 });
    expect(buy).toEqual({ market: 'ETHDAI', side: 'buy', amount: '0.2', rate: '2997' });
    expect(orderWish(market, prices, { side: 'sell', dollars: 600, offsetPpm: 1_011 }).rate).toBe('3003.1');
  });

  it('can be signed in every market, at any price of a day', () => {
    const random = seededRandom(3);
    const walk = new PriceWalk(random);
    for (let tick = 0; tick < 500; tick += 1) {
      walk.tick();
      for (const market of markets) {
        const wish = orderWish(market, walk.prices, {
          side: random.pick(['buy', 'sell']),
          dollars: random.between(50, 5_000),
          offsetPpm: random.between(-20_000, 20_000),
        });
        expect(buildTerms(wish, listed, 2_000_000_000, tick).buyAmount > 0n).toBe(true);
      }
    }
  });
});
