/**
 * What a node makes of a transaction:
 * `accepted`, `known`: it has it; `nonce_used`: that nonce is mined already; `outbid`: it has another one of that
 * nonce, which this one doesn't beat by enough; `unfunded`: the sender can't pay for it; `too_cheap`: it takes none at
 * such a price; `refused`: anything else.
 */
export type NodeAnswerKind =
  | 'accepted'
  | 'known'
  | 'nonce_used'
  | 'outbid'
  | 'unfunded'
  | 'too_cheap'
  | 'refused';

export interface NodeAnswer {
  readonly kind: NodeAnswerKind;
  /** In the node's words; empty when it took the transaction. */
  readonly reason: string;
}

export const ACCEPTED: NodeAnswer = { kind: 'accepted', reason: '' };

/** The words of geth, reth, erigon, nethermind, besu and anvil; the first that fits counts. */
const WORDS: readonly (readonly [NodeAnswerKind, RegExp])[] = [
  ['known', /already ?known|already imported|known transaction/i],
  ['nonce_used', /nonce too low|nonce has already been used|old ?nonce/i],
  ['outbid', /replacement|tries to replace|too ?low ?to ?(compete|replace)/i],
  ['unfunded', /insufficient ?(funds|balance)|exceeds account balance/i],
  [
    'too_cheap',
    /underpriced|less than block base fee|fee (cap )?too low|fee ?too ?low|below configured minimum/i,
  ],
];

/** What a refusal in a node's words means. */
export function nodeAnswer(reason: string): NodeAnswer {
  const [kind = 'refused' as const] = WORDS.find(([, words]) => words.test(reason)) ?? [];
  return { kind, reason };
}

/** Of what several nodes make of a transaction: one that took it is enough, and what is certain counts before what isn't. */
const ORDER: readonly NodeAnswerKind[] = [
  ...(['accepted', 'known', 'nonce_used', 'outbid', 'too_cheap', 'unfunded', 'refused'] as const),
];

/** The answer that counts. */
export function bestAnswer(answers: readonly NodeAnswer[]): NodeAnswer {
  const sorted = answers.toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
  return sorted[0] ?? { kind: 'refused', reason: 'no node answered' };
}

/** Whether the node has the transaction now. */
export const isTaken = ({ kind }: NodeAnswer): boolean => kind === 'accepted' || kind === 'known';
