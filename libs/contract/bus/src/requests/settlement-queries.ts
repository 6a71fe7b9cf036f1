import {
  address,
  hash,
  listOf,
  nullable,
  object,
  oneOf,
  tradeId,
  uint,
  uint256,
} from '@exchange/core/message';
import { defineRequest } from '../request';

/** `settlement.v1.query.<sender>.<kind>` */
const query = (kind: string) => `settlement.v1.query.*.${kind}`;

/**
 * A batch by its id, on its way or long closed: what it carries, and each transaction that was signed for it, oldest first; only
 * one of these can be mined. The block is told by the trace of each of its trades, and by the transactions themselves.
 */
export const batchQuery = defineRequest({
  owner: 'settlement-service',
  senders: ['operator-gateway'],
  pattern: query('batch'),
  request: object({ batchId: uint }),
  reply: object({
    batchId: uint,
    /** `closed`: final, one way or the other. */
    stage: oneOf('prepared', 'sent', 'mined', 'expired', 'closed'),
    /** Null of batches from before there could be several. */
    settler: nullable(address),
    nonce: uint,
    /** Unix seconds of block time after which the contract refuses it. */
    validUntil: uint,
    trades: listOf(tradeId),
    /** Ledger entries. */
    withdrawals: listOf(uint),
    transactions: listOf(
      object({
        hash,
        /** Wei per unit of gas. */
        maxFeePerGas: uint256,
        maxPriorityFeePerGas: uint256,
        gasLimit: uint256,
        /** Unix ms. */
        signedAt: uint,
        /** Unix ms at which a node first said that it has it. */
        takenAt: nullable(uint),
      }),
    ),
  }),
});
