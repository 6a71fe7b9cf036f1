import { divideDown, divideUp, type Side } from '@exchange/core/kernel';

/** What an owner signed: sell up to sellAmount, receive at least buyAmount/sellAmount for each unit. */
export interface SignedSide {
  readonly side: Side;
  readonly sellAmount: bigint;
  readonly buyAmount: bigint;
}

/** Whether the amounts are worse for the owner than signed. */
export function isWorseThanSigned(terms: SignedSide, sellBook: bigint, buyBook: bigint): boolean {
  return sellBook * terms.buyAmount > buyBook * terms.sellAmount;
}

/** Both amounts of a quantity of the traded token at the signed rate, rounded for the owner. */
export function amountsAtSigned(terms: SignedSide, quantity: bigint): { sell: bigint; buy: bigint } {
  return terms.side === 'buy'
    ? { sell: divideDown(quantity * terms.sellAmount, terms.buyAmount), buy: quantity }
    : { sell: quantity, buy: divideUp(quantity * terms.buyAmount, terms.sellAmount) };
}
