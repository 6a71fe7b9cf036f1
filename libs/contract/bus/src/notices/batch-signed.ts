import { hash, object, uint } from '@exchange/core/message';
import { defineNotice } from '../message';

/**
 * A transaction with which a batch may be mined, told before a node gets it: whoever finds it in a block knows by its
 * `traceparent` to whose trace the block belongs.
 */
export const batchSigned = defineNotice({
  pattern: 'batch.v1.signed',
  writer: 'settlement-service',
  readers: ['chain-watcher'],
  content: object({ batchId: uint, transaction: hash }),
  fixtures: [
    { batchId: 1, transaction: '0x3333333333333333333333333333333333333333333333333333333333333333' },
  ],
});
