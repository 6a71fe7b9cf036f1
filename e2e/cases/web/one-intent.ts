import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { parseEther } from 'ethers';
import { refusals } from '../../../apps/web/src/text/refusals';
import { Chain } from '../../kit/chain';
import type { RunningExchange } from '../../kit/running-exchange';
import type { Trader } from '../../kit/trader';
import { until } from '../../kit/until';
import { PageTrader, traderOf } from './kit/page-trader';
import type { Entered, TraderPage } from './kit/trader-page';
import { openBrowser } from '@exchange/test/browser';

const SEEN_MS = 20_000;
const BUY: Entered = { side: 'Buy', kind: 'Limit', execution: 'Good till it ends' };
const FINDING_OUT = /^Of an order that was sent before there is no answer yet/;

/** Whatever a person does at the form, and whatever happens on the way: one intent is one order. */
export function oneIntentCases(exchange: RunningExchange): void {
  describe('one intent', () => {
    let browser: Browser;
    let chain: Chain;
    let beside: Trader;
    let owner: PageTrader;
    let tab: TraderPage;
    let count = 0;
    /** Every intent has an amount of its own, at one rate. */
    const nextAmount = () => `1.${String((count += 1)).padStart(2, '0')}`;
    const confirm = () => tab.form.getByRole('button', { name: 'Sign and place' });

    beforeAll(async () => {
      chain = new Chain(exchange.endpoints);
      [browser, beside] = await Promise.all([openBrowser(), traderOf(chain, 'intents')]);
      owner = await PageTrader.open(browser, chain, beside.key);
      ({ tab } = owner);
    });
    afterEach(async () => {
      for (const [id] of (await beside.activeOrders()) as [number][]) await beside.cancel(id);
      await tab.openCount(0);
    });
    afterAll(async () => {
      await browser.close();
      beside.close();
      chain.close();
    });

    /** The open orders of the account, by what they signed to buy. */
    const amounts = async () =>
      ((await beside.activeOrders()) as unknown[][]).map((order) => String(order[9]));
    const isOneOrder = async (amount: string) => {
      await tab.openCount(1);
      expect(await amounts()).toEqual([String(parseEther(amount))]);
    };
    const draft = async (rate = '100') => {
      const amount = nextAmount();
      await tab.enter({ ...BUY, amount, rate });
      return amount;
    };

    it('is one order under double clicks, asked before the signature or not', async () => {
      const asked = await draft();
      await tab.submit();
      await confirm().dblclick();
      await isOneOrder(asked);
      await tab.cancelAll();
      await tab.asksFirst(false);
      const unasked = await draft();
      await tab.form.locator('button.place[type=submit]').dblclick();
      await isOneOrder(unasked);
      await tab.asksFirst(true);
    });

    it('is one order while Enter is held down, and none where it confirms nothing', async () => {
      const hold = async () => {
        await tab.form.locator('input[name=amount]').focus();
        for (let times = 0; times < 10; times += 1) await tab.page.keyboard.down('Enter');
        await tab.page.keyboard.up('Enter');
      };
      const amount = await draft();
      const before = tab.line.commands('placeOrder').length;
      await hold();
      await confirm().waitFor();
      expect(tab.line.commands('placeOrder')).toHaveLength(before);
      await tab.form.getByRole('button', { name: 'Back' }).click();
      await tab.asksFirst(false);
      await hold();
      await isOneOrder(amount);
      await tab.asksFirst(true);
    });

    it('is one order while the wallet is open, whatever is clicked and typed meanwhile', async () => {
      const signed = await draft();
      owner.wallet.asked.splice(0);
      const release = owner.wallet.hold();
      await tab.submit();
      await confirm().click();
      await tab.form.getByText('Waiting for the signature…').waitFor();
      for (let times = 0; times < 3; times += 1) await confirm().click({ force: true });
      const next = await draft();
      await tab.form.locator('button.place[type=submit]').click({ force: true });
      await tab.page.keyboard.press('Enter');
      release();
      await isOneOrder(signed);
      expect(owner.wallet.asked).toEqual(['eth_signTypedData_v4']);
      // What was typed meanwhile is the next one, and not lost.
      expect(await tab.form.locator('input[name=amount]').inputValue()).toBe(next);
    });

    it('is one order when the reply is lost with the line', async () => {
      const sent = tab.line.keep('placeOrder');
      const amount = await draft();
      await tab.submit();
      await confirm().click();
      const { pass, cut } = await sent;
      pass();
      await untilThere(amount);
      cut();
      await tab.told('The line to the exchange is lost');
      await tab.untilIn();
      await isOneOrder(amount);
      await tab.form.getByText('The order is on its way.').waitFor({ state: 'detached' });
      await tab.form.locator('input[name=amount][value=""]').waitFor();
    });

    it('is one order when the exchange says twice that nothing was done', async () => {
      let times = 0;
      const stop = tab.line.meet('placeOrder', ({ refuse, pass }) => {
        times += 1;
        if (times < 3) refuse('UNAVAILABLE', 'nothing was done');
        else pass();
      });
      const amount = await draft();
      await tab.submit();
      await confirm().click();
      await isOneOrder(amount);
      stop();
      expect(times).toBe(3);
    });

    it('is one order when the exchange doesn’t know what came of it, and it was placed', async () => {
      const sent = tab.line.keep('placeOrder');
      const amount = await draft();
      await tab.submit();
      await confirm().click();
      const { pass, refuse } = await sent;
      refuse('UNKNOWN_OUTCOME');
      pass();
      await isOneOrder(amount);
    });

    it.each([
      ['before it arrived', false],
      ['after it arrived, before the answer', true],
    ])('is one order when the page is loaded anew while it is sent, %s', async (_, hasArrived) => {
      const sent = tab.line.keep('placeOrder');
      const amount = await draft();
      await tab.submit();
      await confirm().click();
      const { pass } = await sent;
      if (hasArrived) {
        pass();
        await untilThere(amount);
      }
      await tab.page.reload();
      await tab.untilIn();
      await isOneOrder(amount);
    });

    it('is told to be open while a page that was loaded anew finds out, and told when it was refused', async () => {
      const sent = tab.line.keep('placeOrder');
      await tab.enter({ ...BUY, amount: '150', rate: '100' });
      await tab.submit();
      await confirm().click();
      await sent;
      const { id } = await beside.place({
        ...{ market: 'ETHDAI', format: 'sign' },
        ...{ sell: ['DAI', parseEther('15000')], buy: ['ETH', parseEther('200')] },
      });
      await tab.page.reload();
      await tab.form.getByText(FINDING_OUT).waitFor();
      await tab.refused('INSUFFICIENT_BALANCE', refusals.INSUFFICIENT_BALANCE);
      await tab.form.getByText(FINDING_OUT).waitFor({ state: 'detached' });
      await beside.cancel(id);
      expect(await amounts()).toEqual([]);
      expect(tab.complaints).toEqual([]);
    });

    const untilThere = (amount: string) =>
      until(`the order of ${amount} ETH`, SEEN_MS, async () =>
        (await amounts()).includes(String(parseEther(amount))),
      );
  });
}
