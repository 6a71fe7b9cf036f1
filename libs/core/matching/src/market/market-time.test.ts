import { describe, expect, it } from '@jest/globals';
import type { RecordedInput } from '@exchange/core/message';
import { atRate, brief, editOf, marketRules, openMarket, run, stepsOf } from '../../test/market.fixture';
import { restoreMarket, snapshotMarket } from '../snapshot/snapshot';
import { applyCommand, continueWork, hasPendingWork } from './apply-command';
import { createMarket } from './create-market';
import { countedInput } from './market-time';
import { FIRST_RULES_VERSION, RULES_VERSION } from './rules-version';
import { stateHash } from './state-hash';

const ETHER18 = { traded: 18, quote: 18 };
const market = () => openMarket(marketRules(ETHER18));

/** A market of version 1. */
function oldMarket() {
  const state = createMarket(marketRules(ETHER18), { rulesVersion: FIRST_RULES_VERSION });
  applyCommand(state, { kind: 'status', status: 'open', at: 0 });
  return state;
}

describe('the time of a market', () => {
  it('ends an order before the input that comes at its end or later, so that it never trades', () => {
    const state = market();
    run(state, atRate(1, 'sell', 5n, 100n, { expiresAt: 100, at: 90_000 }));
    run(state, atRate(2, 'sell', 5n, 101n, { expiresAt: 101, at: 90_000 }));
    expect(brief(run(state, atRate(3, 'buy', 1n, 100n, { at: 99_999 })))).toEqual([
      'trade 1<3 1000000000000000000/1000000000000000000',
      'done 3 filled',
    ]);
    expect(brief(run(state, atRate(4, 'buy', 2n, 101n, { at: 100_000 })))).toEqual([
      'done 1 expired',
      'trade 2<4 2000000000000000000/2020000000000000000',
      'done 4 filled',
    ]);
  });

  it('is moved by every kind of input, and never back', () => {
    for (const command of [
      { kind: 'cancel', orderId: 9 as never, account: atRate(9, 'buy', 1n, 1n).account, reason: 'owner' },
      { kind: 'status', status: 'post_only' },
      { kind: 'peg_rate', currency: 'USD', rate: '1' },
      { kind: 'restarting', restarting: true },
      { kind: 'rules', rules: marketRules(ETHER18) },
    ] as const) {
      const state = market();
      run(state, atRate(1, 'sell', 5n, 100n, { expiresAt: 100 }));
      expect(brief(run(state, { ...command, at: 100_500 }))[0]).toBe('done 1 expired');
      run(state, { kind: 'peg_rate', currency: 'USD', rate: '2', at: 50_000 });
      expect(state.now).toBe(100);
    }
  });

  it('ends stops and an order that is to be edited as well', () => {
    const state = market();
    run(state, atRate(1, 'buy', 5n, 100n, { stop: '2', expiresAt: 100 }));
    run(state, atRate(2, 'sell', 5n, 100n, { expiresAt: 100 }));
    expect(brief(run(state, { ...editOf(2, { hidden: true }), at: 100_000 }))).toEqual([
      'done 1 expired',
      'done 2 expired',
      'not_open 2',
    ]);
  });

  it('lets many leave in steps of at most so much work, and then applies the input in a step of its own', () => {
    const state = openMarket(marketRules(ETHER18), { workPerStep: 2 });
    for (let id = 1; id <= 5; id += 1) run(state, atRate(id, 'sell', 1n, 100n, { expiresAt: 100 }));
    const taker = atRate(6, 'buy', 1n, 100n, { at: 200_000 });
    const steps = stepsOf(state, taker);
    expect(steps.map((events) => brief(events))).toEqual([
      ['done 1 expired', 'done 2 expired'],
      ['done 3 expired', 'done 4 expired'],
      ['done 5 expired'],
      ['rested 6'],
    ]);
  });

  it('is the same after a snapshot amid that', () => {
    const state = openMarket(marketRules(ETHER18), { workPerStep: 1 });
    for (let id = 1; id <= 3; id += 1) run(state, atRate(id, 'sell', 1n, 100n, { expiresAt: 100 }));
    applyCommand(state, atRate(6, 'buy', 1n, 100n, { at: 200_000 }));
    expect(state.deferred?.kind).toBe('place');
    const restored = restoreMarket(
      JSON.parse(JSON.stringify(snapshotMarket(state))) as ReturnType<typeof snapshotMarket>,
    );
    expect(stateHash(restored)).toBe(stateHash(state));
    while (hasPendingWork(state)) expect(continueWork(restored)).toEqual(continueWork(state));
    expect(stateHash(restored)).toBe(stateHash(state));
    expect(restored.book.get(6 as never)).toBeDefined();
  });

  it('is moved by time commands alone under the first version of the rules', () => {
    const state = oldMarket();
    applyCommand(state, atRate(1, 'sell', 5n, 100n, { expiresAt: 100 }));
    const late = atRate(2, 'buy', 1n, 100n, { at: 200_000 });
    expect(brief(applyCommand(state, late))[0]).toMatch(/^trade 1<2/);
    applyCommand(state, { kind: 'rules_version', version: RULES_VERSION, at: 200_001 });
    expect(brief(applyCommand(state, atRate(3, 'buy', 1n, 100n, { at: 200_002 })))).toEqual([
      'done 1 expired',
    ]);
    expect(brief(continueWork(state))).toEqual(['rested 3']);
  });

  it('knows no rules that are newer than the program, and none that are older than its own', () => {
    const change = (version: number) => () =>
      applyCommand(market(), { kind: 'rules_version', version, at: 1 });
    expect(change(RULES_VERSION + 1)).toThrow('unknown version of the rules: 4');
    expect(change(FIRST_RULES_VERSION)).toThrow('the rules went back to version 1');
    expect(change(RULES_VERSION)).not.toThrow();
  });
});

describe('an input more than two seconds ahead of its turn', () => {
  const input = { kind: 'status', status: 'open' } as const;
  const at = (time: number): RecordedInput => ({ at: time, input });

  it('counts as of the turn', () => {
    expect(countedInput(at(12_000), 10_000, RULES_VERSION)).toEqual(at(12_000));
    expect(countedInput(at(12_001), 10_000, RULES_VERSION)).toEqual(at(10_000));
    expect(countedInput(at(1), 10_000, RULES_VERSION)).toEqual(at(1));
  });

  it('counts as it came by rules under which inputs move no time', () => {
    expect(countedInput(at(12_001), 10_000, FIRST_RULES_VERSION)).toEqual(at(12_001));
  });

  it('is held to that in what a time command says, too', () => {
    const time = (now: number): RecordedInput => ({ at: 10_000, input: { kind: 'time', now } });
    expect(countedInput(time(12), 10_000, RULES_VERSION)).toEqual(time(12));
    expect(countedInput(time(13), 10_000, RULES_VERSION)).toEqual(time(10));
  });
});
