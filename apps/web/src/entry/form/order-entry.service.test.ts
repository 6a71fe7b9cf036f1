import { packet } from '@exchange/core/wire';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { axeFindings, openBrowser } from '@exchange/test/browser';
import { TINY_CONFIG } from '@exchange/test/kit';
import { servePage, type ServedPage } from '../../app/served-page.fixture';
import { TradedExchange } from '../../app/traded-exchange.fixture';
import { refusals } from '../../text/refusals';
import { announceWallet } from '../../wallet/announced-wallet.fixture';

const ANN = `0x${'a1'.repeat(20)}`;

describe('entering orders, in a browser', () => {
  let browser: Browser;
  let exchange: TradedExchange;
  let served: ServedPage;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    exchange = await TradedExchange.listen(TINY_CONFIG, ANN);
    served = await servePage({ ...TINY_CONFIG, websocketUrl: exchange.wire.url });
    browser = await openBrowser();
    page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
    page.setDefaultTimeout(10_000);
    page.on('pageerror', ({ message }) => complaints.push(message));
    await announceWallet(page, undefined, [ANN]);
    await page.goto(`${served.url}#/market/ETHDAI`);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Testwallet' }).click();
    await page.getByRole('button', { name: 'Sign and log in' }).click();
    await page.locator('.account-button[data-state=in]').waitFor();
    await page.keyboard.press('Escape');
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    served.close();
    await exchange.wire.close();
  });

  const form = () => page.locator('.order-form');
  const kind = (name: string) => form().getByRole('radio', { name, exact: true }).check({ force: true });
  const fill = (label: string, value: string) => form().getByLabel(label, { exact: true }).fill(value);
  const submit = (name = 'Buy ETH') => form().getByRole('button', { name, exact: true }).click();
  const confirm = async () => {
    await form().getByRole('button', { name: 'Sign and place' }).click();
    await form().getByRole('button', { name: 'Sign and place' }).waitFor({ state: 'detached' });
  };

  it('says beside a field what is wrong, and what would be right', async () => {
    await fill('Rate DAI', '200.123');
    await fill('Amount ETH', '1,234');
    const described = (label: string) =>
      form().getByLabel(label, { exact: true }).getAttribute('aria-describedby');
    expect(await described('Rate DAI')).not.toBeNull();
    await form().getByText('A rate has at most 5 digits and 8 decimals: enter 200.12 or 200.13.').waitFor();
    await form().getByText('Is it 1234 or 1.234? Choose one.').waitFor();
    await form().getByRole('button', { name: 'Take 1.234' }).click();
    expect(await form().getByLabel('Amount ETH', { exact: true }).inputValue()).toBe('1.234');
    await submit();
    expect(exchange.placements).toEqual([]);
  });

  it('shows in words what is signed, and makes one order of two clicks', async () => {
    await fill('Rate DAI', '200');
    await fill('Amount ETH', '0.5');
    await submit();
    await form().getByText('Buy 0.5 ETH at 200 DAI or less each, for 100 DAI at most.').waitFor();
    await form().getByRole('button', { name: 'Sign and place' }).dblclick();
    await page.getByText('Open orders (1)').waitFor();
    expect(exchange.placements).toMatchObject([{ buyAmount: '500000000000000000', sellAmount: '100000000' }]);
    await page.getByRole('log').getByText('Accepted: buy 0.5 ETH at 200 in ETHDAI.').waitFor();
  });

  it('places one order while Enter is held down, without a confirmation too', async () => {
    await form().getByText('More', { exact: true }).click();
    await form().getByLabel('Ask before signing').uncheck();
    await fill('Amount ETH', '0.25');
    await form().getByLabel('Amount ETH', { exact: true }).focus();
    for (let times = 0; times < 10; times += 1) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await page.getByText('Open orders (2)').waitFor();
    expect(exchange.placements).toHaveLength(2);
    // A form that is drawn anew asks no more than the one before.
    await page.goto(`${served.url}#/funds`);
    await page.getByRole('heading', { name: 'Funds', exact: true }).waitFor();
    await page.goto(`${served.url}#/market/ETHDAI`);
    await form().getByText('More', { exact: true }).click();
    expect(await form().getByLabel('Ask before signing').isChecked()).toBe(false);
    await form().getByLabel('Ask before signing').check();
  });

  it('edits an order in place, and cancels it', async () => {
    const table = page.getByRole('table', { name: 'Open orders' });
    await table.getByRole('button', { name: 'Edit order 1', exact: true }).click();
    await page.getByLabel('Offer ETH', { exact: true }).fill('0.2');
    await page.getByRole('button', { name: 'Change it' }).click();
    await page.getByRole('button', { name: 'Change it' }).waitFor({ state: 'detached' });
    expect(exchange.orders.get(1)).toMatchObject({ buyBook: '200000000000000000', sellBook: '40000000' });
    await table.getByRole('button', { name: 'Cancel order 1', exact: true }).click();
    await page.getByText('Open orders (1)').waitFor();
    await page.getByRole('log').getByText('canceled by its owner').waitFor();
  });

  it('leads who is logged off to the ways in, and keeps what was typed', async () => {
    const stranger = await browser.newPage({ locale: 'en-US' });
    stranger.setDefaultTimeout(10_000);
    await stranger.goto(`${served.url}#/market/ETHDAI`);
    const amount = stranger.getByLabel('Amount ETH', { exact: true });
    await stranger.getByLabel('Rate DAI', { exact: true }).fill('200');
    await amount.fill('1');
    await stranger.getByRole('button', { name: 'Buy ETH', exact: true }).click();
    const ways = stranger.getByRole('dialog');
    await ways.getByRole('button', { name: 'Close' }).click();
    await stranger.getByText('Log in to place it.').waitFor();
    expect(await amount.inputValue()).toBe('1');
    await stranger.close();
  });

  it('tells of a fill', async () => {
    exchange.wire.push(
      packet('ETHDAI', 'userTrade', [
        9,
        'ETHDAI',
        1,
        '200',
        '250000000000000000',
        '0',
        '0',
        '0',
        '',
        5,
        2,
        0,
      ]),
    );
    await page.getByRole('log').getByText('Bought 0.25 ETH at 200 DAI.').waitFor();
  });

  it.each<[string, () => Promise<void>, object]>([
    ['Market', () => fill('Amount ETH', '1'), { immediateOrCancel: true, sellAmount: '202000000' }],
    ['Stop', () => fill('Stop rate DAI', '210'), { stopRate: '210' }],
    ['Pegged', () => fill('Follows USD', '190'), { peggedTo: 'USD', peggedRate: '190' }],
    ['Limit', () => form().getByLabel('Hidden').check(), { hidden: true }],
  ])('places a %s order', async (name, prepare, command) => {
    const before = exchange.placements.length;
    await kind(name);
    await fill('Amount ETH', '1');
    if (name !== 'Market') await form().locator('input[name=rate]').fill('200');
    await prepare();
    await submit();
    await confirm();
    expect(exchange.placements).toHaveLength(before + 1);
    expect(exchange.placements.at(-1)).toMatchObject(command);
  });

  it.each(['INSUFFICIENT_BALANCE', 'MARKET_CLOSED', 'TOO_MANY_OPEN_ORDERS', 'ACCOUNT_FROZEN'] as const)(
    'says what to do about %s',
    async (code) => {
      exchange.refusal = code;
      await fill('Amount ETH', '1');
      await submit();
      await confirm();
      await form().getByRole('alert').getByText(refusals[code]).waitFor();
      await form().getByRole('button', { name: 'Dismiss' }).click();
      exchange.refusal = undefined;
    },
  );

  it.each(['light', 'dark'] as const)('has nothing that axe finds in %s', async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    await fill('Amount ETH', '1,234');
    const findings: string[] = [];
    const look = async (what: string) => {
      findings.push(...(await axeFindings(page, what, ['.area-entry', '.area-own', '.notices'])));
    };
    await look('a faulty field');
    await fill('Amount ETH', '1');
    await submit();
    await look('what is signed');
    await form().getByRole('button', { name: 'Back' }).click();
    await page
      .getByRole('button', { name: /^Edit order/ })
      .first()
      .click();
    await look('an edit');
    await page.getByRole('button', { name: 'Leave it' }).click();
    for (const tab of ['All orders', 'Trades', 'Ledger', /^Open orders/]) {
      await page.locator('.own-bar').getByRole('radio', { name: tab }).check({ force: true });
      await look(String(tab));
    }
    expect(findings).toEqual([]);
  });

  it('has orders canceled when the line is lost, when that is wished', async () => {
    // It is checked when the exchange has said so.
    await page.getByLabel('Cancel when the line is lost').click();
    await page.locator('.own-bar input[type=checkbox]:checked').waitFor();
    expect(exchange.wire.commands).toContainEqual({ c: 'cancelOnDisconnect', seconds: 30 });
    expect(complaints).toEqual([]);
  });
});
