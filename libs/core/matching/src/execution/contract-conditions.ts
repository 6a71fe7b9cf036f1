import type { OpenOrder } from '../order/open-order';

/** `taker_loses`: rounding up what the taker gives breaks its price. */
export type ContractVerdict = 'settles' | 'taker_loses' | 'price_broken' | 'overfill';

/**
 * The contract's PRICE and OVERFILL conditions on the signed amounts, with fee and rebate 0 (contract: settleBatch,
 * codes 13 and 14). A rebate only relaxes them.
 * @param makerGives what the maker sells, in smallest units of its sold token
 * @param takerGives what the taker sells, likewise
 */
export function contractVerdict(
  maker: OpenOrder,
  taker: OpenOrder,
  makerGives: bigint,
  takerGives: bigint,
): ContractVerdict {
  if (maker.sold + makerGives > maker.sellAmount) return 'overfill';
  if (taker.sold + takerGives > taker.sellAmount) return 'overfill';
  if (makerGives * maker.buyAmount > takerGives * maker.sellAmount) return 'price_broken';
  return takerGives * taker.buyAmount <= makerGives * taker.sellAmount ? 'settles' : 'taker_loses';
}

/** Whether it is rounding that breaks the taker's price: with a unit less it would get more than it signed. */
export const isWithinUnit = (
  { sellAmount, buyAmount }: OpenOrder,
  makerGives: bigint,
  takerGives: bigint,
): boolean => (takerGives - 1n) * buyAmount < makerGives * sellAmount;
