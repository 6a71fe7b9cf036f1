import { type Address, maxAmount, ok, reject, type Result } from '@exchange/core/kernel';
import type { OrderTerms } from '@exchange/core/order';
import type { Account } from '../account/account';
import type { TokenRules } from '../account/listing';

/** A bound that was requested or raised in a block that could still be undone; `place` names it for ever. */
export interface SeenMinimum {
  readonly place: string;
  readonly minNonce: bigint;
}

/** The least nonce that an account's orders to sell a token must have: the contract fills none below. */
export interface MinimumNonce {
  readonly account: Address;
  readonly token: Address;
  /** As of final blocks, in force or requested: it never falls. */
  readonly final: bigint;
  readonly seen: readonly SeenMinimum[];
}

/** Whether the contract never said anything that still holds. */
export const isUnbound = ({ final, seen }: MinimumNonce): boolean => final === 0n && seen.length === 0;

/** The bound that counts: the highest of what is final and what was only seen (docs: ledger, minimum nonces). */
export const leastNonce = (account: Account, token: Address): bigint => {
  const known = account.minimumNonces.get(token);
  return known === undefined
    ? 0n
    : known.seen.reduce((most, { minNonce }) => maxAmount(most, minNonce), known.final);
};

/** Refuses an order that its owner canceled in mass before it came: NONCE_TOO_LOW. */
export function approveNonce(account: Account, token: TokenRules, { nonce }: OrderTerms): Result<true> {
  const least = leastNonce(account, token.contract);
  if (BigInt(nonce) >= least) return ok(true);
  return reject(
    'NONCE_TOO_LOW',
    `nonce ${nonce} is below ${least}, the least that orders to sell ${token.symbol} may have since the account raised it in the contract`,
  );
}
