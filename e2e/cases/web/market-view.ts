import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ExchangeClient, RestClient } from '@exchange/client';
import type { BarPrecision } from '@exchange/core/wire';
import { WebSocket } from 'ws';
import type { Browser } from 'playwright-core';
import type { RunningExchange } from '../../kit/running-exchange';
import { until } from '../../kit/until';
import { isCutOf, plain, untilBookIsRests } from './kit/shown-book';
import { openBrowser } from '@exchange/test/browser';
import { openPage, untilLive } from './opened-page';

const MARKETS = ['ETHDAI', 'WBTCETH', 'ETHUSDC', 'WBTCUSDC', 'LINKETH'] as const;
const TRADES_LEAST = 5;
const DEMO_MS_MAX = 120_000;
const SHOWN_MS_MAX = 10_000;

/** What the market's view shows, beside what REST and the websocket say. */
export function marketViewCases(exchange: RunningExchange): void {
  describe('the market view', () => {
    let browser: Browser;
    let rest: RestClient;
    let client: ExchangeClient;
    const address = (market: string) => `${exchange.endpoints.rest}/#/market/${market}`;

    beforeAll(async () => {
      browser = await openBrowser();
      rest = new RestClient(exchange.endpoints.rest);
      const demo = exchange.run(['tools/run.mjs', 'demo']);
      const traded = async (market: string) => (await rest.trades(market)).trades.length >= TRADES_LEAST;
      await until('every market to trade', DEMO_MS_MAX, async () =>
        (await Promise.all(MARKETS.map(traded))).every(Boolean),
      );
      // From here on nothing moves, so that figures can be compared; traders who left would take their orders along.
      demo.child.kill('SIGKILL');
      await demo.ended;
      client = new ExchangeClient({ url: exchange.endpoints.ws, socket: WebSocket });
      await client.connect();
    });
    afterAll(async () => {
      client.close();
      await browser.close();
    });

    it('every path but / and what the page loads stays one that doesn’t exist', async () => {
      for (const path of ['/market/ETHDAI', '/index.html', '/assets/none.js']) {
        const answer = await fetch(exchange.endpoints.rest + path);
        expect([answer.status, await answer.json()]).toEqual([404, expect.objectContaining({ data: null })]);
      }
    });

    it('shows the trades, and the figures of 24 hours in list, head and title', async () => {
      const { page, complaints, close } = await openPage(browser, address('ETHDAI'));
      await untilLive(page);
      const { trades } = await rest.trades('ETHDAI');
      const rows = page.getByRole('table', { name: 'Trades' }).getByRole('row');
      await rows.nth(1).waitFor();
      for (const [at, { rate, amount, direction }] of trades.slice(0, TRADES_LEAST).entries()) {
        const [shownRate = '', shownAmount = ''] = await rows
          .nth(at + 1)
          .getByRole('cell')
          .allTextContents();
        expect([shownRate[0], plain(shownRate.slice(1))]).toEqual([direction === 'BUY' ? '▲' : '▼', rate]);
        expect([shownAmount, isCutOf(shownAmount, amount, 18)]).toEqual([shownAmount, true]);
      }
      const tickers = await rest.tickers();
      const list = page.getByRole('navigation', { name: 'Markets' });
      for (const { market, rate } of tickers) {
        const { traded, quote } = client.listed.markets[market] ?? {};
        const row = list.getByRole('link').filter({ hasText: `${traded}/${quote}` });
        expect(plain(await row.locator('.figure').first().innerText())).toBe(rate);
      }
      const last = tickers.find(({ market }) => market === 'ETHDAI')?.rate ?? '';
      expect(plain(await page.locator('.figure-pair.last dd').innerText())).toBe(last);
      expect(plain((await page.title()).split(' ')[0] ?? '')).toBe(last);
      await page.getByRole('searchbox').fill('chain');
      expect(await list.getByRole('link').count()).toBe(1);
      await list.getByRole('link').click();
      await page.getByRole('heading', { name: 'LINK/ETH' }).waitFor();
      expect(new URL(page.url()).hash).toBe('#/market/LINKETH');
      expect(complaints).toEqual([]);
      await close();
    });

    it.each(MARKETS)('shows the book of %s line by line as REST has it', async (market) => {
      const { page, complaints, close } = await openPage(browser, address(market));
      await untilLive(page);
      const { traded = '' } = client.listed.markets[market] ?? {};
      const decimals = client.listed.tokens[traded]?.decimals ?? 0;
      expect(await untilBookIsRests(page, rest, market, decimals)).toBeGreaterThan(1);
      expect(complaints).toEqual([]);
      await close();
    });

    it('draws candles of every precision, under its policy', async () => {
      const { page, complaints, close } = await openPage(browser, address('ETHDAI'));
      await untilLive(page);
      for (const precision of Object.keys(client.config.barDataPrecisions)) {
        await page.getByLabel('How long a bar is').selectOption(precision);
        const now = Math.floor(Date.now() / 1_000);
        const [newest] = await rest.bars('ETHDAI', precision as BarPrecision, 0, now);
        const [, open, , , close] = newest ?? [];
        const chart = page.locator('.candle-frame');
        await until(`the last bar of ${precision}`, SHOWN_MS_MAX, async () => {
          const label = (await chart.getAttribute('aria-label')) ?? '';
          const [, o, c] = /O (\S+).* C (\S+)/.exec(label) ?? [];
          return label.includes(`, ${precision} each`) && Number(o) === open && Number(c) === close;
        });
      }
      expect(complaints).toEqual([]);
      await close();
    });

    it('says that an address is none, and that a market isn’t listed', async () => {
      const { page, complaints, close } = await openPage(browser, `${exchange.endpoints.rest}/#/nothing`);
      await page.getByText('There is no such page').waitFor();
      await page.getByRole('link', { name: 'To the markets' }).click();
      await untilLive(page);
      await page.goto(address('NOTHING'));
      await page.getByText('NOTHING is not listed').waitFor();
      expect(complaints).toEqual([]);
      await close();
    });
  });
}
