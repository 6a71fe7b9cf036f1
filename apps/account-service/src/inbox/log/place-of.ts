import type { ChainPlace } from '@exchange/core/ledger';
import type { BlockNews, ChainFact } from '@exchange/core/message';

/** Where a fact stands on the chain. */
export const placeOf = (block: BlockNews, fact: ChainFact): ChainPlace => ({
  transaction: fact.transaction,
  logIndex: fact.logIndex,
  block: block.number,
  blockHash: block.hash,
});
