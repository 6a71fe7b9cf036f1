import { type ExchangeChain, startExchangeChain, TINY_CONFIG, walletAt } from '@exchange/test/kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { openBrowser } from '@exchange/test/browser';
import { servePage, type ServedPage } from './served-page.fixture';
import { TradedExchange } from './traded-exchange.fixture';

const STOPS_MAX = 80;
const FOCUS_MS_MAX = 10_000;
const POLL_MS = 20;

describe('a whole session by keys alone', () => {
  let chain: ExchangeChain;
  let browser: Browser;
  let exchange: TradedExchange;
  let served: ServedPage;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    chain = await startExchangeChain();
    const { name, chainId, contract } = chain.domain;
    const config = { ...TINY_CONFIG, name, chainId, contractAddress: contract, rpcUrl: chain.url };
    exchange = await TradedExchange.listen(config, walletAt(2).address.toLowerCase());
    served = await servePage({ ...config, websocketUrl: exchange.wire.url });
    browser = await openBrowser();
    page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
    page.setDefaultTimeout(10_000);
    page.on('pageerror', ({ message }) => complaints.push(message));
    await page.goto(`${served.url}#/market/ETHDAI`);
    await page.getByRole('heading', { name: /ETH.DAI/ }).waitFor();
  }, 180_000);
  afterAll(async () => {
    await browser.close();
    served.close();
    await exchange.wire.close();
    await chain.stop();
  });

  const keys = async (...pressed: readonly string[]) => {
    for (const key of pressed) await page.keyboard.press(key);
  };
  const hasFocus = (wanted: Locator) => wanted.evaluate((one) => one === one.ownerDocument.activeElement);
  /** Presses Tab until this has the focus. */
  const tabTo = async (wanted: Locator) => {
    await wanted.waitFor();
    for (let stops = 0; stops < STOPS_MAX; stops += 1) {
      if (await hasFocus(wanted)) return;
      await keys('Tab');
    }
    throw new Error(`the tab key doesn't reach ${String(wanted)}`);
  };
  const untilFocused = async (wanted: Locator) => {
    await wanted.waitFor();
    for (const end = Date.now() + FOCUS_MS_MAX; !(await hasFocus(wanted)); await page.waitForTimeout(POLL_MS))
      if (Date.now() > end) throw new Error(`the focus doesn't come to ${String(wanted)}`);
  };
  /** Types over what stands in a field. */
  const typeInto = async (wanted: Locator, text: string) => {
    await tabTo(wanted);
    await keys('Control+a');
    await page.keyboard.type(text);
  };
  /** Has a command done by its name. */
  const command = async (name: string) => {
    await keys('Control+k');
    await page.getByRole('combobox', { name: 'Type a part of its name' }).waitFor();
    await page.keyboard.type(name);
    const list = page.getByRole('dialog', { name: 'Commands' });
    await list.getByRole('option', { selected: true }).waitFor();
    await keys('Enter');
    await list.waitFor({ state: 'detached' });
  };
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const field = (name: string | RegExp) => page.getByRole('textbox', { name, exact: true });
  const press = async (wanted: Locator) => {
    await tabTo(wanted);
    await keys('Enter');
  };
  const banner = () => page.getByRole('banner').ariaSnapshot();

  it('logs in with a wallet', async () => {
    await command('connect');
    await press(
      page.getByRole('dialog', { name: 'Connect a wallet' }).getByRole('button', { name: 'Test account 2' }),
    );
    await press(
      page.getByRole('dialog', { name: 'Log in' }).getByRole('button', { name: 'Sign and log in' }),
    );
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await banner()).toContain('button "0x3c44…93bc"');
  });

  it('makes a key in this browser', async () => {
    await command('funds');
    await page.getByRole('heading', { name: 'Funds', exact: true }).waitFor();
    await press(button('Keys'));
    await typeInto(field(/^Name of the key/), 'my laptop');
    await keys('Enter');
    await page
      .getByRole('listitem')
      .filter({ hasText: /^\s*✓ Into a block/ })
      .waitFor();
    exchange.acceptKeys();
    const key = page.getByRole('list', { name: 'Keys that may trade' }).getByRole('listitem');
    await key.filter({ hasText: 'may trade · This browser' }).waitFor();
    expect(await key.ariaSnapshot()).toContain('my laptop');
  });

  it('finds a market, and takes a rate from its book', async () => {
    await command('market eth');
    await command('go markets');
    await untilFocused(page.getByRole('searchbox', { name: 'Search markets' }));
    await page.keyboard.type('eth');
    await press(page.getByRole('navigation', { name: 'Markets' }).getByRole('link', { name: /^ETH/ }));
    await command('go book');
    await tabTo(button(/^rate 201[.,]/));
    await keys('ArrowDown');
    await untilFocused(button(/^rate 199[.,]/));
    await keys('Enter');
    expect(await field('Rate DAI').ariaSnapshot()).toMatch(/textbox "Rate DAI": "?199"?$/);
  });

  it('places an order, and reads before what is signed', async () => {
    await command('go order');
    await untilFocused(page.getByRole('radio', { name: 'Buy' }));
    await keys('ArrowRight', 'ArrowLeft');
    await typeInto(field('Rate DAI'), '200');
    await typeInto(field('Amount ETH'), '0.5');
    await keys('Enter');
    const signed = page.getByRole('group', { name: 'You sign this' });
    await untilFocused(signed.getByRole('button', { name: 'Sign and place' }));
    expect(await signed.ariaSnapshot()).toContain(
      'Buy 0.5 ETH at 200 DAI or less each, for 100 DAI at most.',
    );
    await keys('Enter');
    await page.getByRole('radio', { name: 'Open orders (1)' }).waitFor();
    expect(await page.getByRole('row', { name: /Buy ETHDAI/ }).ariaSnapshot()).toContain(
      'cell "In the book"',
    );
  });

  it('edits the order, and is where it was before', async () => {
    await command('go yours');
    await press(button('Edit order 1'));
    const form = page.getByRole('form', { name: 'Edit order 1' });
    await untilFocused(form.getByRole('textbox', { name: 'Rate DAI' }));
    await typeInto(form.getByRole('textbox', { name: 'Offer ETH' }), '0.25');
    await tabTo(form.getByRole('combobox', { name: /^How long/ }));
    await keys('ArrowDown');
    await tabTo(form.getByRole('checkbox', { name: 'Hidden' }));
    await keys('Space');
    await press(form.getByRole('button', { name: 'Change it' }));
    await untilFocused(button('Edit order 1'));
    expect(exchange.edits).toEqual([
      {
        ...{ c: 'editOrder', id: 1, buyBookAmount: '250000000000000000', sellBookAmount: '50000000' },
        ...{ hidden: true, timeInForce: expect.any(Number) },
      },
    ]);
    const row = await page.getByRole('row', { name: /Buy ETHDAI/ }).ariaSnapshot();
    expect(row).toContain('cell "hidden, offers 0.25"');
  });

  it('leaves a form and a dialog by Escape', async () => {
    await keys('Enter');
    await page.getByRole('form', { name: 'Edit order 1' }).waitFor();
    await keys('Escape');
    await untilFocused(button('Edit order 1'));
    await keys('Control+k');
    await page.getByRole('dialog', { name: 'Commands' }).waitFor();
    await keys('Escape');
    await untilFocused(button('Edit order 1'));
  });

  it('cancels the order, and looks at what became of it', async () => {
    await press(button('Cancel order 1'));
    await page.getByText('No order is open').waitFor();
    await untilFocused(page.getByRole('radio', { name: 'Open orders (0)' }));
    await keys('ArrowRight');
    const row = page.getByRole('table', { name: 'All orders' }).getByRole('row', { name: /Buy ETHDAI #1/ });
    expect(await row.ariaSnapshot()).toContain('cell "Canceled: canceled by its owner"');
  });

  it('logs off', async () => {
    await command('log off');
    await page.getByRole('banner').getByRole('button', { name: 'Connect', exact: true }).waitFor();
    expect(await banner()).not.toContain('0x3c44');
    expect(complaints).toEqual([]);
  });
});
