import { differenceKind } from '@exchange/core/message';
import { type Static, Type } from '@sinclair/typebox';
import { address, among, amount, hash, listOf, nullable, object, timeMs, uint, words } from './value';

const sibling = object('ProofSibling', 'A node beside the way from the leaf to the top.', {
  sum: amount('what is owed below it'),
  hash: hash('its hash'),
});

export const solvencyProof = object(
  'SolvencyProof',
  'That what the account is owed is part of the sum that everybody sees.',
  {
    account: address('whose leaf it is'),
    token: address('contract of the token'),
    amount: amount('what the contract owes the account'),
    salt: hash('known to the account alone'),
    index: uint('place of the leaf, from 0'),
    block: uint('number of the final block'),
    leaves: uint('so many the tree has'),
    siblings: listOf(sibling, 'from the leaf up'),
    root: hash('as in `GET /rest/v1/solvency` for this block'),
  },
);
/** A proof as the websocket gives it. */
export type SolvencyProofObject = Readonly<Static<typeof solvencyProof>>;

const tokenSolvency = object('TokenSolvency', 'One token, in smallest units.', {
  token: address('contract of the token'),
  symbol: nullable(words('null when it is not listed')),
  holdings: amount('what the contract has'),
  liabilities: amount('what the contract says it owes'),
  balances: amount('the sum of all balances in the contract'),
  ledger: Type.String({
    pattern: '^-?(0|[1-9][0-9]*)$',
    description: 'the sum of what the ledger has as settled',
  }),
  surplus: Type.String({ pattern: '^-?(0|[1-9][0-9]*)$', description: 'holdings less liabilities' }),
  accounts: uint('leaves of the tree'),
  root: hash('root of the Merkle sum tree over all balances'),
});

const difference = object('SolvencyDifference', 'Two figures that must be the same.', {
  kind: among('which', ...differenceKind.words),
  token: address('contract of the token'),
  block: uint('the block in which it was found'),
  sentence: words('for people'),
});

export const restSolvencySchema = object(
  'RestSolvency',
  'What the contract has, owes, and what the ledger says, as of a final block.',
  {
    block: uint('number of the block'),
    hash: hash('its hash'),
    time: uint('its time, Unix seconds'),
    checkedAt: timeMs('checked'),
    difference: nullable(difference),
    tokens: listOf(tokenSolvency),
  },
);
/** The `data` of the solvency endpoint. */
export type RestSolvency = Readonly<Static<typeof restSolvencySchema>>;
