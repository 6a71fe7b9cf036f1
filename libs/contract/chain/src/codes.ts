import { address } from '@exchange/core/kernel';

/** The account that nobody has: its balances are the budget for rebates (contracts/src/ExchangeCodes.sol). */
export const REBATE_POOL = address('0x0000000000000000000000000000000000000001');

/** Why a trade of a batch did not settle, by its number in the contract (contracts/src/ExchangeCodes.sol). */
export const TRADE_CODES = {
  0: 'OK',
  1: 'DUPLICATE_TRADE',
  2: 'BAD_INDEX',
  3: 'BAD_SCHEME',
  4: 'BAD_SIGNATURE',
  5: 'DELEGATE_UNKNOWN',
  6: 'DELEGATE_REVOKED',
  7: 'EXPIRED',
  8: 'CANCELLED',
  9: 'TOKEN_MISMATCH',
  11: 'SELF_TRADE',
  12: 'ZERO_AMOUNT',
  13: 'PRICE',
  14: 'OVERFILL',
  15: 'FEE',
  16: 'REBATE',
  17: 'BALANCE',
  18: 'EXITED',
  19: 'OVERFLOW',
} as const;

export type TradeCode = (typeof TRADE_CODES)[keyof typeof TRADE_CODES];

/** Whose part of the trade a code is about. */
export const TRADE_SIDES = ['none', 'maker', 'taker', 'collector'] as const;
export type TradeSide = (typeof TRADE_SIDES)[number];

/** Why a withdrawal that the operator submitted was not paid; index 0 never appears in an event. */
export const WITHDRAWAL_REASONS = [
  'OK',
  'NONCE_USED',
  'DEADLINE',
  'SIGNATURE',
  'BALANCE',
  'FEE',
  'RECEIVER',
  'TRANSFER_FAILED',
] as const;
export type WithdrawalReason = (typeof WITHDRAWAL_REASONS)[number];

/** Which way a withdrawal took: co-signed, submitted by the operator, or a single-signature exit. */
export const WITHDRAWAL_KINDS = { 1: 'coSigned', 2: 'operatorSubmitted', 3: 'exit' } as const;
export type WithdrawalKind = (typeof WITHDRAWAL_KINDS)[keyof typeof WITHDRAWAL_KINDS];

/** The roles of the contract; the admin of all of them is DEFAULT_ADMIN. */
export const ROLES = ['DEFAULT_ADMIN', 'SETTLER', 'ATTESTER', 'COSIGNER', 'LISTER', 'GUARDIAN'] as const;
export type ContractRole = (typeof ROLES)[number];
