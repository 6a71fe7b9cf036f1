import type { RateKey } from '@exchange/core/kernel';
import type { EntryDraft } from './draft';
import type { EntryMarket } from './entry-market';
import { type TypedValue, typedAmount, typedRate } from '../typed/typed-amount';
import type { DecimalSign } from '../typed/typed-decimal';

/** The fields of the form that take numbers. */
export type NumberField = 'amount' | 'rate' | 'stopRate' | 'peggedRate' | 'offered';

/** What was typed in each, exactly. */
export interface ReadDraft {
  readonly amount: TypedValue<bigint>;
  readonly rate: TypedValue<RateKey>;
  readonly stopRate: TypedValue<RateKey>;
  readonly peggedRate: TypedValue<RateKey>;
  readonly offered: TypedValue<bigint>;
}

/** The fields that an order of this draft needs; `offered` may stay empty. */
export function neededFields({ kind }: Pick<EntryDraft, 'kind'>): readonly NumberField[] {
  switch (kind) {
    case 'market':
      return ['amount'];
    case 'limit':
      return ['amount', 'rate'];
    case 'stop':
      return ['amount', 'rate', 'stopRate'];
    case 'pegged':
      return ['amount', 'rate', 'peggedRate'];
  }
}

/** Reads what was typed for a market, where a reader has this sign before fractions. */
export const readDraft = (draft: EntryDraft, { decimals }: EntryMarket, sign: DecimalSign): ReadDraft => ({
  amount: typedAmount(draft.amount, decimals.traded, sign),
  rate: typedRate(draft.rate, sign),
  stopRate: typedRate(draft.stopRate, sign),
  peggedRate: typedRate(draft.peggedRate, sign),
  offered: typedAmount(draft.offered, decimals.traded, sign),
});
