import type { Address } from '@exchange/core/kernel';
import type { Statement } from '@exchange/contract/chain';
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
  /** The signed transaction and its hash. */
  sign(transaction: SettlerTransaction): Promise<{ readonly raw: string; readonly hash: string }>;
  /** The call of a transaction that it signed. */
  callOf(raw: string): SettlerCall;
}

/** The key that co-signs withdrawals (contract: ArbiterWithdrawal). */
export interface CosignerKey {
  readonly address: Address;
  /** v is 27 or 28. */
  sign(statement: Statement): Promise<Signature>;
}
