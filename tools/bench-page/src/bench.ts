import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { DESKTOP, openPage, type OpenedPage, untilLive } from '../../../e2e/cases/web/opened-page';
import { EMPTY_PAGE, PLAIN_TABLE, plainRows } from '../../../e2e/cases/web/stub/plain-pages';
import { StubExchange } from '../../../e2e/cases/web/stub/stub-exchange';

/** How many times slower than this machine the page's code runs. */
export const SLOWED = 4;
export const ROWS = 10_000;
const TRACED = [
  'toplevel',
  'blink',
  'cc',
  'viz',
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
];

/** What every measure works with. */
export interface Bench {
  readonly browser: Browser;
  readonly stub: StubExchange;
  /** How often each is measured: what counts is the median. */
  readonly rounds: number;
  /** Of one round of drawing. */
  readonly seconds: number;
  /** Where profiles of the page's code go, when they are asked for. */
  readonly profiles: string | undefined;
}

/** The page, and what it is held against: a table that is written plainly, and a page in which next to nothing is drawn. */
export const PAGES = ['page', 'plain', 'empty'] as const;
export type MeasuredPage = (typeof PAGES)[number];

/** The stub with the pages that the built one is held against. The bundle of this tool lies in dist/tools. */
export const openStub = (): Promise<StubExchange> =>
  StubExchange.open({
    root: path.resolve(import.meta.dirname, '../apps/web'),
    past: ROWS,
    pages: { '/plain': PLAIN_TABLE, '/rows': plainRows(ROWS), '/empty': EMPTY_PAGE },
  });

/** Opens one of the pages in a browser that has nothing of it yet, and waits until it shows something. */
export async function openMeasured(
  { browser, stub }: Bench,
  which: MeasuredPage,
  prepare?: (page: Page) => Promise<unknown>,
): Promise<OpenedPage> {
  const address = stub.url + { page: '/', plain: '/plain', empty: '/empty' }[which];
  const opened = await openPage(browser, address, { viewport: DESKTOP }, prepare);
  if (which === 'page') {
    await untilLive(opened.page);
    await opened.page.locator('.candles canvas').first().waitFor();
  }
  if (which === 'plain') await opened.page.locator('#book tr').first().waitFor();
  return opened;
}

/**
 * Keeps, for Chromium's developer tools and where that is asked for, a profile of the page's code and a trace of what the browser
 * does meanwhile.
 */
export async function profiled<T>(
  { browser, profiles }: Bench,
  page: Page,
  debuggers: CDPSession,
  name: string,
  during: () => Promise<T>,
): Promise<T> {
  if (profiles === undefined) return during();
  const file = path.join(profiles, name);
  await browser.startTracing(page, { path: `${file}.trace.json`, categories: TRACED });
  await debuggers.send('Profiler.enable');
  await debuggers.send('Profiler.start');
  const result = await during();
  const { profile } = await debuggers.send('Profiler.stop');
  await browser.stopTracing();
  writeFileSync(`${file}.cpuprofile`, JSON.stringify(profile));
  return result;
}
