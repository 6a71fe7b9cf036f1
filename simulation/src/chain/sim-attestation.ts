import { hash } from '@exchange/core/kernel';
import { domainSeparator } from '@exchange/core/order';
import { AbiCoder, concat, getBytes, type Result, toBeHex, toUtf8Bytes } from 'ethers';
import type { SettleRules } from './settle-rules';

const BATCH_TYPE = 'Batch(uint64 batchId,uint32 validUntil,bytes32 ordersHash,bytes32 tradesHash)';
const STRUCT = ['bytes32', 'uint64', 'uint32', 'bytes32', 'bytes32'];
const S_BITS = (1n << 255n) - 1n;

/** Whether the attester signed exactly these words, said again from settleBatch's call data as the contract reads it. */
export function isAttested(call: Result, { domain, crypto, attester }: SettleRules): boolean {
  const [batchId, validUntil, orders, trades, r, vs] = call.toArray(true) as Call;
  const keccak = (data: string) => crypto.keccak256(getBytes(data));
  const typeHash = crypto.keccak256(toUtf8Bytes(BATCH_TYPE));
  const hashes = [orders, trades].map((words) => keccak(packed(words)));
  const struct = keccak(
    AbiCoder.defaultAbiCoder().encode(STRUCT, [typeHash, batchId, validUntil, ...hashes]),
  );
  const digest = keccak(concat(['0x1901', domainSeparator(domain, crypto.keccak256), struct]));
  const s = hash(`0x${(BigInt(vs) & S_BITS).toString(16).padStart(64, '0')}`);
  const v = BigInt(vs) > S_BITS ? 28 : 27;
  return crypto.recover(digest, { v, r: hash(r), s }) === attester;
}

/** Words of call data, one after the other; numbers or texts, as the interface decodes them. */
const packed = (words: Words): string => concat(words.flat().map((word) => toBeHex(word, 32)));

type Words = readonly (readonly (bigint | string)[])[];
type Call = [batchId: bigint, validUntil: bigint, orders: Words, trades: Words, r: string, vs: string];
