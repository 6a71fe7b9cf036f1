import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { AccountKeeper } from './account-keeper.fixture';
import { applyCommand, continueWork, hasPendingWork } from './apply-command';
import type { MarketCommand } from './command';
import { brokenInvariants } from './invariants';
import { createMarket, type MarketState } from './market-state';
import { decimalsArbitrary, draftsArbitrary, marketRules, realize } from './market.fixture';
import { restoreMarket, snapshotMarket } from './snapshot';
import { stateHash } from './state-hash';

const RUNS = 80;
const text = (value: unknown) =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? part.toString() : part));
const startOf = (decimals: { traded: number; quote: number }, workPerStep: number, minimum: bigint) =>
  createMarket(marketRules(decimals, { traded: minimum, quote: minimum }), { workPerStep });

const settingArbitrary = fc.record({
  decimals: decimalsArbitrary,
  drafts: draftsArbitrary,
  size: fc.constantFrom(0, 0.1, 0.5, 0.97),
  workPerStep: fc.constantFrom(1, 2, 500),
  minimum: fc.constantFrom(0n, 0n, 20_000n),
});

/** Applies a command step by step; `between` sees the state after each and may replace it. */
function applySteps(
  start: MarketState,
  command: MarketCommand,
  between: (state: MarketState) => MarketState = (state) => state,
): { state: MarketState; said: string } {
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
    let trades = 0;
    fc.assert(
      fc.property(settingArbitrary, ({ decimals, drafts, size, workPerStep, minimum }) => {
        const state = startOf(decimals, workPerStep, minimum);
        const keeper = new AccountKeeper();
        const faults: string[] = [];
        const look = () => {
          faults.push(...brokenInvariants(state), ...keeper.compare(state));
          if (state.defect !== undefined) faults.push(state.defect);
        };
        for (const command of realize(drafts, decimals, size)) {
          faults.push(...keeper.admit(command), ...keeper.observe(applyCommand(state, command)));
          look();
          while (hasPendingWork(state)) {
            faults.push(...keeper.observe(continueWork(state)));
            look();
          }
        }
        expect(faults).toEqual([]);
        trades += state.tradeCount;
      }),
      { numRuns: RUNS },
    );
    expect(trades).toBeGreaterThan(3 * RUNS);
  });

  it('goes on from a snapshot at any point with the same bytes', () => {
    fc.assert(
      fc.property(settingArbitrary, fc.infiniteStream(fc.boolean()), (setting, coins) => {
        const { decimals, drafts, size, workPerStep, minimum } = setting;
        let straight = startOf(decimals, workPerStep, minimum);
        let interrupted = startOf(decimals, workPerStep, minimum);
        const perhapsRestore = (state: MarketState) => {
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
      fc.property(settingArbitrary, ({ decimals, drafts, size, workPerStep, minimum }) => {
        const commands = realize(drafts, decimals, size);
        const [first, second] = [0, 1].map(() => {
          const state = startOf(decimals, workPerStep, minimum);
          const said = commands.map((command) => applySteps(state, command).said);
          return [...said, stateHash(state), text(snapshotMarket(state))].join('\n');
        });
        expect(second).toBe(first);
      }),
      { numRuns: 100 },
    );
  });
});
