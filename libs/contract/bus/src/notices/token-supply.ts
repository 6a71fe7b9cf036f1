import { address, object, uint256 } from '@exchange/core/message';
import { defineNotice } from '../message';

/**
 * How much of a token exists, in smallest units (a uint256, as its contract tells it). Told again and again, so that
 * whoever misses one needs not ask.
 */
export const tokenSupply = defineNotice({
  pattern: 'supply.v1.*',
  writer: 'chain-watcher',
  readers: ['account-service'],
  content: object({ token: address, units: uint256 }),
  fixtures: [{ token: '0xa1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1', units: '1000000000000000000000000' }],
});
