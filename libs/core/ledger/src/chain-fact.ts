import type { Address, Hash, TokenAmount, TradeId } from '@exchange/core/kernel';

/** Where a fact stands; (transaction, logIndex) names it. `time`: the block's, in Unix seconds. */
export interface ChainPlace {
  readonly transaction: Hash;
  readonly logIndex: number;
  readonly block: number;
  readonly blockHash: Hash;
}

/** A block was seen, became final, or was undone by a reorganisation. */
export type Phase = 'seen' | 'final' | 'undone';

/** What the contract said that concerns accounts. Amounts in smallest units, times in Unix seconds. */
export type ChainFact =
  | {
      readonly kind: 'deposited';
      readonly account: Address;
      readonly token: Address;
      readonly amount: TokenAmount;
    }
  | {
      readonly kind: 'withdrawn';
      readonly account: Address;
      readonly token: Address;
      readonly amount: TokenAmount;
      /** The part of the amount that went to the fee collector. */
      readonly fee: TokenAmount;
      readonly nonce: number;
      readonly by: 'cosigned' | 'submitted' | 'exit';
    }
  | {
      readonly kind: 'trade_settled';
      readonly tradeId: TradeId;
      readonly maker: Address;
      readonly taker: Address;
      readonly makerOrder: Hash;
      readonly takerOrder: Hash;
      /** What the maker sold and what the taker sold, gross. */
      readonly makerAmount: TokenAmount;
      readonly takerAmount: TokenAmount;
      readonly makerFee: TokenAmount;
      readonly takerFee: TokenAmount;
      readonly makerRebate: TokenAmount;
      readonly makerToken: Address;
      readonly takerToken: Address;
      readonly rebateInBoughtToken: boolean;
    }
  | {
      readonly kind: 'exit_requested';
      readonly account: Address;
      readonly token: Address;
      readonly effectiveAt: number;
    }
  | { readonly kind: 'exit_cancelled'; readonly account: Address; readonly token: Address }
  | { readonly kind: 'order_cancelled'; readonly account: Address; readonly orderHash: Hash }
  | {
      readonly kind: 'delegate_added';
      readonly account: Address;
      readonly delegate: Address;
      readonly validUntil: number;
    }
  | {
      readonly kind: 'delegate_removed';
      readonly account: Address;
      readonly delegate: Address;
      readonly effectiveAt: number;
    };

export type ChainFactOf<K extends ChainFact['kind']> = Extract<ChainFact, { kind: K }>;

/** A fact in a phase, for one of the accounts it concerns. */
export interface ChainNews<K extends ChainFact['kind'] = ChainFact['kind']> {
  readonly phase: Phase;
  readonly place: ChainPlace;
  readonly fact: ChainFactOf<K>;
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
export function accountsOf(fact: ChainFact): readonly Address[] {
  return fact.kind === 'trade_settled' ? [fact.maker, fact.taker] : [fact.account];
}
