import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import type { AxeResults } from 'axe-core';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Browser, chromium, type Page } from 'playwright-core';
import { DocsSite } from '@exchange/edge/reference';
import type { RunningExchange } from '../../kit/running-exchange';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1280, height: 900 };
const ADDRESSES = [...new DocsSite('Exchange').addresses, '/docs/search?q=order'];

/** The pages at /docs, as a browser shows them. */
export function docsPageCases(exchange: RunningExchange): void {
  describe('the pages at /docs', () => {
    let browser: Browser;

    beforeAll(async () => {
      // Root has no sandbox; the pages are our own.
      const args = ['--no-sandbox', '--disable-gpu'];
      browser = await chromium.launch({
        executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
        args,
      });
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
        const wide = (await page.evaluate(`[...document.querySelectorAll('*')]
          .filter((one) => one === document.documentElement || /auto|scroll/.test(getComputedStyle(one).overflowX))
          .filter((one) => one.scrollWidth > one.clientWidth)
          .map((one) => one.outerHTML.slice(0, 100))`)) as string[];
        findings.push(...wide.map((one) => `${address} is too wide: ${one}`));
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

/** What axe has against the page, a line each. */
async function axeFindings(page: Page, address: string): Promise<string[]> {
  const found = await page.evaluate(`${AXE}; axe.run({ resultTypes: ['violations'] })`);
  return (found as AxeResults).violations.map(({ id, nodes }) => `${address} ${id}: ${nodes[0]?.html}`);
}
