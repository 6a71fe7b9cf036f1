import { describe, expect, it } from '@jest/globals';
import { applyCommand, continueWork, hasPendingWork } from '../market/apply-command';
import { atRate, brief, editOf, marketRules, openMarket, rateKeyOf, run } from '../../test/market.fixture';
import type { Market } from '../market/market';
import { restoreMarket, snapshotMarket } from '../snapshot/snapshot';

const rules = marketRules({ traded: 18, quote: 18 });
const ETHER = 10n ** 18n;

/** Makes a trade at a rate, by orders that leave nothing behind. */
function tradeAt(market: Market, hundredths: bigint, id: number): string[] {
  run(market, atRate(id, 'sell', 1n, hundredths));
  return brief(run(market, atRate(id + 1, 'buy', 1n, hundredths)));
}

function marketAt(hundredths: bigint): Market {
  const market = openMarket(rules);
  tradeAt(market, hundredths, 900);
  return market;
}

describe('a stop', () => {
  it('waits outside the book, and can be canceled and expires there', () => {
    const market = marketAt(200n);
    const told = run(market, atRate(1, 'buy', 1n, 300n, { stop: '2.1' }));
    expect(told).toEqual([expect.objectContaining({ kind: 'waiting', orderId: 1, for: 'stop' })]);
    expect(market.book.size).toBe(0);
    const { orderId, account } = atRate(1, 'buy', 1n, 300n);
    expect(brief(run(market, { kind: 'cancel', at: 1, orderId, account, reason: 'owner' }))).toEqual([
      'done 1 owner',
    ]);
    run(market, atRate(2, 'sell', 1n, 100n, { stop: '1.9', expiresAt: 50 }));
    expect(brief(run(market, { kind: 'time', now: 50, at: 1 }))).toEqual(['done 2 expired']);
    expect(market.stops.size).toBe(0);
  });

  it('of a buy triggers at or above its rate, of a sell at or below, by the smallest step', () => {
    const cases = [
      ['buy', '2.0999', true],
      ['buy', '2.1', true],
      ['buy', '2.1001', false],
      ['sell', '2.1001', true],
      ['sell', '2.1', true],
      ['sell', '2.0999', false],
    ] as const;
    for (const [side, stop, isTriggered] of cases) {
      // From below for a buy, from above for a sell.
      const market = marketAt(side === 'buy' ? 200n : 220n);
      expect(brief(run(market, atRate(1, side, 1n, 150n, { stop })))).toEqual(['waiting 1 stop']);
      const told = tradeAt(market, 210n, 10);
      expect(told.includes('triggered 1')).toBe(isTriggered);
      expect(told.includes('rested 1')).toBe(isTriggered);
    }
  });

  it('that is past already enters at once, and without any trade so far waits', () => {
    const market = marketAt(200n);
    expect(brief(run(market, atRate(1, 'buy', 1n, 150n, { stop: '2' })))).toEqual([
      'triggered 1',
      'rested 1',
    ]);
    const fresh = openMarket(rules);
    expect(brief(run(fresh, atRate(1, 'buy', 1n, 150n, { stop: '0.001' })))).toEqual(['waiting 1 stop']);
  });

  it('is judged when it triggers: post-only, immediate-or-cancel and fill-or-kill', () => {
    for (const execution of ['post_only', 'immediate_or_cancel', 'fill_or_kill'] as const) {
      const market = marketAt(200n);
      run(market, atRate(1, 'sell', 1n, 300n));
      expect(brief(run(market, atRate(2, 'buy', 2n, 300n, { stop: '2.1', execution })))).toEqual([
        'waiting 2 stop',
      ]);
      const trades =
        execution === 'immediate_or_cancel' ? [`trade 1<2 ${ETHER}/${3n * ETHER}`, 'done 1 filled'] : [];
      expect(tradeAt(market, 210n, 10).slice(-2 - trades.length)).toEqual([
        'triggered 2',
        ...trades,
        `done 2 ${execution}`,
      ]);
    }
  });

  it('triggers the nearest first, then who came first, each matched in full before the next', () => {
    const market = marketAt(200n);
    run(market, atRate(1, 'sell', 2n, 230n));
    run(market, atRate(2, 'buy', 1n, 300n, { stop: '2.2' }));
    run(market, atRate(3, 'buy', 1n, 300n, { stop: '2.1' }));
    run(market, atRate(4, 'buy', 1n, 300n, { stop: '2.1' }));
    expect(tradeAt(market, 220n, 10).slice(2)).toEqual([
      'done 11 filled',
      'triggered 3',
      `trade 1<3 ${ETHER}/${(23n * ETHER) / 10n}`,
      'done 3 filled',
      'triggered 4',
      `trade 1<4 ${ETHER}/${(23n * ETHER) / 10n}`,
      'done 1 filled',
      'done 4 filled',
      'triggered 2',
      'rested 2',
    ]);
  });

  it('may trigger further stops, of both sides', () => {
    const market = marketAt(200n);
    run(market, atRate(1, 'sell', 1n, 230n));
    run(market, atRate(2, 'buy', 1n, 150n));
    run(market, atRate(3, 'buy', 1n, 230n, { stop: '2.1' }));
    run(market, atRate(4, 'buy', 1n, 100n, { stop: '2.3' }));
    run(market, atRate(5, 'sell', 1n, 150n, { stop: '1.95' }));
    expect(tradeAt(market, 210n, 10).slice(3)).toEqual([
      'triggered 3',
      `trade 1<3 ${ETHER}/${(23n * ETHER) / 10n}`,
      'done 1 filled',
      'done 3 filled',
      'triggered 4',
      'rested 4',
    ]);
    expect(tradeAt(market, 190n, 20).filter((text) => text.endsWith(' 5') || text.includes('<5'))).toEqual([
      'triggered 5',
      `trade 2<5 ${ETHER}/${(15n * ETHER) / 10n}`,
    ]);
  });

  it('does not miss a rate that a long sweep only touched', () => {
    const market = marketAt(200n);
    run(market, atRate(1, 'sell', 1n, 190n));
    run(market, atRate(2, 'sell', 1n, 220n));
    run(market, atRate(3, 'sell', 1n, 500n, { stop: '1.95' }));
    run(market, atRate(4, 'buy', 1n, 100n, { stop: '2.2' }));
    const told = brief(run(market, atRate(5, 'buy', 2n, 220n)));
    expect(told.filter((text) => text.startsWith('triggered'))).toEqual(['triggered 3', 'triggered 4']);
    expect(market.lastRate).toBe(rateKeyOf('2.2'));
  });

  it('does not trigger while the market is not open, and does when it opens', () => {
    const market = marketAt(200n);
    run(market, { kind: 'status', status: 'post_only', at: 1 });
    expect(brief(run(market, atRate(1, 'buy', 1n, 150n, { stop: '1.5' })))).toEqual(['waiting 1 stop']);
    expect(brief(run(market, { kind: 'status', status: 'open', at: 1 }))).toEqual([
      'triggered 1',
      'rested 1',
      'status open',
    ]);
  });

  it('triggers at most 500 in a step', () => {
    const market = marketAt(200n);
    for (let id = 1; id <= 700; id += 1) run(market, atRate(id, 'buy', 1n, 150n, { stop: '2.1' }));
    run(market, atRate(1001, 'sell', 1n, 210n));
    const first = brief(applyCommand(market, atRate(1002, 'buy', 1n, 210n)));
    expect(first.filter((text) => text.startsWith('triggered'))).toHaveLength(499);
    expect(hasPendingWork(market)).toBe(true);
    const restored = restoreMarket(JSON.parse(JSON.stringify(snapshotMarket(market))));
    expect(brief(continueWork(restored))).toEqual(brief(continueWork(market)));
    expect(market.stops.size).toBe(0);
  });

  it('knows the last rate after a restore', () => {
    const market = restoreMarket(JSON.parse(JSON.stringify(snapshotMarket(marketAt(200n)))));
    expect(brief(run(market, atRate(1, 'sell', 1n, 300n, { stop: '2' })))).toEqual([
      'triggered 1',
      'rested 1',
    ]);
  });

  it('gets another rate by an edit while it waits, and none after', () => {
    const market = marketAt(200n);
    run(market, atRate(1, 'buy', 1n, 150n, { stop: '2.5' }));
    expect(brief(run(market, editOf(1, { stopRateKey: rateKeyOf('2.4') })))).toEqual(['edited 1']);
    expect(brief(run(market, editOf(1, { stopRateKey: rateKeyOf('1.9') })))).toEqual([
      'edited 1',
      'triggered 1',
      'rested 1',
    ]);
    expect(brief(run(market, editOf(1, { stopRateKey: rateKeyOf('2.4') })))).toEqual([
      'edit_refused 1 stop_triggered',
    ]);
  });
});
