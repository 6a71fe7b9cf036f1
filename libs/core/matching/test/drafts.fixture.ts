import fc from 'fast-check';
import type { MarketDecimals, Side } from '@exchange/core/kernel';
import type { Execution } from '@exchange/core/message';

/** Token decimals from the smallest to the largest that are listable in practice, and beyond. */
export const decimalsArbitrary: fc.Arbitrary<MarketDecimals> = fc.record({
  traded: fc.constantFrom(0, 1, 2, 6, 8, 18, 27),
  quote: fc.constantFrom(0, 1, 2, 6, 8, 18, 27),
});

export interface PegDraft {
  readonly currency: string;
  readonly step: number;
}

/** An order before it has decimals and sizes. Steps are parts of a rate around 1. */
export interface OrderDraft {
  readonly side: Side;
  readonly magnitude: number;
  readonly fraction: bigint;
  readonly rateStep: number;
  readonly slackPercent: number;
  readonly bookPercent: number;
  readonly hidden: boolean;
  readonly execution: Execution | undefined;
  readonly stopStep: number | undefined;
  readonly peg: PegDraft | undefined;
  /** Of amounts of one to three units, or as large as can be; no correct ledger sends the smallest. */
  readonly extreme?: 'least' | 'most' | undefined;
}

/** New minimums and band; decimals, which can't change, when `isOther`. */
export interface RulesDraft {
  readonly kind: 'rules';
  readonly minimum: bigint;
  /** The least that can be offered. */
  readonly least: bigint | undefined;
  readonly band: number | undefined;
  readonly isOther: boolean;
}

export interface EditDraft {
  readonly kind: 'edit';
  readonly pick: number;
  readonly amountPercent: number | undefined;
  readonly slackPercent: number;
  /** Names one amount and not both. */
  readonly only: 'sell' | 'buy' | undefined;
  readonly hidden: boolean | undefined;
  readonly stopStep: number | undefined;
  readonly peg: PegDraft | undefined;
  readonly leaveIn: number | undefined;
}

export type DraftCommand =
  | { kind: 'place'; draft: OrderDraft; account: number; leaveIn: number }
  | EditDraft
  | { kind: 'cancel'; pick: number }
  /** Time passes, and, unless it is silent, a command says so: else the next input does. */
  | { kind: 'time'; forward: number; isSilent: boolean }
  | { kind: 'status'; status: 'open' | 'post_only' | 'cancel_only' | 'delisted' }
  | { kind: 'restarting'; restarting: boolean }
  | { kind: 'peg_rate'; currency: string; step: number | undefined }
  | { kind: 'rules_version' }
  | RulesDraft;

/** So few that orders of the same account meet. */
export const ACCOUNTS_MAX = 6;

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);
const step = fc.integer({ min: -60, max: 60 });
const peg = fc.record({ currency: fc.constantFrom('USD', 'JPY'), step });
/** Present in one of so many cases. */
const oneIn = <T>(cases: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: cases - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

const orderDraft: fc.Arbitrary<OrderDraft> = fc.record({
  side: fc.constantFrom<Side>('buy', 'sell'),
  magnitude: fc.integer({ min: 0, max: 5 }),
  fraction: fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }),
  rateStep: step,
  slackPercent: fc.constantFrom(0, 0, 0, 1, 30),
  bookPercent: fc.constantFrom(100, 100, 60, 30),
  hidden: fc.constantFrom(false, false, false, true),
  execution: oneIn(
    5,
    fc.constantFrom<Execution>('post_only', 'immediate_or_cancel', 'fill_or_kill', 'fill_or_kill'),
  ),
  stopStep: oneIn(6, step),
  peg: oneIn(6, peg),
});

const editDraft: fc.Arbitrary<EditDraft> = fc.record({
  kind: fc.constant('edit' as const),
  pick: fc.nat(40),
  amountPercent: fc.constantFrom(undefined, undefined, 30, 50, 70, 90, 100, 130),
  slackPercent: fc.constantFrom(0, 0, 0, 1, 2, 20),
  only: oneIn(4, fc.constantFrom('sell' as const, 'buy' as const)),
  hidden: oneIn(4, fc.boolean()),
  stopStep: oneIn(6, step),
  peg: oneIn(8, peg),
  leaveIn: oneIn(6, fc.integer({ min: -5, max: 300 })),
});

const statusDraft = fc.record({
  kind: fc.constant('status' as const),
  status: fc.constantFrom(
    ...times(60, 'open' as const),
    ...times(4, 'post_only' as const),
    ...times(4, 'cancel_only' as const),
    'delisted' as const,
  ),
});

const placeDraft = fc.record({
  kind: fc.constant('place' as const),
  draft: orderDraft,
  account: fc.integer({ min: 1, max: ACCOUNTS_MAX }),
  leaveIn: fc.integer({ min: 1, max: 300 }),
});

const rulesDraft: fc.Arbitrary<RulesDraft> = fc.record({
  kind: fc.constant('rules' as const),
  minimum: fc.constantFrom(0n, 0n, 20_000n, 40_000n),
  least: fc.constantFrom(undefined, 0n, 30_000n),
  band: fc.constantFrom(undefined, undefined, 1, 5),
  isOther: fc.constantFrom(true, ...times(7, false)),
});

const pegRateDraft = fc.record({
  kind: fc.constant('peg_rate' as const),
  currency: fc.constantFrom('USD', 'JPY'),
  step: fc.oneof({ weight: 5, arbitrary: step }, { weight: 1, arbitrary: fc.constant(undefined) }),
});

const draft = fc.oneof(
  { weight: 24, arbitrary: placeDraft },
  { weight: 7, arbitrary: editDraft },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('cancel' as const), pick: fc.nat(60) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('time' as const),
      forward: fc.integer({ min: 0, max: 60 }),
      isSilent: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: statusDraft },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('restarting' as const),
      restarting: fc.constantFrom(true, ...times(4, false)),
    }),
  },
  { weight: 5, arbitrary: pegRateDraft },
);

const extremePlaceDraft = fc
  .tuple(placeDraft, fc.constantFrom('least' as const, 'most' as const))
  .map(([place, extreme]) => ({ ...place, draft: { ...place.draft, extreme } }));

/** Whatever could come to a market, in any order. */
export const draftsArbitrary: fc.Arbitrary<DraftCommand[]> = fc.array(draft, {
  minLength: 10,
  maxLength: 70,
  size: 'max',
});

/** And what never should: amounts that the contract does not take, and other decimals. */
export const wildDraftsArbitrary: fc.Arbitrary<DraftCommand[]> = fc.array(
  fc.oneof(
    { weight: 40, arbitrary: draft },
    { weight: 1, arbitrary: rulesDraft },
    { weight: 1, arbitrary: fc.constant({ kind: 'rules_version' as const }) },
    { weight: 2, arbitrary: extremePlaceDraft },
  ),
  { minLength: 10, maxLength: 70, size: 'max' },
);
