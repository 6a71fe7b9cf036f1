import type { Batch, Statement } from '@exchange/contract/chain';
import { concat, keccak256 } from 'ethers';
import type { AttestedBatch } from './signing-keys';

const BATCH_FIELDS = [
  { name: 'batchId', type: 'uint64' },
  { name: 'validUntil', type: 'uint32' },
  { name: 'ordersHash', type: 'bytes32' },
  { name: 'tradesHash', type: 'bytes32' },
];

/** What an attester signs for a batch (contract: Batch). The hashes are of the words as they stand in the call data. */
export function batchStatement({ domain, batchId, validUntil, batch }: AttestedBatch): Statement {
  const { name, chainId, contract: verifyingContract } = domain;
  return {
    domain: { name, version: '1', chainId, verifyingContract },
    types: { Batch: BATCH_FIELDS },
    message: { batchId, validUntil, ...hashesOf(batch) },
  };
}

function hashesOf({ orders, trades }: Batch) {
  return {
    ordersHash: keccak256(
      concat(orders.flatMap(({ amounts, terms, tokens, r, vs }) => [amounts, terms, tokens, r, vs])),
    ),
    tradesHash: keccak256(concat(trades.flatMap(({ amounts, fees, ids }) => [amounts, fees, ids]))),
  };
}
