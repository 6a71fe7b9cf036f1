import {
  address,
  amount,
  bool,
  hash,
  listOf,
  nullable,
  object,
  signedAmount,
  uint,
  type ValueOf,
} from '@exchange/core/message';
import { solvencyDifference } from '../logs/solvency-verdict';
import { defineRequest } from '../request';

/** `solvency.v1.query.<sender>.<kind>` */
const query = (kind: string) => `solvency.v1.query.*.${kind}`;

/** One token as of the block of the report, in smallest units. */
const tokenSolvency = object({
  token: address,
  /** What the contract has. */
  holdings: amount,
  /** What it owes. */
  liabilities: amount,
  /** The sum of all its balances. */
  balances: amount,
  /** The sum of what the ledger has as settled; negative only if it is wrong. */
  ledger: signedAmount,
  /** Leaves of the tree. */
  accounts: uint,
  root: hash,
});
export type TokenSolvency = ValueOf<typeof tokenSolvency>;

const solvencyReport = object({
  block: uint,
  hash,
  /** Unix seconds, of the block. */
  time: uint,
  /** Unix ms. */
  checkedAt: uint,
  difference: nullable(solvencyDifference),
  tokens: listOf(tokenSolvency),
});
export type SolvencyReport = ValueOf<typeof solvencyReport>;

/** What the newest check found, and how long ago; null before the first one. */
export const reportQuery = defineRequest({
  owner: 'solvency',
  senders: ['rest-gateway', 'operator-gateway'],
  pattern: query('report'),
  request: object({ newest: bool }),
  reply: object({ report: nullable(solvencyReport), ageMs: uint }),
});

/**
 * The proof of an account's leaf in the newest report. Whoever has the account's salt was given it by account-service for
 * that account's login: it is the right to ask.
 */
export const proofQuery = defineRequest({
  owner: 'solvency',
  senders: ['ws-gateway'],
  pattern: query('proof'),
  request: object({ account: address, token: address, salt: hash }),
  reply: object({
    amount,
    index: uint,
    block: uint,
    leaves: uint,
    root: hash,
    siblings: listOf(object({ sum: amount, hash })),
  }),
});
