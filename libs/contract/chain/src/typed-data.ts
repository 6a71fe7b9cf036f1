import type { Address, Hash, TokenAmount } from '@exchange/core/kernel';
import type { TypedDataDomain, TypedDataField } from 'ethers';

/** The deployment that a statement is signed for. */
export interface ContractDomain {
  readonly name: string;
  readonly chainId: number;
  readonly contract: Address;
}

/** Everything `signTypedData` and `TypedDataEncoder.hash` take. */
export interface Statement {
  readonly domain: TypedDataDomain;
  readonly types: Record<string, TypedDataField[]>;
  readonly message: Record<string, unknown>;
}

const field = (type: string, name: string): TypedDataField => ({ type, name });

function statement(
  domain: ContractDomain,
  name: string,
  fields: TypedDataField[],
  message: Record<string, unknown>,
): Statement {
  return {
    domain: { name: domain.name, version: '1', chainId: domain.chainId, verifyingContract: domain.contract },
    types: { [name]: fields },
    message,
  };
}

/** What a co-signer signs so that the account may call `withdraw`. `deadline` in Unix seconds. */
export function arbiterWithdrawal(
  domain: ContractDomain,
  withdrawal: {
    readonly account: Address;
    readonly token: Address;
    readonly amount: TokenAmount;
    readonly receiver: Address;
    readonly nonce: bigint;
    readonly deadline: number;
  },
): Statement {
  const fields = [
    field('address', 'account'),
    field('address', 'token'),
    field('uint256', 'amount'),
    field('address', 'receiver'),
    field('uint64', 'nonce'),
    field('uint32', 'deadline'),
  ];
  return statement(domain, 'ArbiterWithdrawal', fields, { ...withdrawal });
}

/** What an account signs so that the operator may submit its withdrawal, in the full form. */
export function withdrawal(
  domain: ContractDomain,
  message: {
    readonly account: Address;
    readonly token: Address;
    readonly amount: TokenAmount;
    readonly maxFee: TokenAmount;
    readonly receiver: Address;
    readonly nonce: bigint;
    readonly deadline: number;
  },
): Statement {
  const fields = [
    field('address', 'account'),
    field('address', 'token'),
    field('uint256', 'amount'),
    field('uint256', 'maxFee'),
    field('address', 'receiver'),
    field('uint64', 'nonce'),
    field('uint32', 'deadline'),
  ];
  return statement(domain, 'Withdrawal', fields, { ...message });
}

/** The short form of a withdrawal that the operator submits: pays the signer itself (seed: submitWithdrawal). */
export function shortWithdrawal(
  domain: ContractDomain,
  message: { readonly token: Address; readonly amount: TokenAmount; readonly nonce: bigint },
): Statement {
  const fields = [field('address', 'token'), field('uint256', 'amount'), field('uint64', 'nonce')];
  return statement(domain, 'Withdrawal', fields, { ...message });
}

/** Cancels orders at once: signed by a co-signer (the account submits) or by the account (the operator submits). */
export function orderCancellation(
  domain: ContractDomain,
  message: { readonly account: Address; readonly orderHashes: readonly Hash[]; readonly deadline: number },
): Statement {
  const fields = [
    field('address', 'account'),
    field('bytes32[]', 'orderHashes'),
    field('uint32', 'deadline'),
  ];
  return statement(domain, 'OrderCancellation', fields, { ...message });
}

/** What a co-signer signs so that the account may cancel at once all its orders of a lower nonce that sell the token. */
export function minimumNonce(
  domain: ContractDomain,
  message: {
    readonly account: Address;
    readonly token: Address;
    readonly minNonce: bigint;
    readonly deadline: number;
  },
): Statement {
  const fields = [
    field('address', 'account'),
    field('address', 'token'),
    field('uint64', 'minNonce'),
    field('uint32', 'deadline'),
  ];
  return statement(domain, 'MinimumNonce', fields, { ...message });
}

const delegateFields = [
  field('address', 'account'),
  field('address', 'delegate'),
  field('uint32', 'deadline'),
];

export interface DelegateMessage {
  readonly account: Address;
  readonly delegate: Address;
  readonly deadline: number;
}

/** The consent of a key to become the delegate of an account, signed by that key. */
export function delegation(domain: ContractDomain, message: DelegateMessage): Statement {
  return statement(domain, 'Delegation', delegateFields, { ...message });
}

/** What a co-signer signs so that the account may remove a delegate at once. */
export function delegateRemoval(domain: ContractDomain, message: DelegateMessage): Statement {
  return statement(domain, 'DelegateRemoval', delegateFields, { ...message });
}
