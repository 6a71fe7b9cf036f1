import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { MarketCommand } from './command';
import { FIRST_RULES_VERSION, RULES_VERSION } from './rules-version';
import {
  ACCOUNTS_MAX,
  decimalsArbitrary,
  type DraftCommand,
  wildDraftsArbitrary,
} from '../../test/drafts.fixture';
import { realize } from '../../test/realize.fixture';
import { compareLives, type Seen, settingOf } from '../../test/oracle.fixture';

/**
 * Drives a market and one by the naive rules by the same commands. A longer run, e.g.
 * ORACLE_COMMANDS=1000000 npx jest -c jest.config.mjs oracle; ORACLE_SEED repeats one.
 */
const COMMANDS = Number(process.env['ORACLE_COMMANDS'] ?? '100000');
const SEED = Number(process.env['ORACLE_SEED'] ?? Date.now() % 2 ** 31);
/** So long a failure is made smaller before it is told. */
const SHRINKING_MS = 60_000;
const TIMEOUT_MS = 120_000 + 5 * COMMANDS;

interface LongLife {
  /** By how many steps buys and sells are further apart, so that fewer cross. */
  readonly apart: number;
  /** How many times longer orders stay. */
  readonly stay: number;
  /** One in so many extreme orders comes, which may empty the book. */
  readonly extremes: number;
  /** How many times more accounts there are. */
  readonly crowd: number;
}

/** Edits and cancels mean orders of late, and the life never ends. */
const inLongLife =
  ({ apart, stay, extremes, crowd }: LongLife) =>
  (draft: DraftCommand, index: number): DraftCommand[] => {
    switch (draft.kind) {
      case 'place': {
        const { side, rateStep, extreme } = draft.draft;
        if (extreme !== undefined && index % extremes !== 0) return [];
        const order = { ...draft.draft, rateStep: rateStep + (side === 'buy' ? -apart : apart) };
        const account = draft.account + ACCOUNTS_MAX * (index % crowd);
        return [{ ...draft, draft: order, account, leaveIn: draft.leaveIn * stay }];
      }
      case 'edit':
      case 'cancel':
        return [{ ...draft, pick: Math.max(Math.floor(index / 2) - draft.pick * 4, 0) }];
      case 'status':
        return draft.status === 'delisted' ? [] : [draft];
      case 'restarting':
        return [{ ...draft, restarting: draft.restarting && index % 8 === 0 }];
      case 'rules':
        return [{ ...draft, isOther: draft.isOther && index % 8 === 0 }];
      case 'time':
      case 'peg_rate':
      case 'rules_version':
        return [draft];
    }
  };

const longDrafts = (parts: number, life: LongLife): fc.Arbitrary<DraftCommand[]> =>
  fc
    .array(wildDraftsArbitrary, { minLength: parts, maxLength: parts, size: 'max' })
    .map((drafts) => drafts.flat().flatMap(inLongLife(life)));

/** Short lives meet all states; long ones fill the book, some with thousands of orders. */
const LIVES: readonly { drafts: fc.Arbitrary<DraftCommand[]>; share: number }[] = [
  { drafts: wildDraftsArbitrary, share: 0.55 },
  { drafts: longDrafts(40, { apart: 25, stay: 20, extremes: 4, crowd: 1 }), share: 0.25 },
  { drafts: longDrafts(150, { apart: 60, stay: 400, extremes: 200, crowd: 50 }), share: 0.2 },
];

const settingArbitrary = fc.record({
  decimals: decimalsArbitrary,
  size: fc.constantFrom(0, 0.1, 0.5, 0.97),
  workPerStep: fc.constantFrom(1, 2, 500),
  rulesVersion: fc.constantFrom(FIRST_RULES_VERSION, 2, RULES_VERSION, RULES_VERSION),
  minimum: fc.constantFrom(0n, 0n, 20_000n),
  band: fc.constantFrom(undefined, undefined, 1),
  chance: fc.nat(2 ** 31),
});

const COMMAND_KINDS: readonly MarketCommand['kind'][] = [
  'place',
  'edit',
  'cancel',
  'time',
  'status',
  'restarting',
  'peg_rate',
  'rules',
  'rules_version',
];
const OUTCOMES = [
  'trade',
  'rested',
  'waiting for stop',
  'waiting for peg_rate',
  'waiting for edit',
  'triggered',
  'edited',
  'edit_refused',
  'expired',
  'self_trade',
];
const RARER = [
  'dust',
  'price_band',
  'below_minimum',
  'fill_or_kill',
  'post_only',
  'delisted',
  'defect',
  'restore',
];

describe('a market', () => {
  it(
    'does to the byte what the naive rules say',
    () => {
      const seen: Seen = { kinds: new Map(), commands: 0, largestBook: 0 };
      for (const { drafts, share } of LIVES) {
        const until = seen.commands + COMMANDS * share;
        for (let seed = SEED; seen.commands < until; seed += 1) {
          fc.assert(
            fc.property(settingArbitrary, drafts, (setting, life) =>
              compareLives(settingOf(setting), realize(life, setting.decimals, setting.size), seen),
            ),
            { numRuns: 1, seed, interruptAfterTimeLimit: SHRINKING_MS, markInterruptAsFailure: true },
          );
        }
      }
      console.log(
        `ORACLE_SEED=${SEED}: ${seen.commands} commands, books of up to ${seen.largestBook} orders`,
        seen.kinds,
      );
      expect(seen.commands).toBeGreaterThanOrEqual(COMMANDS);
      const wanted = [...COMMAND_KINDS.map((kind) => `command ${kind}`), ...OUTCOMES];
      const all = COMMANDS < 50_000 ? wanted : [...wanted, ...RARER];
      expect(all.filter((kind) => !seen.kinds.has(kind))).toEqual([]);
      if (COMMANDS >= 50_000) expect(seen.largestBook).toBeGreaterThan(1000);
    },
    TIMEOUT_MS,
  );
});
