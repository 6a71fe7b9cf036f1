import {
  amount,
  AMOUNT_MAX,
  divideDown,
  minAmount,
  pow10,
  type Ratio,
  type TokenAmount,
} from '@exchange/core/kernel';

const ETHER_DECIMALS = 18;

/**
 * What settling one trade costs the operator, in smallest units of a token: gas · gas price (wei) at `etherRate`, ETH
 * per whole token; rounded down. It travels with the order, and is capped when it is charged.
 * @param decimals of the token
 */
export function settlementCost(
  { gas, gasPrice }: { readonly gas: number; readonly gasPrice: bigint },
  decimals: number,
  etherRate: Ratio,
): TokenAmount {
  const numerator = BigInt(gas) * gasPrice * pow10(decimals) * etherRate.denominator;
  return amount(minAmount(divideDown(numerator, pow10(ETHER_DECIMALS) * etherRate.numerator), AMOUNT_MAX));
}
