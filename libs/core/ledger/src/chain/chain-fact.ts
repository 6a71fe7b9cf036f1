import type { Address, Hash } from '@exchange/core/kernel';
import type { ChainFact, ChainFactOf } from '@exchange/core/message';

/** Where a fact stands; (transaction, logIndex) names it. `time`: the block's, in Unix seconds. */
export interface ChainPlace {
  readonly transaction: Hash;
  readonly logIndex: number;
  readonly block: number;
  readonly blockHash: Hash;
}

/** A block was seen, became final, or was undone by a reorganisation. */
export type Phase = 'seen' | 'final' | 'undone';

const OF_ACCOUNTS = [
  'deposited',
  'withdrawn',
  'trade_settled',
  'exit_requested',
  'exit_cancelled',
  'order_cancelled',
  'min_nonce_requested',
  'min_nonce_raised',
  'nonce_voided',
  'delegate_added',
  'delegate_removed',
] as const satisfies readonly ChainFact['kind'][];
type OfAccounts = (typeof OF_ACCOUNTS)[number];

/** What the ledger reads of a fact: its place is told beside it, and whom it came from or went to makes no difference. */
export type AccountChainFactOf<K extends OfAccounts> = Omit<
  ChainFactOf<K>,
  'transaction' | 'logIndex' | 'payer' | 'receiver'
>;

/** What the contract said that changes accounts. */
export type AccountChainFact = { [K in OfAccounts]: AccountChainFactOf<K> }[OfAccounts];

/** Whether a fact changes accounts. */
export const concernsAccounts = (fact: ChainFact): fact is ChainFactOf<OfAccounts> =>
  (OF_ACCOUNTS as readonly string[]).includes(fact.kind);

/** A fact in a phase, for one of the accounts it concerns. */
export interface ChainNews<K extends OfAccounts = OfAccounts> {
  readonly phase: Phase;
  readonly place: ChainPlace;
  readonly fact: { [F in K]: AccountChainFactOf<F> }[K];
}

/** The name of a place: no two facts of one chain share it. */
export const placeName = (place: ChainPlace): string =>
  `${place.blockHash}:${place.transaction}:${place.logIndex}`;

/** Where an entry was mined, as the entry shows it. */
export const minedAt = (place: ChainPlace) => ({
  transaction: place.transaction,
  blockNumber: place.block,
  blockHash: place.blockHash,
});

/** The block that mined an entry is gone; its transaction may be mined again. */
export const NOT_MINED = { blockNumber: null, blockHash: null } as const;

/** The accounts that a fact concerns. */
export function accountsOf(fact: AccountChainFact): readonly Address[] {
  return fact.kind === 'trade_settled' ? [fact.maker, fact.taker] : [fact.account];
}
