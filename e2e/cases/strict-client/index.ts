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

/** In this order; what the clients of the two manners do takes turns, so that neither spends its points too fast. */
const LIFE = [
  loginCases,
  depositCases,
  tradeCases,
  orderCases,
  delegateCases,
  identityCases,
  historyCases,
  withdrawalCases,
  failureCases,
];

/** The whole life of an account, with clients that end at whatever the tables of the interface don't show. */
export function strictClientCases(exchange: RunningExchange): void {
  describe('a client of the tables alone', () => {
    const markets = new Map<Manner, StrictMarket>();
    beforeAll(async () => {
      for (const manner of MANNERS) markets.set(manner, await StrictMarket.open(exchange, manner));
    });
    afterAll(() => {
      for (const market of markets.values()) market.close();
    });

    for (const cases of LIFE) {
      describe.each(MANNERS)('events $mode', (manner) => {
        cases(() => markets.get(manner) as StrictMarket);
      });
    }
  });
}
