import { openBrowser } from '@exchange/test/browser';
import { TINY_CONFIG } from '@exchange/test/kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { servePage, type ServedPage } from '../../app/served-page.fixture';
import { TradedExchange } from '../../app/traded-exchange.fixture';

const THREAD = /line-thread/;
const LOADS_REFUSED = 2;

describe('the thread that has the page’s websocket, in a browser', () => {
  let browser: Browser;
  let exchange: TradedExchange;
  let served: ServedPage;
  let page: Page;
  let loads = 0;

  beforeAll(async () => {
    exchange = await TradedExchange.listen(TINY_CONFIG, `0x${'a1'.repeat(20)}`);
    served = await servePage({ ...TINY_CONFIG, websocketUrl: exchange.wire.url });
    browser = await openBrowser();
    page = await browser.newPage();
    await page.route(THREAD, (route) => {
      loads += 1;
      return loads > LOADS_REFUSED ? route.continue() : route.abort();
    });
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    served.close();
    await exchange.wire.close();
  });

  const live = async () => {
    await page.locator('.connection[data-state=ready]').waitFor({ timeout: 20_000 });
    await page.locator('.book[data-state=live]').waitFor({ timeout: 20_000 });
  };

  it('is loaded again until it is there; until then the page says that nobody answers', async () => {
    await page.goto(`${served.url}#/market/ETHDAI`);
    await page.getByText('The exchange doesn’t answer').waitFor();
    await live();
    expect(loads).toBe(LOADS_REFUSED + 1);
  }, 60_000);

  it('is replaced when it fails, and the page is live again', async () => {
    const subscribed = () => exchange.wire.commands.filter(({ c }) => c === 'subscribe').length;
    const before = subscribed();
    const [failing] = page.workers();
    const replaced = page.waitForEvent('worker');
    await failing?.evaluate('setTimeout(() => { throw new Error("failed by the test"); })');
    await replaced;
    await live();
    expect(subscribed()).toBeGreaterThan(before);
    expect([loads, page.workers().length]).toEqual([LOADS_REFUSED + 2, 1]);
  }, 60_000);
});
