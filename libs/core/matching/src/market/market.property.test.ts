import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { MarketEvent } from '@exchange/core/message';
import { AccountKeeper } from '../../test/account-keeper.fixture';
import { applyCommand, continueWork, hasPendingWork } from './apply-command';
import type { MarketCommand } from './command';
import { brokenInvariants } from './invariants';
import { createMarket } from './create-market';
import type { Market } from './market';
import { decimalsArbitrary, draftsArbitrary } from '../../test/drafts.fixture';
import { marketRules } from '../../test/market.fixture';
import { realize } from '../../test/realize.fixture';
import { restoreMarket, snapshotMarket } from '../snapshot/snapshot';
import { stateHash } from './state-hash';

const RUNS = 120;
const text = (value: unknown) =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? part.toString() : part));

interface Setting {
  readonly decimals: { traded: number; quote: number };
  readonly workPerStep: number;
  readonly minimum: bigint;
  readonly band: number | undefined;
}

const startOf = ({ decimals, workPerStep, minimum, band }: Setting) => {
  const limits = {
    traded: minimum,
    quote: minimum,
    least: 2n * minimum,
    ...(band === undefined ? {} : { band }),
  };
  return createMarket(marketRules(decimals, limits), { workPerStep });
};

const settingArbitrary = fc.record({
  decimals: decimalsArbitrary,
  drafts: draftsArbitrary,
  size: fc.constantFrom(0, 0.1, 0.5, 0.97),
  workPerStep: fc.constantFrom(1, 2, 500),
  minimum: fc.constantFrom(0n, 0n, 20_000n),
  band: fc.constantFrom(undefined, undefined, 1),
});

/** Applies a command step by step; `between` sees the state after each and may replace it. */
function applySteps(
  start: Market,
  command: MarketCommand,
  between: (state: Market) => Market = (state) => state,
): { state: Market; said: string } {
  let state = start;
  const said = [text(applyCommand(state, command))];
  state = between(state);
  while (hasPendingWork(state)) {
    said.push(text(continueWork(state)));
    state = between(state);
  }
  return { state, said: said.join() };
}

describe('a market under random commands', () => {
  it('keeps every invariant after every step, and never stops on a defect', () => {
    const seen = new Map<string, number>();
    const count = (events: readonly MarketEvent[]) => {
      for (const event of events) {
        const what = event.kind === 'done' ? event.reason : event.kind;
        seen.set(what, (seen.get(what) ?? 0) + 1);
      }
      return events;
    };
    fc.assert(
      fc.property(settingArbitrary, (setting) => {
        const { decimals, drafts, size } = setting;
        const state = startOf(setting);
        const keeper = new AccountKeeper();
        const faults: string[] = [];
        const look = () => {
          faults.push(...brokenInvariants(state), ...keeper.compare(state));
          if (state.defect !== undefined) faults.push(state.defect);
        };
        for (const command of realize(drafts, decimals, size)) {
          faults.push(...keeper.admit(command), ...keeper.observe(count(applyCommand(state, command))));
          look();
          while (hasPendingWork(state)) {
            faults.push(...keeper.observe(count(continueWork(state))));
            look();
          }
        }
        expect(faults).toEqual([]);
      }),
      { numRuns: RUNS },
    );
    expect(seen.get('trade')).toBeGreaterThan(RUNS);
    const kinds = ['waiting', 'triggered', 'edited', 'edit_refused', 'price_band', 'not_open', 'self_trade'];
    const flags = ['post_only', 'immediate_or_cancel', 'fill_or_kill'];
    expect([...kinds, ...flags].filter((what) => !seen.has(what))).toEqual([]);
  });

  it('goes on from a snapshot at any point with the same bytes', () => {
    fc.assert(
      fc.property(settingArbitrary, fc.infiniteStream(fc.boolean()), (setting, coins) => {
        const { decimals, drafts, size } = setting;
        let straight = startOf(setting);
        let interrupted = startOf(setting);
        const perhapsRestore = (state: Market) => {
          if (coins.next().value !== true) return state;
          return restoreMarket(JSON.parse(JSON.stringify(snapshotMarket(state))));
        };
        for (const command of realize(drafts, decimals, size)) {
          const a = applySteps(straight, command);
          const b = applySteps(interrupted, command, perhapsRestore);
          straight = a.state;
          interrupted = b.state;
          expect(b.said + stateHash(interrupted)).toBe(a.said + stateHash(straight));
        }
        expect(text(snapshotMarket(interrupted))).toBe(text(snapshotMarket(straight)));
      }),
      { numRuns: RUNS },
    );
  });

  it('says the same bytes when the same commands are replayed', () => {
    fc.assert(
      fc.property(settingArbitrary, (setting) => {
        const { decimals, drafts, size } = setting;
        const commands = realize(drafts, decimals, size);
        const [first, second] = [0, 1].map(() => {
          const state = startOf(setting);
          const said = commands.map((command) => applySteps(state, command).said);
          return [...said, stateHash(state), text(snapshotMarket(state))].join('\n');
        });
        expect(second).toBe(first);
      }),
      { numRuns: 100 },
    );
  });
});
