import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { axeFindings, openBrowser, tooWide } from '@exchange/test/browser';
import { DocsSite } from '@exchange/edge/reference';
import type { RunningExchange } from '../../kit/running-exchange';

const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1280, height: 900 };
const ADDRESSES = [...new DocsSite('Exchange').addresses, '/docs/search?q=order'];

/** The pages at /docs, as a browser shows them. */
export function docsPageCases(exchange: RunningExchange): void {
  describe('the pages at /docs', () => {
    let browser: Browser;

    beforeAll(async () => {
      browser = await openBrowser();
    });
    afterAll(() => browser.close());

    /** Opens each page in turn in a browser of this kind; `look` sees it when it is loaded. */
    async function everyPage(
      options: Parameters<Browser['newContext']>[0],
      look: (page: Page, address: string) => Promise<void>,
    ): Promise<void> {
      const context = await browser.newContext(options);
      try {
        const page = await context.newPage();
        const complaints: string[] = [];
        page.on('console', (message) => {
          if (message.type() === 'error') complaints.push(`${page.url()}: ${message.text()}`);
        });
        page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
        for (const address of ADDRESSES) {
          const answer = await page.goto(exchange.endpoints.rest + address);
          expect([address, answer?.status()]).toEqual([address, 200]);
          await look(page, address);
        }
        // What the policy forbids, and what the script throws, is told here.
        expect(complaints).toEqual([]);
      } finally {
        await context.close();
      }
    }

    it.each(['light', 'dark'] as const)('axe finds nothing in %s', async (colorScheme) => {
      const findings: string[] = [];
      await everyPage({ viewport: DESKTOP, colorScheme }, async (page, address) => {
        findings.push(...(await axeFindings(page, address)));
      });
      expect(findings).toEqual([]);
    });

    it('nothing has to be scrolled sideways on a phone, and axe finds nothing there', async () => {
      const findings: string[] = [];
      await everyPage({ viewport: PHONE }, async (page, address) => {
        findings.push(...(await tooWide(page, address)));
        findings.push(...(await axeFindings(page, address)));
      });
      expect(findings).toEqual([]);
    });

    it('a reader searches, follows what was found, and copies the whole example', async () => {
      const { rest } = exchange.endpoints;
      const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
      try {
        const page = await context.newPage();
        await page.goto(`${rest}/docs`);
        await page.getByRole('searchbox').fill('cancelOnDisconnect');
        await page.getByRole('button', { name: 'Search' }).click();
        await page
          .getByRole('main')
          .getByRole('link', { name: 'cancelOnDisconnect', exact: true })
          .first()
          .click();
        expect(page.url()).toBe(`${rest}/docs/commands#cancelondisconnect`);
        const example = page.locator('#cancelondisconnect ~ pre').first();
        await example.getByRole('button').click();
        await example.getByText('Copied').waitFor();
        const copied = String(await page.evaluate('navigator.clipboard.readText()'));
        expect(JSON.parse(copied)).toMatchObject([{ c: 'cancelOnDisconnect' }]);
      } finally {
        await context.close();
      }
    });
  });
}
