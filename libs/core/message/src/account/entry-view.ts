import { Type } from '@sinclair/typebox';
import {
  bool,
  hashText,
  listOf,
  nullable,
  oneOf,
  optional,
  plain,
  shown,
  signedAmountText,
  text,
  uint,
  type ValueOf,
  view,
} from '../codec';
import { signatureView } from './signature-view';

const mark = (title: string, description: string) =>
  Type.Union([Type.Literal(1), Type.Literal(0), Type.Literal(-1)], { title, description });

type Mark = 1 | 0 | -1;

/** [settled, usable, blocked], each 1 applied, 0 will be applied, -1 not affected. */
export type AppliedMarks = readonly [settled: Mark, usable: Mark, blocked: Mark];

export const appliedMarks = plain<AppliedMarks>(
  Type.Tuple(
    [
      mark('SETTLED', 'the settled balance'),
      mark('USABLE', 'the usable balance'),
      mark('BLOCKED', 'the blocked balance'),
    ],
    {
      title: 'Applied',
      description: 'Which balances have a change of an entry: 1 applied, 0 will be applied, -1 not affected.',
    },
  ),
);

/** What an entry changes in one token; amounts are signed. */
export const changeView = view({
  token: shown('TOKEN', text, 'symbol'),
  amount: shown('AMOUNT', signedAmountText, 'before fees'),
  fees: shown('FEES', signedAmountText, 'fees; negative when they are a rebate'),
  net: shown('NET_AMOUNT', signedAmountText, 'what the balance changes by'),
});
export type ChangeView = ValueOf<typeof changeView>;

export const entryType = oneOf('deposit', 'trade', 'withdrawal');
export type EntryType = ValueOf<typeof entryType>;

/** One movement of balances (seed: Ledger entry). `applied` has one item for each of `changes`. */
export const entryView = view({
  id: shown('ID', uint, 'number of the entry'),
  type: shown('TYPE', entryType, 'what moved the balances'),
  changes: shown('CHANGES', listOf(changeView), 'one item for each token'),
  applied: shown(
    'APPLIED',
    listOf(appliedMarks),
    'one item for each item of CHANGES: which balances have it',
  ),
  signature: shown('SIGNATURE', signatureView, 'of the exchange for its contract; empty until there is one'),
  transaction: shown('TRANSACTION_HASH', nullable(hashText), 'transaction that carries it, or null'),
  blockNumber: shown('BLOCK_NUMBER', nullable(uint), 'its block, or null'),
  blockHash: shown('BLOCK_HASH', nullable(hashText), "the block's hash, or null"),
  canceled: shown('CANCELED', bool, 'whether it came to nothing: what it changed is changed back'),
  description: shown('DESCRIPTION', text, 'more about it; may be empty'),
  timestamp: shown('TIMESTAMP', uint, 'made, Unix ms'),
  lastUpdated: shown('LAST_UPDATED', uint, 'last changed, Unix ms'),
});
export type EntryView = ValueOf<typeof entryView>;

/**
 * An entry as services tell it: `appliedItems` has the marks of each change; `applied` are those of the first, which is
 * all that earlier releases write and read.
 */
export const toldEntry = view({
  ...entryView.members,
  applied: appliedMarks,
  appliedItems: optional(listOf(appliedMarks)),
});
export type ToldEntry = ValueOf<typeof toldEntry>;
