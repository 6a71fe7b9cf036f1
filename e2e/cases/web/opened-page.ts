import type { Browser, Page } from 'playwright-core';

export const PHONE = { width: 360, height: 740 };
export const DESKTOP = { width: 1440, height: 900 };
const READY_MS = 20_000;

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
