import {
  address,
  always,
  amount,
  listOf,
  object,
  optional,
  uint,
  type ValueOf,
} from '@exchange/core/message';
import { defineLog } from '../message';

/** What is settled in one partition's pool, on its way to another's. */
const movedFees = object({
  /** The account that fees are collected for, by whose partition they are to be kept. */
  collector: address,
  token: address,
  amount,
  /** The pool had so much less than nothing when the collector changed: the collector's partition is to make up for it. */
  owed: optional(always(true)),
  /** It is of the budget for rebates, and goes to partition 0. */
  budget: optional(always(true)),
});
export type MovedFees = ValueOf<typeof movedFees>;

/**
 * What is settled and a partition has given up: fees to that of the collector, budget to partition 0, which take it by this log,
 * once.
 */
export const ledgerFees = defineLog('LEDGER', {
  pattern: 'ledger.v1.fees.*',
  writer: 'account-service',
  readers: ['account-service'],
  content: object({ at: uint, fees: listOf(movedFees), seq: uint }),
  fixtures: [
    {
      seq: 1,
      at: 1700000000000,
      fees: [
        {
          collector: '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f',
          token: '0x0000000000000000000000000000000000000000',
          amount: '5',
        },
        {
          collector: '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f',
          token: '0xa1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1',
          amount: '7',
          owed: true,
        },
        {
          collector: '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f',
          token: '0xa1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1',
          amount: '9',
          budget: true,
        },
      ],
    },
  ],
});
