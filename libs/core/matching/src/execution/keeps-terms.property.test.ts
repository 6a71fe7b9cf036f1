import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { AccountKeeper } from '../../test/account-keeper.fixture';
import { marketRules, openMarket, order, run } from '../../test/market.fixture';
import { brokenInvariants } from '../market/invariants';

const RUNS = 300;

/** Rates in which few whole amounts are exact, with tokens of 0 to 2 decimals. */
const RATES = [
  { numerator: 99_999n, denominator: 1_000n },
  { numerator: 99_999n, denominator: 100_000n },
  { numerator: 12_347n, denominator: 10_000n },
  { numerator: 33_333n, denominator: 100_000n },
  { numerator: 10_001n, denominator: 10_000n },
] as const;

const draft = fc.record({
  side: fc.constantFrom('buy' as const, 'sell' as const),
  /** Signed exactly at the rate, in so many of its steps; otherwise of any amount, a little better or worse. */
  steps: fc.option(fc.bigInt(1n, 12n), { nil: undefined }),
  units: fc.bigInt(1n, 300_000n),
  parts: fc.bigInt(-3n, 30n),
  hidden: fc.boolean(),
  execution: fc.constantFrom(
    undefined,
    undefined,
    undefined,
    'immediate_or_cancel' as const,
    'fill_or_kill' as const,
  ),
});

const setting = fc.record({
  rate: fc.constantFrom(...RATES),
  decimals: fc.record({ traded: fc.nat(2), quote: fc.nat(2) }),
  workPerStep: fc.constantFrom(1, 2, 500),
  least: fc.constantFrom(0n, 0n, 20_000n),
  drafts: fc.array(draft, { minLength: 4, maxLength: 30 }),
});

describe('orders that sign the very rates of a market with few decimals', () => {
  it('never get less than they signed, in memory as by the naive rules', () => {
    const seen = new Map<string, number>();
    const count = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);
    fc.assert(
      fc.property(setting, ({ rate, decimals, workPerStep, least, drafts }) => {
        const market = openMarket(marketRules(decimals, { traded: least, quote: least }), { workPerStep });
        const keeper = new AccountKeeper();
        const faults: string[] = [];
        // The rate is of smallest units here; whole tokens only shift it.
        for (const [index, { side, steps, units, parts, hidden, execution }] of drafts.entries()) {
          const traded = steps === undefined ? units : steps * rate.denominator;
          const exact = (traded * rate.numerator) / rate.denominator;
          const better = (exact * parts) / 100_000n;
          const quote = steps === undefined ? exact + (side === 'buy' ? better : -better) : exact;
          if (traded === 0n || quote <= 0n) continue;
          const command = order({
            id: index + 1,
            side,
            traded,
            quote,
            hidden,
            ...(execution && { execution }),
          });
          faults.push(...keeper.admit(command));
          const events = run(market, command);
          faults.push(...keeper.observe(events), ...brokenInvariants(market), ...keeper.compare(market));
          for (const event of events) {
            if (event.kind === 'done')
              count(`${event.reason}${execution === undefined ? '' : ` ${execution}`}`);
            if (event.kind === 'trade' && [event.maker, event.taker].every((one) => one.sellBook > 0n))
              count('less');
          }
        }
        expect([...faults, ...(market.defect === undefined ? [] : [market.defect])]).toEqual([]);
      }),
      { numRuns: RUNS },
    );
    const wanted = ['less', 'filled', 'dust', 'fill_or_kill fill_or_kill', 'filled fill_or_kill'];
    expect(wanted.filter((what) => (seen.get(what) ?? 0) < 10)).toEqual([]);
  });
});
