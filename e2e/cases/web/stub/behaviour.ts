import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '@exchange/test/browser';
import { DESKTOP, openPage, PHONE, untilLive } from '../opened-page';
import { StubExchange } from './stub-exchange';

const THEMES = ['light', 'dark'] as const;
const DRAWN_MS = 1_500;
const BACK_MS_MAX = 30_000;

/** What the page does with keys, with a lost line and in both themes, at a market that stands still. */
export function behaviourCases(): void {
  describe('the page at a market that stands still', () => {
    let browser: Browser;
    let stub: StubExchange;
    beforeAll(async () => {
      browser = await openBrowser();
      stub = await StubExchange.open();
    });
    afterAll(async () => {
      await browser.close();
      await stub.close();
    });
    const asks = (page: Page) => page.locator('ol[aria-label^=Asks] button');

    it('draws the depth of the book, and says it in words', async () => {
      const { page, complaints, close } = await openPage(browser, stub.url);
      await untilLive(page);
      await page.getByRole('button', { name: 'Depth' }).click();
      await page.getByRole('img', { name: /^Depth of the shown book: bids for [\d.]+ ETH/ }).waitFor();
      expect(complaints).toEqual([]);
      await close();
    });

    it('is gone through by keys: into the book, along its lines, and out again', async () => {
      const { page, close } = await openPage(browser, stub.url);
      await untilLive(page);
      await asks(page).nth(1).waitFor({ state: 'attached' });
      const focused = () => page.evaluate('document.activeElement.textContent');
      const [first, second] = await asks(page).allTextContents();
      await asks(page).first().focus();
      expect(await focused()).toBe(first);
      await page.keyboard.press('ArrowDown');
      expect(await focused()).toBe(second);
      await page.keyboard.press('End');
      expect(await focused()).toBe(await page.locator('ol[aria-label^=Bids] button').last().textContent());
      await page.keyboard.press('Tab');
      expect(await page.locator('ol button:focus').count()).toBe(0);
      await close();
    });

    it('keeps what was known, marked, while the line is lost, until it is live again', async () => {
      const { page, close } = await openPage(browser, stub.url);
      await untilLive(page);
      const before = await asks(page).allTextContents();
      stub.refuse(true);
      await page.getByText('Not live: the book as it was last').waitFor();
      await page.locator('.connection[data-state=closed]').waitFor();
      expect(await asks(page).allTextContents()).toEqual(before);
      stub.refuse(false);
      await page.locator('.book[data-state=live]').waitFor({ timeout: BACK_MS_MAX });
      await page.getByText('Not live').first().waitFor({ state: 'detached' });
      expect(await asks(page).allTextContents()).toEqual(before);
      await close();
    });

    it.each(
      THEMES.flatMap((theme) => [
        { name: `market-desktop-${theme}`, theme, viewport: DESKTOP, view: undefined },
        { name: `market-phone-${theme}`, theme, viewport: PHONE, view: 'Book' },
      ]),
    )('is drawn: $name', async ({ theme, viewport, view }) => {
      const { page, complaints, close } = await openPage(browser, stub.url, { viewport, colorScheme: theme });
      await page.locator('.connection[data-state=ready]').waitFor();
      if (view !== undefined) await page.getByRole('button', { name: view, exact: true }).click();
      await page.locator('.book[data-state=live]').waitFor();
      await page.waitForTimeout(DRAWN_MS);
      // The book is no empty picture: many colours are in it.
      const colours = await page.evaluate(`(() => {
        const canvas = document.querySelector('.book-frame canvas');
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        return new Set(new Uint32Array(data.buffer)).size;
      })()`);
      expect(colours).toBeGreaterThan(20);
      expect(complaints).toEqual([]);
      await close();
    });
  });
}
