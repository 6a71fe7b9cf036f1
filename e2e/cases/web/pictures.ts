import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RestClient } from '@exchange/client';
import { parseEther } from 'ethers';
import type { Browser, Page } from 'playwright-core';
import { smallPng } from '../../../tools/kit/pictures/small-png';
import { Chain } from '../../kit/chain';
import type { RunningExchange } from '../../kit/running-exchange';
import type { Trader } from '../../kit/trader';
import { until } from '../../kit/until';
import { PageTrader, withFunds } from './kit/page-trader';
import { openBrowser } from '@exchange/test/browser';
import { DESKTOP, untilLive } from './opened-page';

/** `npm run pictures` writes them. */
const PICTURES = path.resolve(import.meta.dirname, '../../../docs/pictures');
const BYTES_MAX = 150 * 1_024;
const DRAWN_MS = 1_500;
const BOOK_MS_MAX = 120_000;
const ACCOUNT = 13;
const THEMES = ['light', 'dark'] as const;
const SCREENS = { desktop: DESKTOP, phone: { width: 390, height: 844 } } as const;

/** A view: where it is, and what shows it there; on a phone under the name of its button. */
interface View {
  readonly place: string;
  readonly onPhone?: string;
  show?(page: Page): Promise<void>;
}

const VIEWS: Readonly<Record<string, View>> = {
  market: { place: '/#/market/ETHDAI', onPhone: 'Chart' },
  book: { place: '/#/market/ETHDAI', onPhone: 'Book' },
  order: {
    ...{ place: '/#/market/ETHDAI', onPhone: 'Order' },
    async show(page) {
      const form = page.locator('.order-form');
      await form.getByLabel('Rate DAI', { exact: true }).fill('2900');
      await form.getByLabel('Amount ETH', { exact: true }).fill('0.5');
      await form.getByRole('button', { name: 'Buy ETH', exact: true }).click();
      await form.getByRole('button', { name: 'Sign and place' }).waitFor();
    },
  },
  own: {
    ...{ place: '/#/market/ETHDAI', onPhone: 'Yours' },
    async show(page) {
      const bar = page.locator('.own-bar');
      await bar.getByRole('radio', { name: 'All orders' }).check({ force: true });
      await page.getByRole('table', { name: 'All orders' }).getByText('Buy ETHDAI').first().waitFor();
    },
  },
  funds: { place: '/#/funds' },
  docs: { place: '/docs' },
};

const NAMES = Object.keys(VIEWS)
  .flatMap((view) =>
    Object.keys(SCREENS).flatMap((screen) =>
      // A desktop shows market and book in one.
      THEMES.map((theme) => [`${view}-${screen}-${theme}`, view, screen, theme] as const),
    ),
  )
  .filter(([, view, screen]) => view !== 'book' || screen === 'phone');

/** How the page looks to somebody who trades, at an exchange with demo bars and traders. */
export function pictureCases(exchange: RunningExchange): void {
  describe('the page of somebody who trades', () => {
    let browser: Browser;
    let chain: Chain;
    let beside: Trader;
    let trader: PageTrader;
    let page: Page;

    /** Takes a little of both sides of the book, and leaves orders some lines behind the best ones. */
    async function trade(rest: RestClient): Promise<void> {
      const sideOf = async (direction: 'BUY' | 'SELL') =>
        (await rest.orderBook('ETHDAI', 20)).filter((line) => line.direction === direction);
      await until(
        'a book',
        BOOK_MS_MAX,
        async () => (await sideOf('BUY')).length > 6 && (await sideOf('SELL')).length > 6,
      );
      const quote = (rate: string | undefined, amount: bigint) =>
        (parseEther(rate ?? '1') * amount) / 10n ** 18n;
      const amount = parseEther('0.2');
      for (const [direction, at, fields] of [
        ...[
          ['SELL', 2, { immediateOrCancel: true }] as const,
          ['BUY', 2, { immediateOrCancel: true }] as const,
        ],
        ...[['BUY', 3, {}] as const, ['SELL', 4, {}] as const, ['BUY', 5, {}] as const],
      ]) {
        const rate = (await sideOf(direction))[at]?.rate;
        // What takes goes against the side that it looks at, what rests stands in it.
        const buys = (direction === 'BUY') !== 'immediateOrCancel' in fields;
        const [eth, dai] = [['ETH', amount] as const, ['DAI', quote(rate, amount)] as const];
        const [sell, buy] = buys ? [dai, eth] : [eth, dai];
        await beside.place({ market: 'ETHDAI', format: 'sign', sell, buy, fields });
      }
    }

    beforeAll(async () => {
      chain = new Chain(exchange.endpoints);
      [browser, beside] = await Promise.all([openBrowser(), withFunds(chain, ACCOUNT)]);
      trader = await PageTrader.open(browser, chain, beside.key, { isRouted: false });
      ({ page } = trader.tab);
      await trade(new RestClient(exchange.endpoints.rest));
    });
    afterAll(async () => {
      await browser.close();
      beside.close();
      chain.close();
    });

    it('marks own orders in the book, for those who see it and those who hear it', async () => {
      await untilLive(page);
      await page.locator('.book-titles').getByText('▸ own').waitFor();
      await page
        .locator('ol[aria-label^=Bids] button')
        .filter({ hasText: /, yours 0\.\d+$/ })
        .first()
        .waitFor({ state: 'attached' });
    });

    it('marks own fills in the chart, and says what they were', async () => {
      await page.getByLabel('How long a bar is').selectOption('1d');
      const chart = page.locator('.candle-frame');
      await page
        .locator('.legend')
        .getByText(/You bought 0\.\d+ ETH/)
        .waitFor();
      expect(await chart.getAttribute('aria-label')).toMatch(/You sold 0\.\d+ ETH/);
      await page.getByLabel('How long a bar is').selectOption('15m');
    });

    it.each(NAMES)('is drawn: %s', async (name, view, screen, theme) => {
      const { place, onPhone, show } = VIEWS[view] as View;
      await page.emulateMedia({ colorScheme: theme });
      await page.setViewportSize(SCREENS[screen as keyof typeof SCREENS]);
      await page.goto(exchange.endpoints.rest + place);
      if (place.startsWith('/#')) {
        await page.reload();
        await page.locator('.account-button[data-state=in]').waitFor();
        await page.locator('.connection[data-state=ready]').waitFor();
      }
      if (screen === 'phone' && onPhone !== undefined)
        await page
          .getByRole('navigation', { name: 'What is shown' })
          .getByRole('button', { name: onPhone, exact: true })
          .click();
      await show?.(page);
      await page.waitForTimeout(DRAWN_MS);
      const picture = smallPng(await page.screenshot());
      if (process.env['UPDATE_PICTURES'] !== undefined) {
        mkdirSync(PICTURES, { recursive: true });
        writeFileSync(path.join(PICTURES, `${name}.png`), picture);
      }
      expect(picture.length).toBeLessThanOrEqual(BYTES_MAX);
      expect(picture.length).toBeGreaterThan(8_000);
    });
  });
}
