import { amount, divideDown, minAmount, type TokenAmount } from '@exchange/core/kernel';
import type { BookAmounts } from './order-amounts';
import type { Order } from './order';

/**
 * What an order must hold to offer these amounts. A pegged buy holds what its quantity costs at the signed rate, since
 * a move of the peg takes and frees nothing (docs: ledger, holds).
 * @param most what it held before, less what it sold
 */
export function holdFor(
  { side, peg, signed }: Pick<Order, 'side' | 'peg' | 'signed'>,
  { sellBook, buyBook }: BookAmounts,
  most: TokenAmount,
): TokenAmount {
  if (peg === null || side === 'sell') return sellBook;
  const { sellAmount, buyAmount } = signed.terms;
  return amount(minAmount<bigint>(most, divideDown(buyBook * sellAmount, buyAmount)));
}

/** All that is reserved for an order: for what it offers, and for an edit that isn't decided. */
export const totalHold = ({ held, editHeld }: Pick<Order, 'held' | 'editHeld'>): TokenAmount =>
  amount(held + (editHeld ?? 0n));

/**
 * The holds after what it offers needs only `held`: the remainder is free, unless an edit is pending, for which it stays
 * reserved until the engine has decided.
 * @param total what was reserved, less what it sold
 */
export function holdsAfter(
  order: Pick<Order, 'editHeld'>,
  total: TokenAmount,
  held: TokenAmount,
): Pick<Order, 'held' | 'editHeld'> {
  return { held, editHeld: order.editHeld === null ? null : amount(total - held) };
}
