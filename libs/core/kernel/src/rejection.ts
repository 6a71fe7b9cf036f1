/**
 * Every refusal code of the exchange. Codes are part of the public reference (docs/interface, errors) and are
 * never reused for another meaning.
 */
export const REJECTION_CODES = [
  // shape of what was sent
  'INVALID_JSON',
  'INVALID_FRAME',
  'INVALID_COMMAND',
  'UNKNOWN_COMMAND',
  'INVALID_FIELD',
  'TOO_MANY_COMMANDS',
  // identity
  'NOT_AUTHENTICATED',
  'DELEGATE_NOT_ALLOWED',
  'DELEGATE_UNKNOWN',
  'DELEGATE_TAKEN',
  'INVALID_SIGNATURE',
  'INVALID_MESSAGE',
  'MESSAGE_REUSED',
  'INVALID_SESSION',
  'INVALID_GRANT',
  'NOT_ON_RECORD',
  'USERNAME_TAKEN',
  'TOTP_INVALID',
  // limits and availability
  'RATE_LIMITED',
  'TOO_MANY_CONNECTIONS',
  'TOO_MANY_OPEN_ORDERS',
  'TOO_MANY_ANNOUNCED',
  'UNAVAILABLE',
  'UNKNOWN_OUTCOME',
  'DEADLINE_PASSED',
  // listings
  'UNKNOWN_MARKET',
  'UNKNOWN_TOKEN',
  'UNKNOWN_EVENT',
  'INVALID_LISTING',
  'MARKET_CLOSED',
  'MARKET_RESTARTING',
  // orders
  'TOKEN_MISMATCH',
  'AMOUNT_TOO_SMALL',
  'AMOUNT_OUT_OF_RANGE',
  'RATE_OUT_OF_RANGE',
  'EXPIRY_TOO_EARLY',
  'DUPLICATE_ORDER',
  'DUPLICATE_CID',
  'INSUFFICIENT_BALANCE',
  'UNKNOWN_ORDER',
  'UNKNOWN_TRADE',
  'ORDER_NOT_OPEN',
  'EDIT_PENDING',
  'EDIT_REFUSED',
  'ACCOUNT_FROZEN',
  'FEE_COLLECTOR',
  // withdrawals
  'NOT_SETTLED',
  'EXIT_REQUESTED',
  'NONCE_USED',
  'FEE_TOO_LOW',
  'WITHDRAWALS_REST',
  'UNKNOWN_ENTRY',
] as const;

export type RejectionCode = (typeof REJECTION_CODES)[number];
