import type { Address } from '@exchange/core/kernel';
import type { Attestation, Batch, ContractDomain, Statement } from '@exchange/contract/chain';
import type { Signature } from '@exchange/core/message';

/** A transaction of the settler (EIP-1559) to the exchange contract. */
export interface SettlerTransaction {
  readonly to: Address;
  readonly data: string;
  readonly nonce: number;
  readonly gasLimit: bigint;
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
  readonly chainId: number;
}

/** What a transaction of the settler does, up to nonce, gas and fees. */
export type SettlerCall = Pick<SettlerTransaction, 'to' | 'data' | 'chainId'>;

/** The key that pays for settlement. It may live in a key service, so signing is asynchronous. */
export interface SettlerKey {
  readonly address: Address;
  /** The signed transaction and its hash. The same transaction gives the same bytes. */
  sign(transaction: SettlerTransaction): Promise<{ readonly raw: string; readonly hash: string }>;
  /** The call of a transaction that it signed. */
  callOf(raw: string): SettlerCall;
  /** Whether whoever holds it answers at present, without a signature. Never rejects. */
  answers(): Promise<boolean>;
}

/** A batch as its attester signs it: what settleBatch takes, and the exchange that it is for. */
export interface AttestedBatch {
  readonly domain: ContractDomain;
  readonly batchId: bigint;
  /** Unix seconds of block time after which the contract refuses it. */
  readonly validUntil: number;
  readonly batch: Batch;
}

/** The key that consents to batches. */
export interface AttesterKey {
  readonly address: Address;
  attest(batch: AttestedBatch): Promise<Attestation>;
}

/** The key that consents to withdrawals, removals and cancellations. */
export interface CosignerKey {
  readonly address: Address;
  /** v is 27 or 28. */
  sign(statement: Statement): Promise<Signature>;
}
