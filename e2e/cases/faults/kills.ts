import { SERVICES } from '@exchange/core/kernel';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseEther } from 'ethers';
import { Chain, ChainWallet } from '../../kit/chain';
import type { Running } from '../../../tools/kit/running/launched-exchange';
import type { RunningExchange } from '../../kit/running-exchange';
import { Trader } from '../../kit/trader';
import { askRest } from '../../kit/traffic';
import { until } from '../../kit/until';

const RESUMES_MS_MAX = 45_000;
const MARKETS = ['ETHDAI', 'WBTCETH', 'ETHUSDC', 'WBTCUSDC', 'LINKETH'] as const;

/** While traders trade, each app is killed once; orders go on, and afterwards nothing differs. */
export function killCases(exchange: RunningExchange): void {
  describe('while the demo trades', () => {
    let demo: Running;
    let chain: Chain;
    let wallet: ChainWallet;

    /** When the newest trade of a market was made, Unix ms. */
    async function lastTrade(market: string): Promise<number> {
      const { body } = await askRest(exchange.endpoints.rest, `/rest/v1/market/${market}/trades?limit=1`);
      const { data } = body as { data: { trades: { timestamp: number }[] } };
      return data.trades[0]?.timestamp ?? 0;
    }

    const marketsTrade = async (since: number): Promise<boolean> => {
      const times = await Promise.all(MARKETS.map(lastTrade));
      return times.every((time) => time > since);
    };

    /** A connection of its own, since the old one may be gone with its gateway. */
    async function orderIsAccepted(): Promise<boolean> {
      let trader: Trader | undefined;
      try {
        trader = await Trader.own(wallet);
        const { id } = await trader.place({
          market: 'ETHDAI',
          sell: ['ETH', parseEther('0.1')],
          buy: ['DAI', parseEther('900')],
          format: 'signTypedData',
        });
        const order = await trader.cancel(id);
        return order.canceled && order.info !== 'market_restarting';
      } catch {
        // Refused or cut off: it is not back yet.
        return false;
      } finally {
        trader?.close();
      }
    }

    beforeAll(async () => {
      chain = new Chain(exchange.endpoints);
      demo = exchange.run(['tools/run.mjs', 'demo']);
      const started = Date.now();
      wallet = new ChainWallet(chain, exchange.endpoints.accounts[6]?.privateKey ?? '');
      (await Trader.funded(wallet, 'ETH', parseEther('1'))).close();
      await until('every market to trade', 120_000, () => marketsTrade(started));
    });

    afterAll(async () => {
      demo.child.kill('SIGINT');
      await demo.ended;
      chain.close();
    });

    it.each(SERVICES)('%s is killed, comes back, and orders are accepted', async (app) => {
      await exchange.killAndRecover(app);
      await until(`an order after the end of ${app}`, RESUMES_MS_MAX, orderIsAccepted);
    });

    it('the traders went on, and the audit of the busy exchange finds no difference', async () => {
      const now = Date.now();
      await until('every market to trade', RESUMES_MS_MAX, () => marketsTrade(now));
      const audit = await exchange.finished(['tools/run.mjs', 'audit', '--seconds', '120']);
      expect(audit.output).toMatch(/audit: no difference\n$/);
      expect(audit.code).toBe(0);
    });
  });
}
