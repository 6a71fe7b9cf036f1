import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { applyCommand, continueWork, hasPendingWork } from '../apply-command';
import type { MarketCommand } from '../command';
import { decimalsArbitrary, draftsArbitrary, type DraftCommand } from '../drafts.fixture';
import { brokenInvariants } from '../invariants';
import type { MarketEvent } from '../market-event';
import { marketRules } from '../market.fixture';
import { createMarket, type MarketOptions, type MarketState } from '../market-state';
import { naiveBook } from '../naive-book';
import { realize } from '../realize.fixture';
import { restoreMarket, snapshotMarket } from '../snapshot';
import { stateHash } from '../state-hash';
import { fastBook } from './fast-book';

/**
 * Drives a market with the fast book and one with the naive book by the same commands. A longer run, e.g.
 * ORACLE_COMMANDS=1000000 npx jest -c jest.config.mjs oracle; ORACLE_SEED repeats one.
 */
const COMMANDS = Number(process.env['ORACLE_COMMANDS'] ?? '30000');
const SEED = Number(process.env['ORACLE_SEED'] ?? Date.now() % 2 ** 31);
/** Of a long life: fewer orders cross or expire, edits and cancels mean orders of late, and it never ends. */
function inLongLife(draft: DraftCommand, index: number): DraftCommand[] {
  switch (draft.kind) {
    case 'place': {
      const apart = draft.draft.side === 'buy' ? -25 : 25;
      const order = { ...draft.draft, rateStep: draft.draft.rateStep + apart };
      return [{ ...draft, draft: order, leaveIn: draft.leaveIn * 20 }];
    }
    case 'edit':
    case 'cancel':
      return [{ ...draft, pick: Math.max(Math.floor(index / 2) - draft.pick * 4, 0) }];
    case 'status':
      return draft.status === 'delisted' ? [] : [draft];
    case 'restarting':
      return [{ ...draft, restarting: draft.restarting && index % 8 === 0 }];
    case 'time':
    case 'peg_rate':
      return [draft];
  }
}

const LONG_LIFE = 40;

/** Short lives meet all states; long ones fill the book. */
const LIVES: readonly { drafts: fc.Arbitrary<DraftCommand[]>; share: number }[] = [
  { drafts: draftsArbitrary, share: 0.6 },
  {
    drafts: fc
      .array(draftsArbitrary, { minLength: LONG_LIFE, maxLength: LONG_LIFE, size: 'max' })
      .map((parts) => parts.flat().flatMap(inLongLife)),
    share: 0.4,
  },
];
const LOOK_EVERY = 16;
const TIMEOUT_MS = 60_000 + COMMANDS;

const text = (value: unknown) =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? part.toString() : part));

const settingArbitrary = fc.record({
  decimals: decimalsArbitrary,
  size: fc.constantFrom(0, 0.1, 0.5, 0.97),
  workPerStep: fc.constantFrom(1, 2, 500),
  minimum: fc.constantFrom(0n, 0n, 20_000n),
  band: fc.constantFrom(undefined, undefined, 1),
});

type Setting = typeof settingArbitrary extends fc.Arbitrary<infer T> ? T : never;

const marketOf = ({ decimals, workPerStep, minimum, band }: Setting, book: MarketOptions['book']) => {
  const limits = { traded: minimum, quote: minimum, ...(band === undefined ? {} : { band }) };
  return createMarket(marketRules(decimals, limits), {
    workPerStep,
    ...(book === undefined ? {} : { book }),
  });
};

const inSteps = (state: MarketState, command: MarketCommand): (readonly MarketEvent[])[] => {
  const steps = [applyCommand(state, command)];
  while (hasPendingWork(state)) steps.push(continueWork(state));
  return steps;
};

interface Seen {
  readonly kinds: Map<string, number>;
  commands: number;
  largestBook: number;
}

function note(
  seen: Seen,
  command: MarketCommand,
  steps: readonly (readonly MarketEvent[])[],
  size: number,
): void {
  seen.commands += 1;
  seen.largestBook = Math.max(seen.largestBook, size);
  const kinds = steps.flat().map((event) => (event.kind === 'done' ? event.reason : event.kind));
  for (const kind of [`command ${command.kind}`, ...kinds])
    seen.kinds.set(kind, (seen.kinds.get(kind) ?? 0) + 1);
}

/** Lives through the commands with both books; the fast one is also put back from snapshots of the naive one. */
function compareLives(setting: Setting, commands: readonly MarketCommand[], seen: Seen): void {
  let fast = marketOf(setting, fastBook());
  const naive = marketOf(setting, naiveBook());
  const look = () => {
    expect(brokenInvariants(fast)).toEqual([]);
    expect(text(snapshotMarket(fast))).toBe(text(snapshotMarket(naive)));
  };
  for (const [index, command] of commands.entries()) {
    const said = inSteps(naive, command);
    expect(text(inSteps(fast, command))).toBe(text(said));
    expect(stateHash(fast)).toBe(stateHash(naive));
    note(seen, command, said, naive.book.size);
    if (index % LOOK_EVERY === 0) look();
    if (index % 500 === 499) fast = restoreMarket(snapshotMarket(naive), fastBook());
  }
  look();
}

describe('a market with the fast book', () => {
  it(
    'does to the byte what one with the naive book does',
    () => {
      const seen: Seen = { kinds: new Map(), commands: 0, largestBook: 0 };
      for (const { drafts, share } of LIVES) {
        const until = seen.commands + COMMANDS * share;
        for (let seed = SEED; seen.commands < until; seed += 1) {
          fc.assert(
            fc.property(settingArbitrary, drafts, (setting, life) =>
              compareLives(setting, realize(life, setting.decimals, setting.size), seen),
            ),
            { numRuns: 1, seed },
          );
        }
      }
      console.log(
        `seed ${SEED}: ${seen.commands} commands, books of up to ${seen.largestBook} orders`,
        seen.kinds,
      );
      expect(seen.commands).toBeGreaterThanOrEqual(COMMANDS);
      const all = ['place', 'edit', 'cancel', 'time', 'status', 'restarting', 'peg_rate'].map(
        (kind) => `command ${kind}`,
      );
      const kinds = [
        'trade',
        'rested',
        'waiting',
        'triggered',
        'edited',
        'edit_refused',
        'expired',
        'self_trade',
      ];
      expect([...all, ...kinds].filter((kind) => !seen.kinds.has(kind))).toEqual([]);
    },
    TIMEOUT_MS,
  );
});
