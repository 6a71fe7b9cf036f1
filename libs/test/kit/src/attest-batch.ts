import type { Attestation, Batch, ContractDomain } from '@exchange/contract/chain';
import { concat, SigningKey, TypedDataEncoder, keccak256 } from 'ethers';

const uint = (bits: number, name: string) => ({ type: `uint${bits}`, name });
const BATCH = [
  ...[uint(64, 'batchId'), uint(32, 'validUntil')],
  ...['ordersHash', 'tradesHash'].map((name) => ({ type: 'bytes32', name })),
];

/** An attester's signature of a batch, made without the code that the services sign with. */
export function attestBatch(
  privateKey: string,
  { name, chainId, contract: verifyingContract }: ContractDomain,
  batchId: bigint,
  validUntil: number,
  { orders, trades }: Batch,
): Attestation {
  const ordersHash = keccak256(
    concat(orders.flatMap((one) => [one.amounts, one.terms, one.tokens, one.r, one.vs])),
  );
  const tradesHash = keccak256(concat(trades.flatMap(({ amounts, fees, ids }) => [amounts, fees, ids])));
  const domain = { name, version: '1', chainId, verifyingContract };
  const message = { batchId, validUntil, ordersHash, tradesHash };
  const { r, yParityAndS: vs } = new SigningKey(privateKey).sign(
    TypedDataEncoder.hash(domain, { Batch: BATCH }, message),
  );
  return { r, vs };
}
