import { AmountText, Fields, Uint } from '../fields';
import { defineNotice, ofSchema } from '../message';

/** The newest block height and gas price (wei). */
export const chainStats = defineNotice({
  pattern: 'chainstats.v1.*',
  writer: 'chain-watcher',
  readers: ['account-service', 'ws-gateway'],
  content: ofSchema(Fields({ height: Uint, gasPrice: AmountText })),
  fixtures: [{ height: 12, gasPrice: '1000000000' }],
});
