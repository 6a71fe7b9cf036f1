import { conversionRate } from '@exchange/core/message';
import { defineNotice } from '../message';

/** The newest conversion rate of a pair: sent when it changes, when it becomes stale, and at least every 10 s. */
export const dataRate = defineNotice({
  pattern: 'data.v1.rate.*',
  writer: 'market-data',
  readers: ['account-service', 'ws-gateway', 'rest-gateway'],
  content: conversionRate,
  fixtures: [
    { pair: 'ETHUSD', token: 'ETH', currency: 'USD', rate: '1834.02', at: 1700000000000 },
    { pair: 'ETHJPY', token: 'ETH', currency: 'JPY', rate: null, at: 1700000000000 },
  ],
});
