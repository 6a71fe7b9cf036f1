import type { ChainFactOf } from '@exchange/core/message';
import type { SettlingTrade } from './settling-trade';

/** Whether the contract settled exactly the trade of the two legs (contract: equal orders and amounts). */
export function settledAsAgreed(
  { maker, taker }: Pick<SettlingTrade, 'maker' | 'taker'>,
  fact: ChainFactOf<'trade_settled'>,
): boolean {
  return (
    maker !== undefined &&
    taker !== undefined &&
    fact.maker === maker.account &&
    fact.taker === taker.account &&
    fact.makerOrder === maker.orderHash &&
    fact.takerOrder === taker.orderHash &&
    fact.makerToken === maker.order.terms.sellToken &&
    fact.takerToken === taker.order.terms.sellToken &&
    fact.makerAmount === maker.sold &&
    fact.takerAmount === taker.sold &&
    fact.makerFee === maker.fee &&
    fact.takerFee === taker.fee &&
    fact.makerRebate === maker.rebate &&
    (maker.rebate === 0n || fact.rebateInBoughtToken === (maker.rebateToken === 'buy'))
  );
}
