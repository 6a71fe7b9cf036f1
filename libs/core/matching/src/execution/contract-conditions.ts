import type { OpenOrder } from '../order/open-order';

/** The contract lets a taker lose a unit to rounding only when it gives at least this many units (PRICE, code 13). */
export const ROUNDING_UNITS = 10_000n;

/** `too_small`: only the 10 000-unit condition blocks the trade. */
export type ContractVerdict = 'settles' | 'too_small' | 'price_broken' | 'overfill';

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
  if (takerGives * taker.buyAmount <= makerGives * taker.sellAmount) return 'settles';
  if ((takerGives - 1n) * taker.buyAmount >= makerGives * taker.sellAmount) return 'price_broken';
  return takerGives >= ROUNDING_UNITS ? 'settles' : 'too_small';
}
