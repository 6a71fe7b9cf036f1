import type { UserFill, UserTradeView } from '../schema';

/** A fill of the account; `market` says what its tokens are, undefined when nobody knows it any more. */
export function userFill(
  trade: UserTradeView,
  market: { readonly traded: string; readonly quote: string } | undefined,
): UserFill {
  const { id, rate, amount, tradeFee, settlementFee, makerRebate, rebateToken, timestamp } = trade;
  const bought = market && (trade.buy ? market.traded : market.quote);
  return {
    ...{ id, market: trade.market, orderId: trade.orderId, orderCid: trade.orderCid },
    side: trade.buy ? 'buy' : 'sell',
    ...(trade.role === undefined ? {} : { role: trade.role }),
    ...{ rate, amount, tradeFee, settlementFee },
    ...(bought === undefined ? {} : { tradeFeeToken: bought, settlementFeeToken: bought }),
    ...{ makerRebate, rebateToken, timestamp },
  };
}
