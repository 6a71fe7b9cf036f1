import { describe, expect, it } from '@jest/globals';
import { amount } from '@exchange/core/kernel';
import { brokenInvariants } from '../market/invariants';
import {
  atRate,
  brief,
  editOf,
  marketRules,
  openMarket,
  order,
  rateKeyOf,
  run,
} from '../../test/market.fixture';
import type { Market } from '../market/market';
import { restoreMarket, snapshotMarket } from '../snapshot/snapshot';

const ETHER = 10n ** 18n;
const decimals = { traded: 18, quote: 18 };
const rules = marketRules(decimals);
const ether = (tenths: bigint) => amount((tenths * ETHER) / 10n);
const book = (market: Market) =>
  JSON.stringify(snapshotMarket(market).sells.concat(snapshotMarket(market).buys));

/** Two sells of 10 tokens at 2, the first of them order 1. */
function twoSells(): Market {
  const market = openMarket(rules);
  run(market, atRate(1, 'sell', 10n, 200n));
  run(market, atRate(2, 'sell', 10n, 200n));
  return market;
}

describe('an edit', () => {
  it('that only lowers the amount, or changes when the order leaves, keeps its priority', () => {
    const market = twoSells();
    expect(brief(run(market, editOf(1, { sellBook: ether(50n), buyBook: ether(100n) })))).toEqual([
      'edited 1',
    ]);
    expect(brief(run(market, editOf(1, { expiresAt: 500 })))).toEqual(['edited 1']);
    expect(market.book.best('sell')).toMatchObject({ orderId: 1, sellBook: ether(50n), expiresAt: 500 });
  });

  it('of amount, rate or hiding loses it', () => {
    for (const change of [{ sellBook: ether(50n), buyBook: ether(101n) }, { hidden: true }]) {
      const market = twoSells();
      expect(brief(run(market, editOf(1, change)))).toEqual(['edited 1', 'rested 1']);
      expect(market.book.best('sell')?.orderId).toBe(2);
    }
    const market = twoSells();
    run(market, editOf(1, { sellBook: ether(50n), buyBook: ether(100n) }));
    run(market, editOf(1, { sellBook: ether(60n), buyBook: ether(120n) }));
    expect(market.book.best('sell')?.orderId).toBe(2);
  });

  it('to a rate that crosses is matched as a taker', () => {
    const market = openMarket(rules);
    run(market, atRate(1, 'buy', 1n, 150n));
    run(
      market,
      atRate(2, 'sell', 3n, 140n, {
        traded: 3n * ETHER,
        quote: 6n * ETHER,
        sell: 3n * ETHER,
        buy: 3n * ETHER,
      }),
    );
    expect(brief(run(market, editOf(2, { buyBook: ether(30n) })))).toEqual([
      'edited 2',
      `trade 1<2 ${ETHER}/${(15n * ETHER) / 10n}`,
      'done 1 filled',
      'rested 2',
    ]);
  });

  it('of a post-only order into a cross is refused, and everything is as before', () => {
    const market = openMarket(rules);
    run(market, atRate(1, 'buy', 1n, 150n));
    run(
      market,
      atRate(2, 'sell', 1n, 100n, { quote: 2n * ETHER, buy: ETHER, sell: ETHER, execution: 'post_only' }),
    );
    run(market, atRate(3, 'sell', 1n, 200n));
    const before = book(market);
    expect(brief(run(market, editOf(2, { buyBook: ether(15n) })))).toEqual(['edit_refused 2 post_only']);
    expect(book(market)).toBe(before);
    expect(market.book.best('sell')?.orderId).toBe(2);
  });

  it('beyond what is left of the signature, or worse than signed, is refused and changes nothing', () => {
    const market = twoSells();
    run(market, atRate(3, 'buy', 4n, 200n));
    const before = book(market);
    for (const change of [
      { sellBook: amount(6n * ETHER + 1n), buyBook: ether(200n) },
      { sellBook: ether(60n), buyBook: amount(12n * ETHER - 1n) },
    ]) {
      expect(brief(run(market, editOf(1, change)))).toEqual(['edit_refused 1 exceeds_signed']);
    }
    expect(brief(run(market, editOf(1, { buyBook: amount(10n ** 38n) })))).toEqual([
      'edit_refused 1 rate_out_of_range',
    ]);
    expect(book(market)).toBe(before);
    expect(brief(run(market, editOf(1, { sellBook: ether(60n), buyBook: ether(120n) })))).toEqual([
      'edited 1',
    ]);
    expect(market.book.best('sell')?.orderId).toBe(1);
  });

  it('of an order that is gone, or of another account, is too late', () => {
    const market = twoSells();
    expect(brief(run(market, editOf(9, { hidden: true })))).toEqual(['not_open 9']);
    expect(brief(run(market, editOf(1, { hidden: true }, 2)))).toEqual(['not_open 1']);
  });

  it('in a market that takes no orders is refused, and one that would take in a post-only one', () => {
    const market = twoSells();
    run(market, atRate(3, 'buy', 1n, 250n, { quote: ETHER, sell: 25n * 10n ** 17n, buy: ETHER }));
    run(market, { kind: 'status', status: 'post_only', at: 1 });
    expect(brief(run(market, editOf(3, { sellBook: ether(22n) })))).toEqual(['edit_refused 3 market_closed']);
    run(market, { kind: 'status', status: 'cancel_only', at: 1 });
    expect(brief(run(market, editOf(1, { hidden: true })))).toEqual(['edit_refused 1 market_closed']);
  });

  it('below the minimum after a partial fill is refused', () => {
    const market = openMarket(marketRules(decimals, { traded: 3n * ETHER }));
    run(market, atRate(1, 'sell', 10n, 200n));
    run(market, atRate(2, 'buy', 4n, 200n));
    expect(brief(run(market, editOf(1, { sellBook: ether(20n), buyBook: ether(40n) })))).toEqual([
      'edit_refused 1 below_minimum',
    ]);
  });

  it('to a moment that has passed takes the order out', () => {
    const market = twoSells();
    run(market, { kind: 'time', now: 100, at: 1 });
    expect(brief(run(market, editOf(1, { expiresAt: 100 })))).toEqual(['done 1 expired']);
  });

  it('may let an order follow a rate, and lower what it offers then', () => {
    const market = openMarket(rules);
    run(market, { kind: 'peg_rate', currency: 'USD', rate: '1', at: 1 });
    run(market, atRate(1, 'buy', 10n, 200n));
    const peg = { currency: 'USD', rateKey: rateKeyOf('1.5') };
    expect(run(market, editOf(1, { peg })).slice(0, 2)).toMatchObject([
      { kind: 'edited', sellBook: ether(150n), buyBook: ether(100n), held: ether(200n), peg },
      { kind: 'rested', sellBook: ether(150n), buyBook: ether(100n) },
    ]);
    run(market, atRate(2, 'buy', 1n, 150n));
    expect(brief(run(market, editOf(1, { buyBook: ether(40n) })))).toEqual(['edited 1']);
    expect(market.book.best('buy')).toMatchObject({ orderId: 1, sellBook: ether(60n), held: ether(80n) });
    expect(brief(run(market, editOf(1, { buyBook: ether(101n) })))).toEqual([
      'edit_refused 1 exceeds_signed',
    ]);
    run(market, { kind: 'peg_rate', currency: 'USD', rate: null, at: 1 });
    const next = { currency: 'USD', rateKey: rateKeyOf('1.2') };
    expect(brief(run(market, editOf(1, { peg: next })))).toEqual(['edited 1']);
    expect(market.suspended.size).toBe(1);
  });
});

describe('a buy that is filled in part hundreds of times, edited, pegged and restored', () => {
  it('never sells more than was signed, nor at a worse rate', () => {
    const decimals = { traded: 8, quote: 6 };
    let market = openMarket(marketRules(decimals));
    run(market, { kind: 'peg_rate', currency: 'USD', rate: '1', at: 1 });
    const signed = { traded: 70_000_003n, quote: 73_333_331n };
    run(market, order({ id: 1, side: 'buy', ...signed }));
    let sold = 0n;
    let bought = 0n;
    for (let round = 0; round < 400 && market.book.best('buy') !== undefined; round += 1) {
      const events = run(market, order({ id: 10 + round, side: 'sell', traded: 100_003n, quote: 20_011n }));
      for (const event of events) {
        if (event.kind !== 'trade') continue;
        sold += event.quote;
        bought += event.traded;
      }
      const left = market.book.best('buy');
      if (left === undefined) break;
      if (round % 3 === 0) run(market, editOf(1, { buyBook: amount(left.buyBook - 7n) }));
      if (round % 5 === 0) run(market, editOf(1, { sellBook: amount(signed.quote - sold) }));
      if (round === 150) run(market, editOf(1, { peg: { currency: 'USD', rateKey: rateKeyOf('103') } }));
      if (round % 10 === 0) market = restoreMarket(JSON.parse(JSON.stringify(snapshotMarket(market))));
      run(market, { kind: 'peg_rate', currency: 'USD', rate: round % 2 === 0 ? '1' : '1.01', at: 1 });
      expect(brokenInvariants(market)).toEqual([]);
    }
    expect(market.tradeCount).toBeGreaterThan(300);
    expect(sold).toBeLessThanOrEqual(signed.quote);
    expect(sold * signed.traded).toBeLessThanOrEqual(bought * signed.quote);
  });
});
