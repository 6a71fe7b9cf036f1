import { ExchangeError, quoteWithin } from '@exchange/client';
import type { CommandOf, Listed, ListedMarket } from '@exchange/core/wire';
import { type Lasts, LASTS, PEG_CURRENCIES, type PegCurrency } from '../entry/draft';
import { type TypedValue, typedAmount, typedRate, type TypedFault } from '../typed/typed-amount';
import { asTyped, type DecimalSign } from '../typed/typed-decimal';
import type { OwnOrderRow } from './own-rows';

/** What stands in the form that changes an open order, as it was typed and chosen. */
export interface TypedChange {
  readonly amount: string;
  /** Of an order that follows no currency. */
  readonly rate: string;
  /** Of an order that waits for its stop. */
  readonly stopRate: string;
  readonly peggedTo: PegCurrency | undefined;
  readonly peggedRate: string;
  readonly hidden: boolean;
  /** How long from now on it stays in the book; `latest`: as long as it was signed for. */
  readonly lasts: Lasts | 'stays' | 'latest';
}

export type ChangeField = 'amount' | 'rate' | 'stopRate' | 'peggedRate';

/** A field that can't be used, and why. */
export interface ChangeFault {
  readonly field: ChangeField;
  readonly fault: TypedFault | 'missing';
}

type Edit = Omit<CommandOf<'editOrder'>, 'c'>;

export type ReadChange =
  | { readonly kind: 'change'; readonly command: Edit }
  | { readonly kind: 'same' }
  | { readonly kind: 'faulty'; readonly faults: readonly ChangeFault[] };

/** The form of an order before anything is changed; of one that offers nothing, with all that is left of it. */
export const unchanged = ({ order, ...row }: OwnOrderRow, sign: DecimalSign): TypedChange => ({
  amount: asTyped(row.offered === '0' ? row.remaining : row.offered, sign),
  rate: asTyped(row.rate, sign),
  stopRate: asTyped(row.stopRate ?? '', sign),
  peggedTo: PEG_CURRENCIES.find((each) => each === order.peggedCurrency),
  peggedRate: asTyped(order.peggedRate ?? '', sign),
  hidden: row.hidden,
  lasts: 'stays',
});

/** The fields that take numbers: a rate that follows a currency isn't typed, and only what waits for a stop has one. */
export const changeFields = (
  { peggedTo }: Pick<TypedChange, 'peggedTo'>,
  { stopRate }: Pick<OwnOrderRow, 'stopRate'>,
): readonly ChangeField[] => [
  ...(stopRate === undefined ? [] : (['stopRate'] as const)),
  peggedTo === undefined ? 'rate' : 'peggedRate',
  'amount',
];

/**
 * The edit that makes an open order what was typed, within what was signed; only what differs is in it (docs/interface, edits).
 * `now` in Unix seconds. Throws ExchangeError when that is more than is left, or worse than was signed.
 */
export function readChange(
  typed: TypedChange,
  row: OwnOrderRow,
  listed: Listed<ListedMarket>,
  sign: DecimalSign,
  now: number,
): ReadChange {
  const read = {
    amount: typedAmount(typed.amount, listed.tokens[row.traded]?.decimals ?? 0, sign),
    rate: typedRate(typed.rate, sign),
    stopRate: typedRate(typed.stopRate, sign),
    peggedRate: typedRate(typed.peggedRate, sign),
  };
  const fields = changeFields(typed, row);
  const faults = fields.flatMap((field): readonly ChangeFault[] => {
    const { [field]: value } = read;
    if (value.kind === 'exact') return [];
    return [{ field, fault: value.kind === 'faulty' ? value.fault : 'missing' }];
  });
  if (faults.length > 0) return { kind: 'faulty', faults };
  const stopRate = textOf(read.stopRate);
  const { peggedTo } = typed;
  const change: Edit = {
    ...(peggedTo === undefined
      ? plainChange({ amount: textOf(read.amount), rate: textOf(read.rate) }, row, listed)
      : peggedChange({ amount: read.amount, peggedTo, peggedRate: textOf(read.peggedRate) }, row)),
    ...(row.stopRate === undefined || row.stopRate === stopRate ? {} : { stopRate }),
    ...(typed.hidden === row.hidden ? {} : { hidden: typed.hidden }),
    ...timeChange(typed.lasts, now),
  };
  const isSame = Object.keys(change).length === 0;
  return isSame ? { kind: 'same' } : { kind: 'change', command: { id: row.id, ...change } };
}

/** Both book amounts, so that the rate is exact. */
function plainChange(
  quote: { readonly amount: string; readonly rate: string },
  row: OwnOrderRow,
  listed: Listed<ListedMarket>,
): Edit {
  if (quote.amount === row.offered && quote.rate === row.rate) return {};
  return quoteWithin({ ...row.order, side: row.side }, quote, listed);
}

/** Of what follows a currency only the traded token's amount can be named: its rate gives the other. */
function peggedChange(
  wanted: {
    readonly amount: TypedValue<bigint>;
    readonly peggedTo: PegCurrency;
    readonly peggedRate: string;
  },
  { side, offered, remaining, order, traded }: OwnOrderRow,
): Edit {
  const { amount, peggedTo, peggedRate } = wanted;
  const isSamePeg = peggedTo === order.peggedCurrency && peggedRate === order.peggedRate;
  const peg = isSamePeg ? {} : { peggedTo, peggedRate };
  if (amount.kind !== 'exact' || amount.text === offered) return peg;
  const left = BigInt(side === 'buy' ? order.buyRemaining : order.sellRemaining);
  if (amount.value > left)
    throw new ExchangeError('AMOUNT_OUT_OF_RANGE', `${remaining} ${traded} are left of what was signed`);
  return { ...peg, [side === 'buy' ? 'buyBookAmount' : 'sellBookAmount']: String(amount.value) };
}

function timeChange(lasts: TypedChange['lasts'], now: number): Edit {
  if (lasts === 'stays') return {};
  // The exchange's word for as late as the signature allows.
  return { timeInForce: lasts === 'latest' ? true : Math.floor(now) + LASTS[lasts] };
}

const textOf = (value: TypedValue<unknown>): string => (value.kind === 'exact' ? value.text : '');
