import { readFileSync } from 'node:fs';
import { RestClient } from '@exchange/client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { RunningExchange } from '../../kit/running-exchange';
import { until } from '../../kit/until';
import { axeFindings, openBrowser, tooWide } from '@exchange/test/browser';
import { DESKTOP, openPage, type OpenedPage, PHONE } from './opened-page';

/** Blocks come twice a second here, and more than a dozen have to be final. */
const FINAL_MS = 240_000;
const PRESS_MS = 1_000;

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const usable = (page: Page, symbol: string) =>
  page.getByRole('row', { name: new RegExp(`^${symbol} `) }).locator('[data-column=usable]');
const job = (page: Page, title: string) =>
  part(page, 'Under way')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title }) });

async function connect(page: Page, wallet: string): Promise<void> {
  await button(page, /^Connect/).click();
  await page.getByRole('dialog').getByRole('button', { name: wallet }).click();
}

async function logIn(page: Page): Promise<void> {
  await page.getByText(/^You sign a text that logs 0x[0-9a-f]{40} in at/).waitFor();
  await button(page, 'Sign and log in').click();
  await page.locator('.account-button[data-state=in]').waitFor();
}

/** Waits for a job, and goes on with it where it waits for the person. */
async function untilDone(page: Page, title: string): Promise<void> {
  const card = job(page, title);
  const end = Date.now() + FINAL_MS;
  while (!(await card.getByText('Done', { exact: true }).isVisible())) {
    if (Date.now() > end) throw new Error(`${title} isn't done: ${await card.innerText()}`);
    const more = card.getByRole('button', { name: 'Go on' });
    // It may be gone, or not be ready yet, when it is pressed: then the next look finds it again.
    if (await more.isVisible()) await more.click({ timeout: PRESS_MS }).catch(() => undefined);
    await page.waitForTimeout(250);
  }
}

async function act(page: Page, tab: string, token: string, amount: string, does: string): Promise<void> {
  await button(page, tab).first().click();
  const form = part(page, tab).locator('form');
  await form.getByLabel('Token').selectOption(token);
  await form.getByLabel(`Amount ${token}`).fill(amount);
  await form.getByRole('button', { name: does, exact: true }).click();
}

/** From a browser that has nothing to funds at the exchange and back, with nothing but the page. */
export function waysInCases(exchange: RunningExchange): void {
  describe('the ways in', () => {
    let browser: Browser;
    let opened: OpenedPage;
    let page: Page;
    const address = (hash = '#/funds') => `${exchange.endpoints.rest}/${hash}`;
    beforeAll(async () => {
      browser = await openBrowser();
      opened = await openPage(browser, address('#/'));
      page = opened.page;
      page.setDefaultTimeout(60_000);
    });
    afterAll(() => browser.close());

    it('a new trader connects a development wallet, and logs in with a signature that is told in words', async () => {
      await connect(page, 'Key made in this browser');
      await logIn(page);
    });

    it('takes test tokens from the faucet', async () => {
      await page.goto(address());
      await page.getByText('Take test tokens from the faucet below, then deposit some.').waitFor();
      await button(page, 'Get some of everything').click();
      await part(page, 'Faucet').getByText('are in your wallet').waitFor({ timeout: FINAL_MS });
    });

    it('deposits ether, and sees each step until it is usable', async () => {
      await act(page, 'Deposit', 'ETH', '1.5', 'Deposit');
      await untilDone(page, 'Deposit 1.5 ETH');
      expect(await usable(page, 'ETH').innerText()).toBe('1.5');
    });

    it('says what it sends before, and refuses more than there is', async () => {
      const form = part(page, 'Deposit').locator('form');
      await form.getByLabel('Amount ETH').fill('9');
      await form.getByText(/^There are 8\.\d+ ETH: enter no more than that\.$/).waitFor();
      expect(await form.getByRole('button', { name: 'Deposit', exact: true }).isDisabled()).toBe(true);
      await form.getByLabel('Amount ETH').fill('0.25');
      await form.getByText(/^You send 0\.25 ETH from 0x[0-9a-f]{40} to the contract 0x/).waitFor();
    });

    it('goes on with a token’s deposit after a reload in the middle of it', async () => {
      await act(page, 'Deposit', 'DAI', '8000', 'Deposit');
      await job(page, 'Deposit 8000 DAI').waitFor();
      await page.reload();
      await untilDone(page, 'Deposit 8000 DAI');
      expect(await usable(page, 'DAI').innerText()).toBe('8,000');
    });

    it('withdraws with the exchange’s co-signature', async () => {
      await act(page, 'Withdraw', 'ETH', '0.5', 'Withdraw');
      await untilDone(page, 'Withdraw 0.5 ETH');
      expect(await usable(page, 'ETH').innerText()).toBe('1');
    });

    it('has the exchange send a withdrawal that it signs', async () => {
      await part(page, 'Withdraw').getByLabel('How').selectOption('submit');
      await act(page, 'Withdraw', 'DAI', '3000', 'Sign and withdraw');
      await untilDone(page, 'Withdraw 3000 DAI by the exchange');
      expect(await usable(page, 'DAI').innerText()).toBe('5,000');
    });

    it('buys at a rate of its own: the order is in the book, is changed there, and leaves it', async () => {
      const rest = new RestClient(exchange.endpoints.rest);
      const inBook = (amount: string | undefined) =>
        until(`${amount} in the book`, FINAL_MS, async () => {
          const lines = await rest.orderBook('ETHDAI');
          return lines.find(({ rate }) => rate === '200')?.amount === amount;
        });
      await page.goto(address('#/market/ETHDAI'));
      const form = page.locator('.order-form');
      await form.getByLabel('Rate DAI', { exact: true }).fill('200');
      await form.getByLabel('Amount ETH', { exact: true }).fill('1');
      await form.getByRole('button', { name: 'Buy ETH', exact: true }).click();
      await form.getByText('Buy 1 ETH at 200 DAI or less each, for 200 DAI at most.').waitFor();
      await form.getByRole('button', { name: 'Sign and place' }).dblclick();
      await page.getByText('Open orders (1)').waitFor();
      await inBook('1000000000000000000');
      await page.getByRole('button', { name: /^Edit order \d+$/ }).click();
      await page.getByLabel('Offer ETH', { exact: true }).fill('0.4');
      await page.getByRole('button', { name: 'Change it' }).click();
      await inBook('400000000000000000');
      await page.getByRole('button', { name: /^Cancel order \d+$/ }).click();
      await page.getByText('Open orders (0)').waitFor();
      await inBook(undefined);
    });

    it('has what it did in a list, and in a file', async () => {
      await page.locator('.own-bar').getByRole('radio', { name: 'All orders' }).check({ force: true });
      const table = page.getByRole('table', { name: 'All orders' });
      await table.getByText('Buy ETHDAI').waitFor();
      const [file] = await Promise.all([page.waitForEvent('download'), button(page, /CSV/).click()]);
      const rows = readFileSync(await file.path(), 'utf8')
        .trim()
        .split('\n');
      expect(rows).toHaveLength(2);
      expect(rows[1]).toContain('ETHDAI');
      await page.goto(address());
    });

    it('makes a key in the browser, which signs orders after a reload, and removes it', async () => {
      await button(page, 'Keys').click();
      await part(page, 'Keys').getByText('and kept encrypted in it, that may place orders').waitFor();
      await button(page, 'Make and register it').click();
      await part(page, 'Keys').getByText('may trade', { exact: true }).waitFor({ timeout: FINAL_MS });
      await page.reload();
      await page.locator('.account-button[data-state=in]').click();
      await page.getByText('Orders are signed by the key of this browser, and nothing asks you.').waitFor();
      await page.keyboard.press('Escape');
      await button(page, 'Keys').click();
      await part(page, 'Keys').getByText('· This browser').waitFor();
      await button(page, 'Remove').click();
      await button(page, 'Remove it').click();
      await part(page, 'Keys')
        .getByText('stopped', { exact: true })
        .or(part(page, 'Keys').getByText('No key may trade'))
        .waitFor({ timeout: FINAL_MS });
      await button(page, 'Make and register it').waitFor();
    });

    it('asks to leave with a token, sees from when on it can, and gives that up', async () => {
      await button(page, 'Exit').click();
      const form = part(page, 'Exit');
      await form.getByLabel('Token').selectOption('DAI');
      await form.getByText(/^You ask the contract to let 0x[0-9a-f]{40} leave with all its DAI/).waitFor();
      await button(page, 'Ask to leave with DAI').click();
      const inForce = form.getByRole('region', { name: 'Exits under way' });
      await inForce.getByText(/^5000 DAI can be taken from /).waitFor({ timeout: FINAL_MS });
      await inForce.getByText(/can be taken from (?!about)/).waitFor();
      expect(await usable(page, 'DAI').innerText()).toBe('0');
      await inForce.getByRole('button', { name: 'Give it up' }).click();
      await untilDone(page, 'Give up the exit of DAI');
      expect(await usable(page, 'DAI').innerText()).toBe('5,000');
      expect(await form.getByRole('link', { name: 'About the exit kit' }).getAttribute('href')).toBe(
        '/docs/exit-kit',
      );
    });

    it('is fine with axe, and on a phone', async () => {
      const findings: string[] = [];
      for (const tab of ['Deposit', 'Withdraw', 'Exit', 'Keys']) {
        await button(page, tab).first().click();
        for (const viewport of [DESKTOP, PHONE]) {
          await page.setViewportSize(viewport);
          findings.push(...(await axeFindings(page, `${tab} ${viewport.width}`)));
          findings.push(...(await tooWide(page, tab, '[class="wide"]')));
        }
      }
      await page.setViewportSize(DESKTOP);
      await page.locator('.account-button').click();
      findings.push(...(await axeFindings(page, 'account')));
      expect(findings).toEqual([]);
    });

    it('logs off, and is nobody after a reload', async () => {
      await button(page, 'Log off').click();
      await page.reload();
      await page.getByText('Connect a wallet to see your funds').waitFor();
      expect(opened.complaints).toEqual([]);
      await opened.close();
    });
  });
}
