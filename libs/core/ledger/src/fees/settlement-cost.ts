import {
  amount,
  AMOUNT_MAX,
  divideDown,
  type divideUp,
  minAmount,
  pow10,
  type Ratio,
  type TokenAmount,
} from '@exchange/core/kernel';

const ETHER_DECIMALS = 18;

/**
 * What so much gas costs the operator, in smallest units of a token: gas · gas price (wei) at `etherRate`, ETH per
 * whole token. That of a trade is rounded down, travels with the order, and is capped when it is charged; that of a
 * withdrawal is rounded up, so that none is free.
 * @param decimals of the token
 * @param divide the rounding
 * @example
 * settlementCost({ gas: 60_000, gasPrice: 10n ** 9n }, 6, { numerator: 1n, denominator: 2_000n }) // → 120_000n
 */
export function settlementCost(
  { gas, gasPrice }: { readonly gas: number; readonly gasPrice: bigint },
  decimals: number,
  etherRate: Ratio,
  divide: typeof divideDown | typeof divideUp = divideDown,
): TokenAmount {
  const numerator = BigInt(gas) * gasPrice * pow10(decimals) * etherRate.denominator;
  return amount(minAmount(divide(numerator, pow10(ETHER_DECIMALS) * etherRate.numerator), AMOUNT_MAX));
}
