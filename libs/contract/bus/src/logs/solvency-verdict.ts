import {
  address,
  differenceKind,
  nullable,
  object,
  signedAmount,
  text,
  uint,
  type ValueOf,
} from '@exchange/core/message';
import { defineLog } from '../message';

/** Two figures that must be the same, as both said them twice; amounts in smallest units. */
export const solvencyDifference = object({
  kind: differenceKind,
  token: address,
  block: uint,
  expected: signedAmount,
  found: signedAmount,
  /** For people: which figures, and whose. */
  sentence: text,
});
export type SolvencyDifference = ValueOf<typeof solvencyDifference>;

/**
 * What the standing check says as of a final block: a difference, from which on no withdrawal is co-signed, the ledger asks for
 * no submission more and markets take only cancels, or null, which ends that. Submissions that were asked for before may still
 * leave. Told when it changes, and again by each process that becomes active.
 */
export const solvencyVerdict = defineLog('SOLVENCY', {
  pattern: 'solvency.v1.verdict',
  writer: 'solvency',
  readers: ['account-service', 'attester'],
  content: object({ at: uint, block: uint, difference: nullable(solvencyDifference), seq: uint }),
  fixtures: [
    {
      seq: 1,
      at: 1700000000000,
      block: 12,
      difference: {
        kind: 'ledger_differs',
        token: '0xa1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1',
        block: 12,
        expected: '5',
        found: '6',
        sentence: 'the contract owes 5, and the ledger has 6',
      },
    },
    { seq: 2, at: 1700000001000, block: 15, difference: null },
  ],
});
