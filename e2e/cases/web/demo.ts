import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RestClient } from '@exchange/client';
import { BAR_PRECISIONS, type BarPrecision } from '@exchange/core/wire';
import type { Browser } from 'playwright-core';
import type { RunningExchange } from '../../kit/running-exchange';
import { until } from '../../kit/until';
import { openBrowser } from '@exchange/test/browser';
import { openPage, untilLive } from './opened-page';

const MARKETS = ['ETHDAI', 'WBTCETH', 'ETHUSDC', 'WBTCUSDC', 'LINKETH'] as const;
const MADE_MS_MAX = 60_000;
const TRADED_MS_MAX = 120_000;
const WEEKS = 4;

/** What `npm start -- --demo` shows: weeks of bars in every chart, which say that they are made up. */
export function demoCases(exchange: RunningExchange): void {
  describe('an exchange with --demo', () => {
    let browser: Browser;
    let rest: RestClient;
    const now = () => Math.floor(Date.now() / 1_000) + 60;
    const bars = (market: string, precision: BarPrecision) => rest.bars(market, precision, 0, now());
    beforeAll(async () => {
      browser = await openBrowser();
      rest = new RestClient(exchange.endpoints.rest);
      await until('every market to have its bars', MADE_MS_MAX, async () => {
        const weeks = await Promise.all(MARKETS.map((market) => bars(market, '1w')));
        return weeks.every(({ length }) => length > WEEKS);
      });
    });
    afterAll(() => browser.close());

    it('has weeks of bars of every precision in every market, and says before when they are made up', async () => {
      const { demoBarsBefore = 0 } = await rest.config();
      expect(demoBarsBefore).toBeLessThan(Date.now());
      expect(demoBarsBefore).toBeGreaterThan(Date.now() - 3_600_000);
      for (const market of MARKETS) {
        for (const [precision, seconds] of Object.entries(BAR_PRECISIONS)) {
          const found = await bars(market, precision as BarPrecision);
          const made = found.filter(([time = 0]) => time < demoBarsBefore);
          // An answer has 2000 at most; minutes without trades have no bar.
          expect([market, precision, made.length]).toEqual([market, precision, expect.any(Number)]);
          expect(made.length).toBeGreaterThan(Math.min(500, (WEEKS * 604_800) / seconds / 2));
        }
      }
    });

    it('counts none of them in the figures of 24 hours', async () => {
      await until('a trade', TRADED_MS_MAX, async () => (await rest.trades('ETHDAI')).trades.length > 0);
      const { demoBarsBefore = 0 } = await rest.config();
      const ticker = (await rest.tickers()).find(({ market }) => market === 'ETHDAI');
      const day = await bars('ETHDAI', '1m');
      const volume = (from: number, to: number) =>
        day.reduce(
          (sum, [time = 0, , , , , traded = 0]) => (time >= from && time < to ? sum + traded : sum),
          0,
        );
      const madeUp = volume(Date.now() - 86_400_000, demoBarsBefore);
      expect(madeUp).toBeGreaterThan(10);
      // What was traded since then, and more may have been since the ticker was asked for.
      expect(Number(ticker?.volumeTraded24h)).toBeLessThanOrEqual(
        volume(demoBarsBefore, Infinity) * 1.000001,
      );
    });

    it('draws them, and says that they are examples', async () => {
      const url = `${exchange.endpoints.rest}/#/market/ETHDAI`;
      const { page, complaints, close } = await openPage(browser, url);
      await untilLive(page);
      await page.getByText('Example data: bars that open before').waitFor();
      // The running week began before the market was listed.
      await page.getByLabel('How long a bar is').selectOption('1w');
      await page.locator('.legend').getByText('(example)').waitFor();
      expect(await page.locator('.candle-frame').getAttribute('aria-label')).toContain('(example)');
      await page.getByLabel('How long a bar is').selectOption('1m');
      await page.locator('.legend').getByText('Vol').waitFor();
      await page.locator('.candle-frame').focus();
      expect(complaints).toEqual([]);
      await close();
    });

    it('is clean to the audit', async () => {
      const { code, output } = await exchange.finished(['tools/run.mjs', 'audit']);
      expect(output).toMatch(/audit: no difference\n$/);
      expect(output).toMatch(/longer demo bars = demo bars of a minute +[1-9]\d{4,} +0\n/);
      expect(code).toBe(0);
    });
  });
}
