import type { Alarm } from './alarm';

/** What the ledger's rules raise: what the chain says and the ledger doesn't know. It was not applied. */
export const LEDGER_ALARMS = {
  unknown_trade_settled: {
    severity: 'page',
    lasts: 'event',
    raisedBy: ['account-service'],
    means: 'The contract settled a trade that the ledger does not know.',
    act: 'Compare the trade on the chain with the ledger; if nobody agreed to it, GUARDIAN pauses.',
    page: 'ledger-and-chain.md',
  },
  settled_trade_differs: {
    severity: 'page',
    lasts: 'event',
    raisedBy: ['account-service'],
    means: 'The contract settled a trade with other orders or amounts than the ledger has.',
    act: 'Compare the trade on the chain with the ledger; GUARDIAN pauses.',
    page: 'ledger-and-chain.md',
  },
  unknown_withdrawal: {
    severity: 'page',
    lasts: 'event',
    raisedBy: ['account-service'],
    means: 'The contract paid a withdrawal that the ledger does not know; the account is frozen.',
    act: 'Find the transaction and who signed it; the COSIGNER key may be stolen.',
    page: 'ledger-and-chain.md',
  },
  withdrawal_differs: {
    severity: 'page',
    lasts: 'event',
    raisedBy: ['account-service'],
    means: 'The contract paid a withdrawal otherwise than the ledger promised; the account is frozen.',
    act: 'Find the transaction and who signed it; the COSIGNER key may be stolen.',
    page: 'ledger-and-chain.md',
  },
  withdrawal_exceeds_balance: {
    severity: 'page',
    lasts: 'event',
    raisedBy: ['account-service'],
    means: 'The contract paid more than the ledger has for the account; the account is frozen.',
    act: 'Compare the balance in the contract with that of the ledger.',
    page: 'ledger-and-chain.md',
  },
  exit_exceeds_balance: {
    severity: 'page',
    lasts: 'event',
    raisedBy: ['account-service'],
    means: 'An exit took more than the contract can have had for the account; the account is frozen.',
    act: 'Compare the balance in the contract with that of the ledger.',
    page: 'ledger-and-chain.md',
  },
  account_short: {
    severity: 'ticket',
    lasts: 'event',
    raisedBy: ['account-service'],
    means: 'An account lacks something after a reversal or an exit; it is frozen.',
    act: 'Make up for what is missing, or have it paid back; then unfreeze.',
    page: 'reversals.md',
  },
} as const satisfies Readonly<Record<string, Alarm>>;

/** Why the ledger made markets cancel_only; they open again by themselves. */
export const MARKET_STOP_ALARMS = {
  contract_paused: {
    severity: 'page',
    lasts: 'state',
    raisedBy: ['account-service'],
    means: 'GUARDIAN paused settlement in the contract, so markets are cancel_only.',
    act: 'Find out what made GUARDIAN pause.',
    page: 'late-settlement.md',
  },
  settler_revoked: {
    severity: 'page',
    lasts: 'state',
    raisedBy: ['account-service'],
    means: 'SETTLER was taken from every key, so nothing settles and markets are cancel_only.',
    act: 'The admin grants SETTLER to a new key, which settlement-service gets.',
    page: 'late-settlement.md',
  },
  settlement_late: {
    severity: 'page',
    lasts: 'state',
    raisedBy: ['account-service', 'settlement-service'],
    means:
      'Trades are not settled in time: settlement-service says it first, then account-service stops markets.',
    act: 'See whether settlement-service runs, can pay, and its node answers.',
    page: 'late-settlement.md',
  },
  solvency_difference: {
    severity: 'page',
    lasts: 'state',
    raisedBy: ['account-service', 'solvency'],
    means:
      'What the contract has, what it owes and what the ledger says differ; withdrawals and markets are stopped.',
    act: 'Compare the block with another node, then find the cause by `kind`.',
    page: 'solvency-difference.md',
  },
} as const satisfies Readonly<Record<string, Alarm>>;
