import {
  type Address,
  type MarketId,
  type OrderId,
  replacementId,
  type TokenAmount,
  type TradeId,
} from '@exchange/core/kernel';
import type { MarketEventOf, SettleLeg } from '@exchange/core/message';

/** A side of a trade as its engine reported it. */
export interface ReportedSide {
  readonly orderId: OrderId;
  readonly account: Address;
  readonly sold: TokenAmount;
}

/** A trade as its engine reported it: the proof that both orders were open, and matched. */
export interface ReportedTrade {
  readonly market: MarketId;
  readonly maker: ReportedSide;
  readonly taker: ReportedSide;
}

/** What is known of a trade by the engine's report and by the ledger's legs, as far as each of them came. */
export interface KnownTrade {
  readonly id: TradeId;
  readonly report: ReportedTrade | undefined;
  readonly maker: SettleLeg | undefined;
  readonly taker: SettleLeg | undefined;
  /** Its reversal was announced: nobody counts on it any more. */
  readonly isReversed: boolean;
  /** The contract spent its id on something else, finally: it may settle under its replacement id only. */
  readonly isSpent: boolean;
}

/** The reported sides in terms of what each sold: the buyer sells the quote token. */
export function reportedTrade(
  market: MarketId,
  { takerSide, traded, quote, maker, taker }: MarketEventOf<'trade'>,
): ReportedTrade {
  const takerBuys = takerSide === 'buy';
  return {
    market,
    maker: { orderId: maker.orderId, account: maker.account, sold: takerBuys ? traded : quote },
    taker: { orderId: taker.orderId, account: taker.account, sold: takerBuys ? quote : traded },
  };
}

/** The id under which the contract may settle it. */
export const onChainId = ({ id, isSpent }: Pick<KnownTrade, 'id' | 'isSpent'>): TradeId =>
  isSpent ? replacementId(id) : id;
