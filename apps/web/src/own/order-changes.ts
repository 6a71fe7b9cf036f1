import { quoteWithin } from '@exchange/client';
import type { CommandOf, Listed, ListedMarket, OrderView } from '@exchange/core/wire';
import { typedAmount, typedRate, type TypedFault } from '../typed/typed-amount';
import type { DecimalSign } from '../typed/typed-decimal';

/** What was typed to change an open order. */
export interface TypedChange {
  readonly amount: string;
  readonly rate: string;
  /** Of an order that waits for its stop. */
  readonly stopRate: string;
}

/** A field that can't be used, and why. */
export interface ChangeFault {
  readonly field: keyof TypedChange;
  readonly fault: TypedFault | 'missing';
}

export type ReadChange =
  | { readonly kind: 'change'; readonly command: Omit<CommandOf<'editOrder'>, 'c'> }
  | { readonly kind: 'faulty'; readonly faults: readonly ChangeFault[] };

/**
 * The edit that makes an open order what was typed, within what was signed. Throws ExchangeError when that is more than is left, or
 * worse than was signed.
 */
export function readChange(
  typed: TypedChange,
  order: OrderView,
  listed: Listed<ListedMarket>,
  sign: DecimalSign,
): ReadChange {
  const market = listed.markets[order.market];
  const decimals = market === undefined ? 0 : (listed.tokens[market.traded]?.decimals ?? 0);
  const read = {
    amount: typedAmount(typed.amount, decimals, sign),
    rate: typedRate(typed.rate, sign),
    ...(order.stopRate === null ? {} : { stopRate: typedRate(typed.stopRate, sign) }),
  };
  const faults = Object.entries(read).flatMap(([field, value]): readonly ChangeFault[] =>
    value.kind === 'exact'
      ? []
      : [{ field: field as keyof TypedChange, fault: value.kind === 'faulty' ? value.fault : 'missing' }],
  );
  const { amount, rate, stopRate } = read;
  if (faults.length > 0 || amount.kind !== 'exact' || rate.kind !== 'exact')
    return { kind: 'faulty', faults };
  const side = order.buyToken === market?.traded ? 'buy' : 'sell';
  const signed = { ...order, side } as const;
  return {
    kind: 'change',
    command: {
      id: order.id,
      ...quoteWithin(signed, { amount: amount.text, rate: rate.text }, listed),
      ...(stopRate?.kind === 'exact' ? { stopRate: stopRate.text } : {}),
    },
  };
}
