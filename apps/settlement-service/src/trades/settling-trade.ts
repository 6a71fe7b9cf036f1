import { type Address, replacementId, type TradeId, tradeId } from '@exchange/core/kernel';
import type { SettleLeg } from '@exchange/core/message';

/**
 * Where a trade stands on its way to the chain:
 * `waiting` for its second leg, `open` to be sent, `sent` in a batch that may be mined, `mined` in a block that may
 * be undone, `final`. `quarantined`: can't settle any more, and is out of the way of others until it is `reversed`.
 */
export const TRADE_STAGES = ['waiting', 'open', 'sent', 'mined', 'final', 'quarantined', 'reversed'] as const;
export type TradeStage = (typeof TRADE_STAGES)[number];

export interface SettlingTrade {
  readonly id: number;
  stage: TradeStage;
  maker: SettleLeg | undefined;
  taker: SettleLeg | undefined;
  /** Unix ms at which the first leg came. */
  readonly since: number;
  /** Running number in the order in which trades became complete; 0 while waiting. */
  joined: number;
  /** The newest batch that carries it. */
  batchId: number | undefined;
  minedIn: string | undefined;
  /** How often it was tried in vain, and Unix ms before which it isn't tried again. */
  failures: number;
  retryAt: number;
  /** The contract's code of the last try in vain. */
  lastCode: number | undefined;
  /** The contract spent its id on something else, finally: it settles under its replacement id. */
  replaced: boolean;
}

/** A trade both of whose legs are known. */
export interface JoinedTrade {
  readonly id: number;
  readonly maker: SettleLeg;
  readonly taker: SettleLeg;
}

export function joinedTrade({ id, maker, taker }: SettlingTrade): JoinedTrade | undefined {
  return maker && taker ? { id, maker, taker } : undefined;
}

/** The accounts of the legs that are known. */
export function accountsOf(trade: Pick<SettlingTrade, 'maker' | 'taker'>): readonly Address[] {
  return [trade.maker, trade.taker].flatMap((leg) => (leg ? [leg.account as Address] : []));
}

/** The stages at which a trade ends; it is in memory no longer, and only a reversed one's row stays. */
export const isEnded = (stage: TradeStage): boolean => stage === 'final' || stage === 'reversed';

/** Its id in calls of the contract. */
export const chainIdOf = ({ id, replaced }: Pick<SettlingTrade, 'id' | 'replaced'>): TradeId =>
  replaced ? replacementId(tradeId(id)) : tradeId(id);

/**
 * Whether this final block shows all that the accounts had when they traded: an older one lacks, for instance, a deposit
 * that the ledger took from a later one.
 */
export const isShownBy = ({ maker, taker }: Pick<SettlingTrade, 'maker' | 'taker'>, block: number): boolean =>
  [maker, taker].every((leg) => (leg?.finalBlock ?? 0) <= block);

/** Neither on the chain nor on its way: what still has to be sent. */
export const isUnsent = ({ stage }: SettlingTrade): boolean => stage === 'waiting' || stage === 'open';
