import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { REJECTION_CODES, type RejectionCode } from '@exchange/core/kernel';
import { parseEther, Wallet } from 'ethers';
import type { Browser } from 'playwright-core';
import { refusals } from '../../../apps/web/src/text/refusals';
import { Chain } from '../../kit/chain';
import type { RunningExchange } from '../../kit/running-exchange';
import type { Trader } from '../../kit/trader';
import { PageTrader, traderOf } from './kit/page-trader';
import type { Entered, TraderPage } from './kit/trader-page';
import { openBrowser } from '@exchange/test/browser';

const BUY: Entered = { side: 'Buy', kind: 'Limit', execution: 'Good till it ends', amount: '1', rate: '100' };
const NONCE_MAX = 2 ** 53 - 1;

/** What can come of an order that nobody here can bring about. */
const OF_ORDERS = [
  ...(['MARKET_CLOSED', 'MARKET_RESTARTING', 'SETTLEMENT_LATE', 'TOO_MANY_OPEN_ORDERS'] as const),
  ...(['ACCOUNT_FROZEN', 'FEE_COLLECTOR', 'DELEGATE_UNKNOWN', 'RATE_OUT_OF_RANGE'] as const),
  ...(['DUPLICATE_ORDER', 'EXIT_REQUESTED'] as const),
] as const;
/** It has the client believe that a window has next to no points: nothing comes after it. */
const LAST: RejectionCode = 'RATE_LIMITED';

type Altered = Readonly<Record<string, unknown>>;

/** What comes of an order at the running exchange when it was altered on its way. `taken`: the cid of an open order. */
const FAULTS: readonly (readonly [RejectionCode, (taken: number) => Altered])[] = [
  ['INVALID_FIELD', () => ({ sellAmount: '-1' })],
  ['UNKNOWN_COMMAND', () => ({ c: 'placeOrders' })],
  ['UNKNOWN_MARKET', () => ({ market: 'ETHEUR' })],
  ['TOKEN_MISMATCH', () => ({ market: 'LINKETH' })],
  ['INVALID_SIGNATURE', () => ({ sellAmount: `${parseEther('99')}` })],
  ['AMOUNT_OUT_OF_RANGE', () => ({ buyBookAmount: `${parseEther('2')}` })],
  ['AMOUNT_TOO_SMALL', () => ({ buyBookAmount: '20000' })],
  ['EXPIRY_TOO_EARLY', () => ({ expiry: Math.floor(Date.now() / 1_000) + 60 })],
  ['DUPLICATE_CID', (taken) => ({ cid: taken })],
];

/** Every refusal of the interface, in the page's words: provoked at the exchange where that can be done, else put on the line. */
export function refusalCases(exchange: RunningExchange): void {
  describe('what the exchange refuses', () => {
    let browser: Browser;
    let chain: Chain;
    let beside: Trader;
    let tab: TraderPage;
    /** The name of an open order. */
    let taken: number;

    beforeAll(async () => {
      chain = new Chain(exchange.endpoints);
      [browser, beside] = await Promise.all([openBrowser(), traderOf(chain, 'refusals')]);
      ({ tab } = await PageTrader.open(browser, chain, beside.key));
      taken = await tab.place({ ...BUY, rate: '90' });
      await tab.asksFirst(false);
    });
    afterAll(async () => {
      await browser.close();
      beside.close();
      chain.close();
    });

    it('of an order that was altered on its way is said at the form, and nothing is placed', async () => {
      for (const [code, altered] of FAULTS) {
        const stop = tab.line.meet('placeOrder', ({ pass }) => pass(altered(taken)));
        await tab.enter(BUY);
        await tab.submit();
        await tab.refused(code, refusals[code]);
        stop();
      }
      await tab.openCount(1);
    });

    it('since the funds went elsewhere meanwhile is said at the form', async () => {
      const sent = tab.line.keep('placeOrder');
      await tab.enter({ ...BUY, amount: '150' });
      await tab.submit();
      const { pass } = await sent;
      const { id } = await beside.place({
        ...{ market: 'ETHDAI', format: 'sign' },
        ...{ sell: ['DAI', parseEther('15000')], buy: ['ETH', parseEther('200')] },
      });
      pass();
      await tab.refused('INSUFFICIENT_BALANCE', refusals.INSUFFICIENT_BALANCE);
      await beside.cancel(id);
    });

    it('of a change or a cancel is said where it was asked for', async () => {
      const [, id] = await Promise.all([tab.openCount(1), onlyOpen()]);
      const panel = tab.page.locator('.area-own');
      const stopCancel = tab.line.meet('cancelOrder', ({ pass }) => pass({ id: 1 }));
      await tab.cancel(id);
      await tab.refused('ORDER_NOT_OPEN', refusals.ORDER_NOT_OPEN, panel);
      stopCancel();
      const stopEdit = tab.line.meet('editOrder', ({ pass }) =>
        pass({ buyBookAmount: '20000', sellBookAmount: '1800000' }),
      );
      await tab.page.getByRole('button', { name: `Edit order ${id}`, exact: true }).click();
      await tab.page.getByLabel('Offer ETH', { exact: true }).fill('0.5');
      await tab.page.getByRole('button', { name: 'Change it' }).click();
      await tab.refused('AMOUNT_TOO_SMALL', refusals.AMOUNT_TOO_SMALL, panel);
      await tab.page.getByRole('button', { name: 'Leave it' }).click();
      stopEdit();
    });

    it('to an account that nobody has heard of is said in words, also where keys are made', async () => {
      const newcomer = await PageTrader.open(browser, chain, new Wallet(Wallet.createRandom().privateKey));
      const { page } = newcomer.tab;
      await page.goto(page.url().replace('#/market/ETHDAI', '#/funds'));
      await page.getByRole('button', { name: 'Keys', exact: true }).click();
      await page.getByRole('button', { name: 'Make and register it' }).click();
      await page
        .locator('.refusal[data-code=NOT_ON_RECORD]')
        .getByText(refusals.NOT_ON_RECORD, { exact: true })
        .waitFor();
      expect(newcomer.tab.complaints).toEqual([]);
      await newcomer.close();
    });

    it('below the nonce from which on orders were voided is said at the form', async () => {
      await beside.connection.answer(
        { c: 'signMinimumNonce', token: chain.token('DAI'), minNonce: NONCE_MAX },
        'mns',
      );
      await tab.openCount(0);
      await tab.enter(BUY);
      await tab.submit();
      await tab.refused('NONCE_TOO_LOW', refusals.NONCE_TOO_LOW);
    });

    it.each(OF_ORDERS)('of an order is said at the form: %s', async (code) => {
      const stop = tab.line.meet('placeOrder', ({ refuse }) => refuse(code));
      await tab.enter(BUY);
      await tab.submit();
      await tab.refused(code, refusals[code]);
      stop();
    });

    it('by any code of the interface is said in words that say what to do', async () => {
      const bar = tab.page.locator('.own-bar');
      for (const code of [...REJECTION_CODES.filter((each) => each !== LAST), LAST] as const) {
        const sentence = code === LAST ? 'all of 0.5 points spent within 10 s' : undefined;
        const stop = tab.line.meet('cancelOnDisconnect', ({ refuse }) => refuse(code, sentence));
        await bar.getByLabel('Cancel when the line is lost').click();
        await tab.refused(code, refusals[code], bar);
        stop();
      }
      expect(tab.complaints).toEqual([]);
    });

    const onlyOpen = async () => Number(((await beside.activeOrders()) as unknown[][])[0]?.[0]);
  });
}
