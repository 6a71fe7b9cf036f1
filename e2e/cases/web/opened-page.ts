import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import type { AxeResults } from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
export const PHONE = { width: 360, height: 740 };
export const DESKTOP = { width: 1440, height: 900 };
const READY_MS = 20_000;

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    // Root has no sandbox; the page is our own.
    args: ['--no-sandbox', '--disable-gpu'],
  });

/** A page, and what it complained of: errors in the console, what threw, and what its policy refused. */
export interface OpenedPage {
  readonly page: Page;
  readonly complaints: readonly string[];
  close(): Promise<void>;
}

/** Opens the page at this address; `url` may have a hash. `prepare` puts something into it before. */
export async function openPage(
  browser: Browser,
  url: string,
  options: Parameters<Browser['newContext']>[0] = { viewport: DESKTOP },
  prepare: (page: Page) => Promise<unknown> = () => Promise.resolve(),
): Promise<OpenedPage> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await prepare(page);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`thrown: ${error.message}`));
  await page.goto(url);
  return { page, complaints, close: () => context.close() };
}

/** Waits until the market's view shows a live book and candles. */
export async function untilLive(page: Page): Promise<void> {
  await page.locator('.connection[data-state=ready]').waitFor({ timeout: READY_MS });
  await page.locator('.book[data-state=live]').waitFor({ timeout: READY_MS });
}

/** What axe has against the page as it is, a line each. */
export async function axeFindings(page: Page, what: string): Promise<string[]> {
  // The page's policy lets no script in but the debugger's.
  const found = await page.evaluate(`${AXE}; axe.run({ resultTypes: ['violations'] })`);
  return (found as AxeResults).violations.map(({ id, nodes }) => `${what} ${id}: ${nodes[0]?.html}`);
}

/** What is wider than its place, so that one would have to scroll sideways. */
export async function tooWide(page: Page): Promise<string[]> {
  return (await page.evaluate(`[...document.querySelectorAll('*')]
    .filter((one) => one === document.documentElement || /auto|scroll/.test(getComputedStyle(one).overflowX))
    .filter((one) => one.scrollWidth > one.clientWidth)
    .map((one) => one.outerHTML.slice(0, 100))`)) as string[];
}
