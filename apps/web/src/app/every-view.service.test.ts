import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { TINY_CONFIG } from '@exchange/test/kit';
import { announceWallet } from '../wallet/announced-wallet.fixture';
import { axeFindings, openBrowser, tooWide } from '@exchange/test/browser';
import { unseenStops } from './unseen-stops.fixture';
import { servePage, type ServedPage } from './served-page.fixture';
import { TradedExchange } from './traded-exchange.fixture';

const ANN = `0x${'a1'.repeat(20)}`;
const DESKTOP = { width: 1440, height: 900 };
/** What a browser makes of a desktop when somebody zooms to 200 %. */
const ZOOMED = { width: 720, height: 450 };
const PHONE = { width: 360, height: 740 };

describe('every view of the page', () => {
  let browser: Browser;
  let exchange: TradedExchange;
  let served: ServedPage;
  const complaints: string[] = [];
  beforeAll(async () => {
    exchange = await TradedExchange.listen(TINY_CONFIG, ANN);
    served = await servePage({ ...TINY_CONFIG, websocketUrl: exchange.wire.url });
    browser = await openBrowser();
  }, 180_000);
  afterAll(async () => {
    await browser.close();
    served.close();
    await exchange.wire.close();
  });

  const open = async (viewport: typeof DESKTOP, colorScheme: 'light' | 'dark') => {
    const context = await browser.newContext({ viewport, colorScheme, locale: 'en-US' });
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    page.on('pageerror', ({ message }) => complaints.push(message));
    await announceWallet(page, undefined, [ANN]);
    await page.goto(`${served.url}#/market/ETHDAI`);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Testwallet' }).click();
    await page.getByRole('button', { name: 'Sign and log in' }).click();
    await page.locator('.account-button[data-state=in]').waitFor();
    return { page, close: () => context.close() };
  };

  it.each([
    ['a desktop', DESKTOP],
    ['a desktop at 200 %', ZOOMED],
    ['a phone', PHONE],
  ])(
    'on %s has no finding of axe in both themes, nothing to scroll sideways, and each control in sight',
    async (_, size) => {
      const findings: string[] = [];
      for (const theme of ['light', 'dark'] as const) {
        const { page, close } = await open(size, theme);
        for (const [view, show] of viewsOf(page, served.url)) {
          await show();
          findings.push(...(await axeFindings(page, `${view}, ${theme}:`)));
          if (theme === 'dark') continue;
          findings.push(...(await tooWide(page, view, '.wide, .own-table')));
          findings.push(...(await unseenStops(page, view)));
        }
        await close();
      }
      expect(findings).toEqual([]);
      expect(complaints).toEqual([]);
    },
    300_000,
  );
});

type View = readonly [name: string, show: () => Promise<void>];

/** Every view, and how a person comes from each to the next. */
function viewsOf(page: Page, url: string): readonly View[] {
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const form = page.locator('.order-form');
  const own = page.locator('.own-bar');
  /** A narrow window shows one part at a time. */
  const part = async (name: string) => {
    const choice = page.getByRole('navigation', { name: 'What is shown' }).getByRole('button', { name });
    if (await choice.isVisible()) await choice.click();
  };
  const address = async (hash: string) => void (await page.goto(`${url}${hash}`));
  const fill = async (amount: string) => {
    await form.getByLabel('Rate DAI', { exact: true }).fill('200');
    await form.getByLabel('Amount ETH', { exact: true }).fill(amount);
  };
  const tab = (name: string): View => [
    `the tab ${name}`,
    () => page.getByRole('group', { name: 'What to do' }).getByRole('button', { name }).click(),
  ];
  const shown = (name: string): View => [`the part ${name}`, () => part(name)];
  const history = (name: string): View => [
    name,
    async () => void (await own.getByRole('radio', { name }).check({ force: true })),
  ];
  return [
    ['the market', () => button('Depth').waitFor()],
    ['the depth', () => button('Depth').click()],
    ...['Book', 'Trades', 'Markets', 'Order'].map(shown),
    ['a number with two meanings', () => fill('1,234')],
    ['the options of an order', () => form.getByText('More', { exact: true }).click()],
    [
      'what is signed',
      async () => {
        await fill('1');
        await form.getByRole('button', { name: 'Buy ETH' }).click();
        await form.getByText('You sign this').waitFor();
      },
    ],
    [
      'an open order',
      async () => {
        await form.getByRole('button', { name: 'Sign and place' }).click();
        await form.getByRole('button', { name: 'Sign and place' }).waitFor({ state: 'detached' });
        await part('Yours');
        await button(/^Edit order/)
          .first()
          .waitFor();
      },
    ],
    [
      'an edit',
      () =>
        button(/^Edit order/)
          .first()
          .click(),
    ],
    ...['All orders', 'Trades', 'Ledger'].map(history),
    [
      'the commands',
      async () => {
        await page.keyboard.press('Control+k');
        await page.getByRole('dialog', { name: 'Commands' }).waitFor();
      },
    ],
    [
      'the account',
      async () => {
        await page.keyboard.press('Escape');
        await page.locator('.account-button').click();
        await page.getByRole('dialog', { name: 'Account' }).waitFor();
      },
    ],
    [
      'the funds',
      async () => {
        await page.keyboard.press('Escape');
        await address('#/funds');
        await page.getByRole('heading', { name: 'Funds', exact: true }).waitFor();
      },
    ],
    ['a faulty deposit', async () => void (await page.getByLabel('Amount ETH').fill('1,234'))],
    ...['Withdraw', 'Exit', 'Keys'].map(tab),
    ['an unknown address', () => address('#/nothing')],
    ['an unlisted market', () => address('#/market/NOTHING')],
  ];
}
