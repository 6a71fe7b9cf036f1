import { object, uint, uint256 } from '@exchange/core/message';
import { defineNotice } from '../message';

/** The newest block height and gas price (wei). */
export const chainStats = defineNotice({
  pattern: 'chainstats.v1.*',
  writer: 'chain-watcher',
  readers: ['account-service', 'ws-gateway'],
  content: object({ height: uint, gasPrice: uint256 }),
  fixtures: [{ height: 12, gasPrice: '1000000000' }],
});
