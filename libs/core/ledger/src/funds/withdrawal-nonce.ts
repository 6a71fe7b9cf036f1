/** Nonces of co-signed withdrawals are ours: 2^52 … 2^53−1; those below are the owners' (docs: ledger, entries). */
export const WITHDRAWAL_NONCE_FIRST = 2 ** 52;
export const WITHDRAWAL_NONCE_LAST = 2 ** 53 - 1;
