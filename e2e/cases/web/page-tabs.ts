import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { Chain } from '../../kit/chain';
import type { RunningExchange } from '../../kit/running-exchange';
import type { Trader } from '../../kit/trader';
import { until } from '../../kit/until';
import { PageTrader, traderOf } from './kit/page-trader';
import type { Entered, TraderPage } from './kit/trader-page';
import { openBrowser } from '@exchange/test/browser';

const BUY: Entered = { side: 'Buy', kind: 'Limit', execution: 'Good till it ends', amount: '0.5' };
const BY_KEY = 'Orders are signed by the key of this browser, and nothing asks you.';
const BY_WALLET = 'Each order is signed by Testwallet, which asks you.';
const SEEN_MS = 30_000;
const FINAL_MS = 120_000;

/** Two tabs of one account in one browser. */
export function pageTabCases(exchange: RunningExchange): void {
  describe('two tabs of one account', () => {
    let browser: Browser;
    let chain: Chain;
    let beside: Trader;
    let owner: PageTrader;
    let first: TraderPage;
    let second: TraderPage;
    const both = <T>(act: (tab: TraderPage) => Promise<T>) => Promise.all([first, second].map(act));

    beforeAll(async () => {
      chain = new Chain(exchange.endpoints);
      [browser, beside] = await Promise.all([openBrowser(), traderOf(chain, 'tabs')]);
      owner = await PageTrader.open(browser, chain, beside.key);
      first = owner.tab;
      second = await owner.secondTab();
    });
    afterAll(async () => {
      await browser.close();
      beside.close();
      chain.close();
    });

    /** Every session that one of the tabs has used. */
    const sessions = () =>
      [first, second].flatMap(({ line }) =>
        line.commands('authenticateWithSession').map(({ session }) => session),
      );
    const signatures = () => owner.wallet.asked.filter((method) => method === 'personal_sign').length;
    /** What an account's dialog says, which is closed again. */
    const dialogSays = async ({ page }: TraderPage, words: string) => {
      await page.bringToFront();
      await page.locator('.account-button').click();
      await page.getByRole('dialog').getByText(words).waitFor({ timeout: FINAL_MS });
      await page.keyboard.press('Escape');
    };

    it('have one login, whose session no two of them use, also when both come back at once', async () => {
      for (let times = 1; times <= 3; times += 1) {
        await both(async (tab) => tab.line.lose());
        await until('both to be back', SEEN_MS, () => sessions().length === 1 + 2 * times);
        await both((tab) => tab.untilIn());
      }
      expect(signatures()).toBe(1);
      expect(new Set(sessions()).size).toBe(sessions().length);
    });

    it('see what the other one places and cancels', async () => {
      await first.place({ ...BUY, rate: '101' });
      await second.openCount(1);
      await second.told('Accepted: buy 0.5 ETH at 101 in ETHDAI.');
      await second.place({ ...BUY, rate: '102' });
      await both((tab) => tab.openCount(2));
      await second.cancelAll();
      await first.openCount(0);
    });

    it('place what is entered in both at the same time, each once', async () => {
      await Promise.all([first.place({ ...BUY, rate: '103' }), second.place({ ...BUY, rate: '104' })]);
      await both((tab) => tab.openCount(2));
      const rates = ((await beside.activeOrders()) as unknown[][]).map((order) => order[14]);
      expect(rates.sort()).toEqual(['103', '104']);
      await first.cancelAll();
    });

    it('both sign with a key that one of them makes, and neither does when it is removed', async () => {
      await first.page.bringToFront();
      await first.page.goto(first.page.url().replace('#/market/ETHDAI', '#/funds'));
      await first.page.getByRole('button', { name: 'Keys', exact: true }).click();
      await first.page.getByRole('button', { name: 'Make and register it' }).click();
      await first.page.getByText('may trade', { exact: true }).waitFor({ timeout: FINAL_MS });
      await dialogSays(first, BY_KEY);
      await dialogSays(second, BY_KEY);
      owner.wallet.asked.splice(0);
      await second.place({ ...BUY, rate: '105' });
      expect(owner.wallet.asked).toEqual([]);
      await first.page.bringToFront();
      await first.page.getByRole('button', { name: 'Remove', exact: true }).click();
      await first.page.getByRole('button', { name: 'Remove it' }).click();
      // Its orders go with it.
      await second.openCount(0);
      await dialogSays(second, BY_WALLET);
      await dialogSays(first, BY_WALLET);
      await second.place({ ...BUY, rate: '106' });
      expect(owner.wallet.asked).toContain('eth_signTypedData_v4');
      await second.cancelAll();
    });

    it('both log off when one does, and log in again with a signature', async () => {
      await first.page.bringToFront();
      await first.page.locator('.account-button').click();
      await first.page.getByRole('button', { name: 'Log off' }).click();
      await second.page.bringToFront();
      await second.page.getByText('Connect and log in to see your orders').waitFor();
      await second.logIn();
      await second.openCount(0);
      expect((await both(async ({ complaints }) => complaints)).flat()).toEqual([]);
    });
  });
}
