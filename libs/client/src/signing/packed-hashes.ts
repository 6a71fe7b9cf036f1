import {
  type OrderTerms,
  packedHash,
  packedWithdrawalHash,
  type WithdrawalTerms,
} from '@exchange/core/order';
import type { Address } from '@exchange/core/kernel';
import { keccak256 } from './noble-crypto';

/* What the format `sign` signs: wallets make the hash of typed data themselves, but not of this. */

export const packedOrder = (terms: OrderTerms, contract: Address): Uint8Array =>
  packedHash(terms, contract, keccak256);

export const packedWithdrawal = (terms: WithdrawalTerms, contract: Address): Uint8Array =>
  packedWithdrawalHash(terms, contract, keccak256);
