import { parseEther } from 'ethers';
import type { Shape } from './plan';

const ORDER_ETHER = parseEther('0.01');
const RATE_MAX = 330n;
/** Sides come in turn, so an account seldom needs more; fees take a little. */
const SPARE = parseEther('1');

/** What each account needs so that all its orders could rest at once, in smallest units. */
export function meansFor({ orders, accounts }: Shape): { ether: bigint; quote: bigint } {
  const each = BigInt(Math.ceil((2 * orders) / accounts));
  const ether = ORDER_ETHER * each + SPARE;
  return { ether, quote: ether * RATE_MAX };
}
