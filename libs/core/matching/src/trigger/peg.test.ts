import { describe, expect, it } from '@jest/globals';
import { formatRate } from '@exchange/core/kernel';
import type { MarketEvent } from '@exchange/core/message';
import { applyCommand, continueWork, hasPendingWork } from '../market/apply-command';
import type { MarketCommand } from '../market/command';
import { brokenInvariants } from '../market/invariants';
import type { Market } from '../market/market';
import { atRate, brief, marketRules, openMarket, order, rateKeyOf, run } from '../../test/market.fixture';

const ETHER = 10n ** 18n;
const rules = marketRules({ traded: 18, quote: 18 });
const usd = (text: string) => ({ peg: { currency: 'USD', rateKey: rateKeyOf(text) } });
const rate = (value: string | null, currency = 'USD'): MarketCommand => ({
  kind: 'peg_rate',
  currency,
  rate: value,
  at: 1,
});
const rested = (events: readonly MarketEvent[]) =>
  events.flatMap((event) =>
    event.kind === 'rested'
      ? [`${event.orderId} ${formatRate(event.rateKey)} ${event.sellBook} ${event.buyBook}`]
      : [],
  );

function marketWith(value: string | null): Market {
  const market = openMarket(rules);
  if (value !== null) run(market, rate(value));
  return market;
}

describe('a pegged order', () => {
  it('rests at peg rate / quote rate, rounded down for a buy and up for a sell, with its quantity unchanged', () => {
    const market = marketWith('3');
    // 1 USD for each traded token, where a quote token is 3 USD: a third.
    expect(rested(run(market, atRate(1, 'buy', 1n, 40n, usd('1'))))).toEqual([
      `1 0.33333 333330000000000000 ${ETHER}`,
    ]);
    expect(rested(run(market, atRate(2, 'sell', 1n, 30n, usd('1'))))).toEqual([
      `2 0.33334 ${ETHER} 333340000000000000`,
    ]);
    expect(market.book.best('buy')?.held).toBe((ETHER * 4n) / 10n);
  });

  it('is never worse than signed: then it rests at the signed rate', () => {
    const market = marketWith('3');
    expect(rested(run(market, atRate(1, 'buy', 1n, 40n, usd('9'))))).toEqual([
      `1 0.4 ${(4n * ETHER) / 10n} ${ETHER}`,
    ]);
    expect(rested(run(market, atRate(2, 'sell', 1n, 50n, usd('0.003'))))).toEqual([
      `2 0.5 ${ETHER} ${ETHER / 2n}`,
    ]);
  });

  it('waits while no rate is fresh, comes back with one, and can be canceled and expires meanwhile', () => {
    const market = marketWith(null);
    expect(brief(run(market, atRate(1, 'buy', 1n, 40n, usd('1'))))).toEqual(['waiting 1 peg_rate']);
    expect(rested(run(market, rate('4')))).toEqual([`1 0.25 ${ETHER / 4n} ${ETHER}`]);
    expect(brief(run(market, rate(null)))).toEqual(['waiting 1 peg_rate']);
    expect(market.book.size).toBe(0);
    expect(brief(run(market, rate('4')))).toEqual(['rested 1']);
    run(market, rate(null));
    run(market, atRate(2, 'buy', 1n, 40n, { ...usd('1'), expiresAt: 60 }));
    const { orderId, account } = atRate(1, 'buy', 1n, 1n);
    expect(brief(run(market, { kind: 'cancel', orderId, account, reason: 'owner', at: 1 }))).toEqual([
      'done 1 owner',
    ]);
    expect(brief(run(market, { kind: 'time', now: 60, at: 1 }))).toEqual(['done 2 expired']);
    expect(brokenInvariants(market)).toEqual([]);
  });

  it('moves when the rate moves by a ten-thousandth of the one last applied, and not before', () => {
    const market = marketWith('2');
    run(market, atRate(1, 'sell', 1n, 30n, usd('1')));
    expect(run(market, rate('2.0001'))).toEqual([]);
    expect(run(market, rate('1.99981'))).toEqual([]);
    expect(rested(run(market, rate('1.9998')))).toEqual([`1 0.50006 ${ETHER} 500060000000000000`]);
    expect(run(market, rate('1.9999'))).toEqual([]);
  });

  it('keeps its priority when its rate is the same, and loses it when it moves', () => {
    const market = marketWith('2');
    run(market, atRate(1, 'buy', 1n, 40n, usd('1')));
    run(market, atRate(2, 'buy', 1n, 40n));
    // Above the signed rate before and after.
    expect(run(market, rate('1'))).toEqual([]);
    expect(market.book.best('buy')?.orderId).toBe(1);
    run(market, rate('4'));
    run(market, rate('1'));
    expect(market.book.best('buy')?.orderId).toBe(2);
  });

  it('is matched when it moves across the other side, and a post-only one is done instead', () => {
    const market = marketWith('4');
    run(market, atRate(1, 'buy', 1n, 60n, usd('1')));
    run(market, atRate(2, 'buy', 1n, 60n, { ...usd('1'), execution: 'post_only' }));
    run(market, atRate(3, 'sell', 3n, 40n));
    expect(brief(run(market, rate('2')))).toEqual([
      `trade 3<1 ${ETHER}/${(4n * ETHER) / 10n}`,
      'done 1 filled',
      'done 2 post_only',
    ]);
  });

  it('that must be done at once is done when there is no rate', () => {
    const told = run(marketWith(null), atRate(1, 'buy', 1n, 40n, { ...usd('1'), execution: 'fill_or_kill' }));
    expect(brief(told)).toEqual(['done 1 fill_or_kill']);
  });

  it('with a stop follows no rate until it is triggered', () => {
    const market = marketWith('4');
    run(market, atRate(1, 'buy', 1n, 60n, { ...usd('1'), stop: '0.5' }));
    expect(run(market, rate('3'))).toEqual([]);
    run(market, atRate(2, 'sell', 1n, 50n));
    expect(brief(run(market, atRate(3, 'buy', 1n, 50n))).slice(-2)).toEqual(['triggered 1', 'rested 1']);
    expect(formatRate(market.book.best('buy')?.rateKey ?? rateKeyOf('9'))).toBe('0.33333');
  });

  it('leaves the book for want of a rate in any status, and moves only in an open market', () => {
    const market = marketWith('4');
    run(market, atRate(1, 'buy', 1n, 60n, usd('1')));
    run(market, { kind: 'status', status: 'post_only', at: 1 });
    expect(run(market, rate('2'))).toEqual([]);
    expect(brief(run(market, rate(null)))).toEqual(['waiting 1 peg_rate']);
    expect(run(market, rate('2'))).toEqual([]);
    expect(brief(run(market, { kind: 'status', status: 'open', at: 1 }))).toEqual([
      'rested 1',
      'status open',
    ]);
  });

  it('waits when its rate is out of range, and stays as it is when it follows another currency', () => {
    const market = marketWith('4');
    run(market, rate('4', 'JPY'));
    run(market, atRate(1, 'buy', 1n, 60n, usd('0.00000001')));
    expect(market.suspended.size).toBe(1);
    run(market, atRate(2, 'buy', 1n, 60n, usd('1')));
    expect(run(market, rate('2', 'JPY'))).toEqual([]);
  });

  it('moves with at most 500 others in a step, in the order in which they came', () => {
    const market = marketWith('4');
    for (let id = 700; id >= 1; id -= 1) run(market, atRate(id, 'buy', 1n, 60n, usd('1')));
    const first = rested(applyCommand(market, rate('3')));
    expect(first).toHaveLength(500);
    expect(first[0]).toMatch(/^700 /);
    expect(hasPendingWork(market)).toBe(true);
    expect(rested(continueWork(market))).toHaveLength(200);
    expect(market.book.best('buy')?.orderId).toBe(700);
  });

  it('offers at most what is held, however often it is filled in part', () => {
    const market = openMarket(marketRules({ traded: 6, quote: 6 }));
    run(market, rate('1'));
    const signed = { traded: 9_000_007n, quote: 9_333_337n };
    run(market, order({ id: 1, side: 'buy', ...signed, ...usd('1.03') }));
    for (let round = 0; round < 300; round += 1) {
      run(market, order({ id: 10 + round, side: 'sell', traded: 20_011n, quote: 20_011n }));
      run(market, rate(round % 2 === 0 ? '1.001' : '1'));
      expect(brokenInvariants(market)).toEqual([]);
    }
    expect(market.book.best('buy')?.sold).toBeGreaterThan(6_000_000n);
  });
});
