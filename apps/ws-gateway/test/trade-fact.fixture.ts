import type { AccountFact } from '@exchange/core/message';

/** What an account is told of its side of a trade. */
export const tradeFact: AccountFact = {
  kind: 'trade',
  trade: {
    ...{ id: 7, market: 'ETHDAI', buy: true, rate: '200', amount: '1', tradeFee: '0', settlementFee: '0' },
    ...{ makerRebate: '0', rebateToken: '', timestamp: 5, orderId: 3, orderCid: 0 },
  },
};
