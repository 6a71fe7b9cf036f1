import { RestClient } from '@exchange/client';
import { SERVICES, type ServiceName } from '@exchange/core/kernel';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseEther } from 'ethers';
import type { Browser } from 'playwright-core';
import { Chain } from '../../kit/chain';
import type { RunningExchange } from '../../kit/running-exchange';
import type { Trader } from '../../kit/trader';
import { until } from '../../kit/until';
import { PageTrader, traderOf } from './kit/page-trader';
import { untilBookIsRests } from './kit/shown-book';
import type { TraderPage } from './kit/trader-page';
import { openBrowser } from '@exchange/test/browser';

const DECIMALS = 18;
const SEEN_MS = 60_000;
/** What a browser says itself of a line that is lost, or of what can't be had. */
const OF_LOST_LINES =
  /WebSocket connection to .* failed|net::ERR_(CONNECTION|FAILED)|dynamically imported module/;

/** Each service ends while somebody trades at the page: it says what is old, comes back by itself, and has placed nothing twice. */
export function pageRestartCases(exchange: RunningExchange): void {
  describe('a page that is open while a service ends', () => {
    let browser: Browser;
    let chain: Chain;
    let beside: Trader;
    let maker: Trader;
    let owner: PageTrader;
    let tab: TraderPage;
    let rest: RestClient;
    /** Rates of the orders that the page has said to be placed, each entered once. */
    const placed: string[] = [];

    beforeAll(async () => {
      chain = new Chain(exchange.endpoints);
      rest = new RestClient(exchange.endpoints.rest);
      [browser, beside, maker] = await Promise.all([
        openBrowser(),
        traderOf(chain, 'restarts'),
        traderOf(chain, 'restingMaker'),
      ]);
      // Its line is the browser's own.
      owner = await PageTrader.open(browser, chain, beside.key, { isRouted: false });
      ({ tab } = owner);
      await tab.asksFirst(false);
      for (const rate of [300n, 301n, 302n]) {
        await maker.place({
          ...{ market: 'ETHDAI', format: 'sign' },
          ...{ sell: ['ETH', parseEther('1')], buy: ['DAI', parseEther('1') * rate] },
        });
      }
    });
    afterAll(async () => {
      await browser.close();
      for (const end of [beside, maker, chain]) end.close();
    });

    const anew = async () => {
      beside.close();
      let next: Trader | undefined;
      await until('a login of its own', SEEN_MS, async () => {
        next = await traderOf(chain, 'restarts').catch(() => undefined);
        return next !== undefined;
      });
      beside = next as unknown as Trader;
    };
    /** Rates of all orders that the account ever placed, once for each. */
    const everPlaced = async () => {
      const { orders } = (await beside.connection.answer({ c: 'getHistoricalOrders', limit: 50 }, 'ho')) as {
        orders: unknown[][];
      };
      return orders.map(([, , , , , , , , sell, buy]) =>
        String(BigInt(sell as string) / BigInt(buy as string)),
      );
    };

    const cases = SERVICES.map((service, at): [ServiceName, string] => [service, String(120 + at)]);
    it.each(cases)(
      '%s: it comes back by itself, and an order of %s is placed once',
      async (service, rate) => {
        await tab.watchStates();
        const recovered = exchange.killAndRecover(service);
        await tab.enter({ side: 'Buy', kind: 'Limit', execution: 'Good till it ends', amount: '0.5', rate });
        // Over a lost line nothing is entered.
        const isLost = service === 'ws-gateway';
        if (!isLost && (await tab.isPlacedNow())) placed.push(rate);
        await recovered;
        if (isLost) {
          await tab.told('The line is back; what was missed has been told.');
          expect(await tab.seenStates()).toEqual(expect.arrayContaining(['connection closed', 'book stale']));
        }
        await tab.untilIn();
        if (isLost && (await tab.isPlacedNow())) placed.push(rate);
        // It logs in with a signature, which gives the account another session: the page has come back by the old one.
        if (isLost) await anew();
        await until('the orders that were placed', SEEN_MS, async () => {
          const rates = await everPlaced();
          return placed.every((each) => rates.includes(each));
        });
        expect((await everPlaced()).sort()).toEqual([...placed].sort());
        expect(await untilBookIsRests(tab.page, rest, 'ETHDAI', DECIMALS)).toBeGreaterThan(0);
      },
    );

    it('trades on, and has nothing in its console but lost lines', async () => {
      const { page } = tab;
      // A part that could not be had is had when it is asked for again.
      await page.route(/funds-page/, (route) => route.abort());
      await page.goto(page.url().replace('#/market/ETHDAI', '#/funds'));
      await page.getByText('This part of the page has failed').waitFor();
      await page.unroute(/funds-page/);
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('row', { name: /^DAI / }).waitFor();
      await page.goBack();
      await tab.untilIn();
      // The form is a new one.
      await tab.asksFirst(false);
      await tab.enter({ side: 'Buy', kind: 'Limit', amount: '0.5', rate: '119' });
      expect(await tab.isPlacedNow()).toBe(true);
      const open = await beside.activeOrders();
      await tab.openCount(open.length);
      expect(tab.complaints.filter((complaint) => !OF_LOST_LINES.test(complaint))).toEqual([]);
    });
  });
}
