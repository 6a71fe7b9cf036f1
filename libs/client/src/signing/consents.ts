import { address } from '@exchange/core/kernel';
import { statement, type TimedStatement, type TypedStatement } from './statement';

/* The consents of the contract (contracts, Signatures): typed data only. Deadlines are Unix seconds, amounts smallest units. */

/**
 * That orders, by their EIP-712 hashes, are void at once: signed by the exchange for `cancelOrdersCoSigned`, or by the
 * account for `cancelOrdersFor`.
 */
export const orderCancellation = (
  account: string,
  orderHashes: readonly string[],
  deadline: number,
): TimedStatement =>
  statement('OrderCancellation', ['address account', 'bytes32[] orderHashes', 'uint32 deadline'], {
    ...{ account: address(account), orderHashes, deadline },
  });

/** That all orders of the account that sell the token with a lower nonce are void: for `raiseMinNonceCoSigned`. */
export const minimumNonce = (
  account: string,
  token: string,
  minNonce: number | bigint,
  deadline: number,
): TimedStatement =>
  statement('MinimumNonce', ['address account', 'address token', 'uint64 minNonce', 'uint32 deadline'], {
    ...{ account: address(account), token: address(token), minNonce: minNonce.toString(), deadline },
  });

/** That a delegate has no rights any more: for `removeDelegateCoSigned`. */
export const delegateRemoval = (account: string, delegate: string, deadline: number): TimedStatement =>
  statement('DelegateRemoval', ['address account', 'address delegate', 'uint32 deadline'], {
    ...{ account: address(account), delegate: address(delegate), deadline },
  });

/** That nothing else needs the money of a withdrawal: for `withdraw`, which the account calls. */
export const coSignedWithdrawal = (withdrawal: {
  readonly account: string;
  readonly token: string;
  readonly amount: bigint;
  readonly receiver: string;
  readonly nonce: number | bigint;
  readonly deadline: number;
}): TimedStatement =>
  statement(
    'ArbiterWithdrawal',
    [
      ...['address account', 'address token', 'uint256 amount', 'address receiver'],
      ...['uint64 nonce', 'uint32 deadline'],
    ],
    { ...withdrawal, amount: withdrawal.amount.toString(), nonce: withdrawal.nonce.toString() },
  );

/**
 * That a token lets `spender` take `value` of its owner (EIP-2612). Its domain is the token's own, and `nonce` what the
 * token's `nonces(owner)` says.
 */
export const permit = (allowed: {
  readonly owner: string;
  readonly spender: string;
  readonly value: bigint;
  readonly nonce: bigint;
  readonly deadline: bigint;
}): TypedStatement =>
  statement(
    'Permit',
    ['address owner', 'address spender', 'uint256 value', 'uint256 nonce', 'uint256 deadline'],
    {
      ...{ owner: allowed.owner, spender: allowed.spender, value: allowed.value.toString() },
      ...{ nonce: allowed.nonce.toString(), deadline: allowed.deadline.toString() },
    },
  );
