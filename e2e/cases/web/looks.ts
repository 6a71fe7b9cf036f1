import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import type { RunningExchange } from '../../kit/running-exchange';
import { axeFindings, openBrowser, tooWide } from '@exchange/test/browser';
import { DESKTOP, openPage, PHONE, untilLive } from './opened-page';

const THEMES = ['light', 'dark'] as const;

/** How the page looks, to axe and on a narrow screen. */
export function lookCases(exchange: RunningExchange): void {
  describe('the page', () => {
    let browser: Browser;
    const address = (hash = '#/market/ETHDAI') => `${exchange.endpoints.rest}/${hash}`;
    beforeAll(async () => {
      browser = await openBrowser();
    });
    afterAll(() => browser.close());

    it.each(THEMES)('axe finds nothing in %s', async (colorScheme) => {
      const findings: string[] = [];
      const { page, close } = await openPage(browser, address(), { viewport: DESKTOP, colorScheme });
      await untilLive(page);
      await page.locator('.legend').getByText('Vol').waitFor();
      findings.push(...(await axeFindings(page, 'candles')));
      await page.getByRole('button', { name: 'Depth' }).click();
      findings.push(...(await axeFindings(page, 'depth')));
      await page.getByRole('searchbox').fill('zeppelin');
      findings.push(...(await axeFindings(page, 'no market found')));
      for (const hash of ['#/nothing', '#/market/NOTHING']) {
        await page.goto(address(hash));
        findings.push(...(await axeFindings(page, hash)));
      }
      expect(findings).toEqual([]);
      await close();
    });

    it('nothing has to be scrolled sideways on a phone, and axe finds nothing there', async () => {
      const findings: string[] = [];
      const { page, close } = await openPage(browser, address(), { viewport: PHONE });
      await page.locator('.connection[data-state=ready]').waitFor();
      for (const view of ['Book', 'Trades', 'Markets', 'Chart']) {
        await page
          .getByRole('navigation', { name: 'What is shown' })
          .getByRole('button', { name: view })
          .click();
        findings.push(...(await tooWide(page, view)));
        findings.push(...(await axeFindings(page, view)));
      }
      expect(findings).toEqual([]);
      await close();
    });

    it('the theme is chosen by hand and kept', async () => {
      const { page, close } = await openPage(browser, address(), { viewport: DESKTOP, colorScheme: 'light' });
      const shown = () => page.evaluate('document.documentElement.dataset.theme');
      await page.getByRole('button', { name: 'Theme: as the system' }).waitFor();
      expect(await shown()).toBe('light');
      await page.getByRole('button', { name: /^Theme/ }).click();
      await page.getByRole('button', { name: 'Theme: light' }).click();
      expect(await shown()).toBe('dark');
      await page.reload();
      await page.getByRole('button', { name: 'Theme: dark' }).waitFor();
      expect(await shown()).toBe('dark');
      await close();
    });
  });
}
