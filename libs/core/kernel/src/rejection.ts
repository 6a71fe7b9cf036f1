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
  'ALREADY_LISTED',
  'INVALID_TRANSITION',
  'MARKET_CLOSED',
  'MARKET_RESTARTING',
  'SETTLEMENT_LATE',
  // orders of the operator's log
  'OPERATOR_LOG_FORKED',
  'OPERATOR_ORDER_PASSED',
  'OPERATOR_ORDER_AHEAD',
  // orders
  'TOKEN_MISMATCH',
  'AMOUNT_TOO_SMALL',
  'AMOUNT_OUT_OF_RANGE',
  'RATE_OUT_OF_RANGE',
  'EXPIRY_TOO_EARLY',
  'NONCE_TOO_LOW',
  'DUPLICATE_ORDER',
  'DUPLICATE_CID',
  'INSUFFICIENT_BALANCE',
  'UNKNOWN_ORDER',
  'UNKNOWN_TRADE',
  'ORDER_NOT_OPEN',
  'EDIT_PENDING',
  'EDIT_REFUSED',
  'ACCOUNT_FROZEN',
  'NO_SHORTFALL',
  'FEE_COLLECTOR',
  // withdrawals
  'NOT_SETTLED',
  'EXIT_REQUESTED',
  'NONCE_USED',
  'FEE_TOO_LOW',
  'WITHDRAWALS_REST',
  'WITHDRAWALS_PAUSED',
  'TOO_MANY_WITHDRAWALS',
  'UNKNOWN_ENTRY',
] as const;

export type RejectionCode = (typeof REJECTION_CODES)[number];

const FAULTS: ReadonlySet<string> = new Set<RejectionCode>([
  'UNAVAILABLE',
  'UNKNOWN_OUTCOME',
  'DEADLINE_PASSED',
  'MARKET_RESTARTING',
]);

/** Whether a refusal is the exchange's own fault: the same command would have been taken from a well one. */
export const isFault = (code: string): boolean => FAULTS.has(code);
