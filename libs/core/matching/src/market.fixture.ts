import fc from 'fast-check';
import {
  address,
  amount,
  AMOUNT_MAX,
  bookRate,
  marketId,
  orderId,
  type MarketDecimals,
  type Side,
} from '@exchange/core/kernel';
import { applyCommand, continueWork, hasPendingWork } from './apply-command';
import type { MarketCommand, PlaceCommand } from './command';
import type { MarketEvent } from './market-event';
import type { MarketRules } from './market-rules';
import { createMarket, type MarketOptions, type MarketState } from './market-state';
import type { CarriedFees } from './open-order';

export const noFees: CarriedFees = { makerPpm: 0, takerPpm: 0, settlementFee: '0', rebateToken: 'sell' };

export const accountOf = (number: number) => address(`0x${number.toString(16).padStart(40, '0')}`);

export function marketRules(
  decimals: MarketDecimals,
  minimums: { traded?: bigint; quote?: bigint } = {},
): MarketRules {
  return {
    market: marketId('TRADQUOT'),
    index: 3,
    decimals,
    minOrderRemaining: amount(minimums.traded ?? 0n),
    minOrderRemainingQuote: amount(minimums.quote ?? 0n),
  };
}

/** A market that is open. */
export function openMarket(rules: MarketRules, options?: MarketOptions): MarketState {
  const state = createMarket(rules, options);
  applyCommand(state, { kind: 'status', status: 'open', at: 0 });
  return state;
}

export interface OrderFields {
  readonly id: number;
  readonly account?: number;
  readonly side: Side;
  readonly traded: bigint;
  readonly quote: bigint;
  readonly sell?: bigint;
  readonly buy?: bigint;
  readonly leaveAt?: number;
  readonly at?: number;
}

/** A place command from book amounts in traded and quote units; signed amounts are the same unless given. */
export function order(fields: OrderFields): PlaceCommand & { at: number } {
  const { id, side, traded, quote } = fields;
  const [sellBook, buyBook] = side === 'sell' ? [traded, quote] : [quote, traded];
  return {
    kind: 'place',
    at: fields.at ?? 1,
    orderId: orderId(id),
    account: accountOf(fields.account ?? id),
    side,
    sellAmount: amount(fields.sell ?? sellBook),
    buyAmount: amount(fields.buy ?? buyBook),
    sellBook: amount(sellBook),
    buyBook: amount(buyBook),
    fees: noFees,
    leaveAt: fields.leaveAt ?? 2_000_000_000,
  };
}

/** Applies a command with all its steps. */
export function run(state: MarketState, command: MarketCommand): MarketEvent[] {
  const events = [...applyCommand(state, command)];
  while (hasPendingWork(state)) events.push(...continueWork(state));
  return events;
}

/** Events without levels, shortened to what unit cases look at. */
export function brief(events: readonly MarketEvent[]): string[] {
  return events.flatMap((event) => {
    switch (event.kind) {
      case 'rested':
        return [`rested ${event.orderId}`];
      case 'trade':
        return [`trade ${event.maker.orderId}<${event.taker.orderId} ${event.traded}/${event.quote}`];
      case 'done':
        return [`done ${event.orderId} ${event.reason}`];
      case 'not_open':
        return [`not_open ${event.orderId}`];
      case 'status':
        return [`status ${event.status}`];
      case 'level':
        return [];
    }
  });
}

/** Token decimals from the smallest to the largest that are listable in practice, and beyond. */
export const decimalsArbitrary: fc.Arbitrary<MarketDecimals> = fc.record({
  traded: fc.constantFrom(0, 6, 8, 18, 27),
  quote: fc.constantFrom(0, 6, 8, 18, 27),
});

const OPEN_UNITS = 10_001n;

interface Draft {
  readonly side: Side;
  readonly magnitude: number;
  readonly fraction: bigint;
  readonly rateStep: number;
  readonly slackPercent: number;
  readonly bookPercent: number;
}

const draftArbitrary: fc.Arbitrary<Draft> = fc.record({
  side: fc.constantFrom<Side>('buy', 'sell'),
  magnitude: fc.integer({ min: 0, max: 5 }),
  fraction: fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }),
  rateStep: fc.integer({ min: -60, max: 60 }),
  slackPercent: fc.constantFrom(0, 0, 0, 1, 30),
  bookPercent: fc.constantFrom(100, 100, 100, 60),
});

export type DraftCommand =
  | { kind: 'place'; draft: Draft; account: number; leaveIn: number }
  | { kind: 'cancel'; pick: number }
  | { kind: 'time'; forward: number }
  | { kind: 'status'; status: 'open' | 'post_only' | 'cancel_only' };

export const draftsArbitrary: fc.Arbitrary<DraftCommand[]> = fc.array(
  fc.oneof(
    {
      weight: 12,
      arbitrary: fc.record({
        kind: fc.constant('place' as const),
        draft: draftArbitrary,
        account: fc.integer({ min: 1, max: 6 }),
        leaveIn: fc.integer({ min: 1, max: 300 }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancel' as const), pick: fc.nat(60) }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('time' as const), forward: fc.integer({ min: 0, max: 60 }) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('status' as const),
        status: fc.constantFrom(
          ...Array.from({ length: 8 }, () => 'open' as const),
          'post_only' as const,
          'cancel_only' as const,
        ),
      }),
    },
  ),
  { minLength: 5, maxLength: 60, size: 'max' },
);

/**
 * Commands that a correct ledger could send: every amount above 10 000 units, book rates not worse than signed. The
 * rates lie close together around one whole quote token per whole traded token, so that most orders cross.
 * @param size 0 … 1: from the smallest amounts to the largest
 */
export function realize(
  drafts: readonly DraftCommand[],
  decimals: MarketDecimals,
  size: number,
): MarketCommand[] {
  let now = 1000;
  let id = 0;
  const owners: number[] = [];
  const commands: MarketCommand[] = [{ kind: 'status', status: 'open', at: 0 }];
  drafts.forEach((draft, index) => {
    const at = now * 1000 + index;
    switch (draft.kind) {
      case 'place': {
        const placed = realizeOrder(draft.draft, decimals, size);
        if (placed === undefined) return;
        id += 1;
        owners.push(draft.account);
        commands.push(order({ ...placed, id, account: draft.account, leaveAt: now + draft.leaveIn, at }));
        return;
      }
      case 'cancel': {
        const account = owners[draft.pick];
        if (account === undefined) return;
        commands.push({
          kind: 'cancel',
          orderId: orderId(draft.pick + 1),
          account: accountOf(account),
          reason: 'owner',
          at,
        });
        return;
      }
      case 'time':
        now += draft.forward;
        commands.push({ kind: 'time', now, at });
        return;
      case 'status':
        commands.push({ kind: 'status', status: draft.status, at });
        return;
    }
  });
  return commands;
}

function realizeOrder(
  draft: Draft,
  decimals: MarketDecimals,
  size: number,
): Omit<OrderFields, 'id'> | undefined {
  const { side, magnitude, fraction, rateStep, slackPercent, bookPercent } = draft;
  const quotePerTraded = 10n ** BigInt(Math.max(decimals.quote - decimals.traded, 0));
  const tradedPerQuote = 10n ** BigInt(Math.max(decimals.traded - decimals.quote, 0));
  // Counted in the token with fewer decimals, between the contract's 10 000 units and the largest amount.
  const room = AMOUNT_MAX / (quotePerTraded * tradedPerQuote) / OPEN_UNITS / 64n;
  const base = OPEN_UNITS * BigInt(Math.max(1, Math.floor(Number(room) ** size)));
  const units = (base << BigInt(magnitude)) + (fraction % base);
  const traded = units * tradedPerQuote + (fraction % tradedPerQuote);
  const quote = (traded * BigInt(100_000 + rateStep * 37) * quotePerTraded) / (100_000n * tradedPerQuote);
  const signed = side === 'sell' ? { sell: traded, buy: quote } : { sell: quote, buy: traded };
  const book = {
    sell: (signed.sell * BigInt(bookPercent)) / 100n,
    // Rounded up and with slack on top: not worse for the signer than signed.
    buy: (signed.buy * BigInt(bookPercent) * BigInt(100 + slackPercent) + 9_999n) / 10_000n,
  };
  const amounts = [signed.sell, signed.buy, book.sell, book.buy];
  if (amounts.some((value) => value < OPEN_UNITS || value > AMOUNT_MAX)) return undefined;
  if (book.sell * signed.buy > book.buy * signed.sell) return undefined;
  const [bookTraded, bookQuote] = side === 'sell' ? [book.sell, book.buy] : [book.buy, book.sell];
  if (bookRate(side, bookTraded, bookQuote, decimals) === undefined) return undefined;
  return { side, traded: bookTraded, quote: bookQuote, ...signed };
}
