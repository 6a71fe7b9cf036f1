import type { Side } from '@exchange/core/kernel';
import type { CommandOf } from '@exchange/core/wire';

/** What somebody wants of an order, before the details: `market` takes from the book at once, up to a worst rate. */
export type EntryKind = 'limit' | 'market' | 'stop' | 'pegged';

export type WantedExecution = 'none' | 'postOnly' | 'immediateOrCancel' | 'fillOrKill';

/** The currencies that a rate can follow. */
export type PegCurrency = NonNullable<CommandOf<'placeOrder'>['peggedTo']>;
export const PEG_CURRENCIES: readonly PegCurrency[] = ['USD', 'EUR', 'GBP', 'JPY', 'BTC', 'ETH'];

/** How long an order may stay in the book, by the name of its choice, in seconds. */
export const LASTS = {
  hour: 3_600,
  day: 86_400,
  week: 604_800,
  month: 2_592_000,
  quarter: 7_776_000,
} as const;
export type Lasts = keyof typeof LASTS;

/** How far a market order may go beyond the worst line that it needs, in 1/10 000. */
export const SLACKS = [0, 10, 50, 100, 300] as const;
export type Slack = (typeof SLACKS)[number];

/** What stands in the form, as it was typed. */
export interface EntryDraft {
  readonly market: string;
  readonly side: Side;
  readonly kind: EntryKind;
  readonly amount: string;
  /** Of a market order it follows from the book. */
  readonly rate: string;
  readonly stopRate: string;
  readonly peggedTo: PegCurrency;
  readonly peggedRate: string;
  /** What of the amount is offered in the book now; all when empty. */
  readonly offered: string;
  readonly execution: WantedExecution;
  readonly hidden: boolean;
  readonly rebateToken: Side;
  readonly lasts: Lasts;
  readonly slack: Slack;
}

export type DraftAction =
  | { readonly type: 'change'; readonly change: Partial<Omit<EntryDraft, 'market'>> }
  /** A line of the book was chosen: `bookSide` is where it stands. */
  | {
      readonly type: 'picked';
      readonly bookSide: Side;
      readonly field: 'rate' | 'amount';
      readonly rate: string;
      readonly amount: string;
    }
  /** An order of this draft was placed: the next one has another amount. */
  | { readonly type: 'placed'; readonly of: EntryDraft };

export const emptyDraft = (market: string): EntryDraft => ({
  ...{ market, side: 'buy', kind: 'limit', amount: '', rate: '', stopRate: '', offered: '' },
  ...{ peggedTo: 'USD', peggedRate: '', execution: 'none', hidden: false, rebateToken: 'sell' },
  ...{ lasts: 'week', slack: 50 },
});

/** What the form becomes; the same object when nothing changes. */
export function draftAfter(draft: EntryDraft, action: DraftAction): EntryDraft {
  switch (action.type) {
    case 'change':
      return fitting({ ...draft, ...action.change });
    case 'picked': {
      const rate = draft.kind === 'market' ? draft.rate : action.rate;
      if (action.field === 'rate') return { ...draft, rate };
      // Who takes an amount from the asks buys it.
      const side = action.bookSide === 'sell' ? 'buy' : 'sell';
      return { ...draft, side, rate, amount: action.amount };
    }
    case 'placed':
      // What was typed meanwhile is the next one already.
      return draft === action.of ? { ...draft, amount: '', offered: '' } : draft;
  }
}

/** Executions that a kind can have; the first is what it becomes when its own doesn't go with it. */
export const EXECUTIONS: Readonly<Record<EntryKind, readonly WantedExecution[]>> = {
  limit: ['none', 'postOnly', 'immediateOrCancel', 'fillOrKill'],
  market: ['immediateOrCancel', 'fillOrKill'],
  stop: ['none', 'postOnly', 'immediateOrCancel', 'fillOrKill'],
  pegged: ['none', 'postOnly'],
};

/** Whether an order may rest in the book: only then do hiding and a part to offer mean something. */
export const mayRest = ({ execution }: Pick<EntryDraft, 'execution'>): boolean =>
  execution === 'none' || execution === 'postOnly';

function fitting(draft: EntryDraft): EntryDraft {
  const executions = EXECUTIONS[draft.kind];
  const execution = executions.includes(draft.execution) ? draft.execution : (executions[0] ?? 'none');
  const fits = { ...draft, execution };
  return mayRest(fits) ? fits : { ...fits, hidden: false, offered: '' };
}
