import { afterAll, beforeAll, describe } from '@jest/globals';
import type { RunningExchange } from '../../kit/running-exchange';
import { delegateCases } from './delegates';
import { depositCases } from './deposits';
import { failureCases } from './failures';
import { historyCases } from './histories';
import { identityCases } from './identity';
import { loginCases } from './logins';
import { type Manner, StrictMarket } from './market';
import { orderCases } from './orders';
import { tradeCases } from './trades';
import { withdrawalCases } from './withdrawals';

const MANNERS: readonly Manner[] = [
  { mode: 'default', tokens: ['STA', 'STB'], format: 'sign' },
  { mode: 'distinct', tokens: ['STC', 'STD'], format: 'signTypedData' },
];

/** The whole life of an account, with clients that end at whatever the tables of the interface don't show. */
export function strictClientCases(exchange: RunningExchange): void {
  describe.each(MANNERS)('a client of the tables alone, events $mode', (manner) => {
    let market: StrictMarket;
    const opened = () => market;
    beforeAll(async () => {
      market = await StrictMarket.open(exchange, manner);
    });
    afterAll(() => market.close());

    loginCases(opened);
    depositCases(opened);
    tradeCases(opened);
    orderCases(opened);
    delegateCases(opened);
    identityCases(opened);
    historyCases(opened);
    withdrawalCases(opened);
    failureCases(opened);
  });
}
