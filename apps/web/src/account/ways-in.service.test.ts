import { packet } from '@exchange/core/wire';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '@exchange/test/browser';
import { TINY_CONFIG, TinyExchange } from '@exchange/test/kit';
import { servePage, type ServedPage } from '../app/served-page.fixture';
import { announceWallet, type WalletControls } from '../wallet/announced-wallet.fixture';

const [ANN, BEN] = [`0x${'a1'.repeat(20)}`, `0x${'b2'.repeat(20)}`];
const NOBODY = `0x${'00'.repeat(20)}`;
const ASKING = ['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction', 'eth_requestAccounts'];

describe('the ways in, in a browser', () => {
  let browser: Browser;
  let exchange: TinyExchange;
  let served: ServedPage;
  let page: Page;
  let wallet: WalletControls;
  /** Whom the exchange takes a signature for. */
  let signedBy = ANN;
  let sessions = 0;
  const complaints: string[] = [];

  beforeAll(async () => {
    exchange = await TinyExchange.listen((command, rid) => {
      const letIn = (account: string) => [
        packet(0, 'auth', ['authenticated', account, `s${(sessions += 1)}`, NOBODY], rid),
        packet(0, 'balanceSnapshot', [['ETH', '1500000000000000000', '500000000000000000', '0']]),
        packet(0, 'pendingLedgerEntrySnapshot', []),
      ];
      switch (command.c) {
        case 'authenticate':
          return letIn(signedBy);
        case 'authenticateWithSession':
          return letIn(command.address);
        case 'getDelegateSnapshot':
          return [packet(0, 'delegateSnapshot', [], rid)];
        case 'logoff':
          return [packet(0, 'auth', ['loggedOff', signedBy, null, NOBODY], rid)];
        default:
          return [];
      }
    });
    served = await servePage({ ...TINY_CONFIG, websocketUrl: exchange.url });
    browser = await openBrowser();
    page = await browser.newPage();
    page.setDefaultTimeout(10_000);
    page.on('pageerror', ({ message }) => complaints.push(message));
    wallet = await announceWallet(page, undefined, [ANN, BEN]);
    await page.goto(`${served.url}#/funds`);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    served.close();
    await exchange.close();
  });

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const isIn = () => page.locator('.account-button[data-state=in]').waitFor();
  const askedPerson = async () => (await wallet.asked()).filter((method) => ASKING.includes(method));

  it('ask no wallet for anything before the person chooses one', async () => {
    await button('Connect').waitFor();
    expect(await askedPerson()).toEqual([]);
  });

  it('are a wallet that announces itself, by keys alone; a person who says no is told so', async () => {
    await button('Connect').focus();
    await page.keyboard.press('Enter');
    await wallet.refuse(true);
    await page.getByRole('dialog').getByRole('button', { name: 'Testwallet' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('You said no in the wallet. Nothing was signed.').waitFor();
    await wallet.refuse(false);
    await page.keyboard.press('Enter');
    await page.getByText(`You sign a text that logs ${ANN} in at tiny.`).waitFor();
    expect(await askedPerson()).toEqual(['eth_requestAccounts', 'eth_requestAccounts']);
    await button('Sign and log in').click();
    await isIn();
    expect(await askedPerson()).toEqual(['personal_sign']);
  });

  it('lead back after a reload, asking nobody', async () => {
    await page.reload();
    await isIn();
    await page.getByRole('row', { name: /^ETH 0\.5 / }).waitFor();
    expect(await askedPerson()).toEqual([]);
  });

  it('notice another account: nothing is signed for the old one until it is back', async () => {
    const deposit = button('Deposit').last();
    await page.getByLabel('Amount ETH').fill('0.5');
    await page
      .getByText(`You send 0.5 ETH from ${ANN} to the contract ${TINY_CONFIG.contractAddress}`)
      .waitFor();
    await expect(deposit.isEnabled()).resolves.toBe(true);
    await wallet.show([BEN, ANN]);
    await page.getByRole('alert').getByText('Nothing is signed meanwhile.').first().waitFor();
    await expect(deposit.isEnabled()).resolves.toBe(false);
    await wallet.show([ANN, BEN]);
    await page.getByText('Nothing is signed meanwhile.').first().waitFor({ state: 'detached' });
    await expect(deposit.isEnabled()).resolves.toBe(true);
    expect(await askedPerson()).toEqual([]);
  });

  it('notice another chain, and offer the way back', async () => {
    await wallet.goTo(1);
    const told = page
      .getByRole('alert')
      .getByText('The wallet is on chain 1, and the exchange on chain 31337.');
    await told.waitFor();
    await expect(button('Deposit').last().isEnabled()).resolves.toBe(false);
    await button('Have the wallet go to chain 31337').last().click();
    await told.waitFor({ state: 'detached' });
    await expect(button('Deposit').last().isEnabled()).resolves.toBe(true);
    expect(await askedPerson()).toEqual([]);
  });

  it('go over to the new account when the person says so, with its own signature', async () => {
    await wallet.show([BEN, ANN]);
    signedBy = BEN;
    await button(/^Trade as 0xb2b2/)
      .last()
      .click();
    // The step of the login comes by itself.
    await page.getByText(`You sign a text that logs ${BEN} in at tiny.`).waitFor();
    expect(await askedPerson()).toEqual([]);
    await button('Sign and log in').click();
    await isIn();
    await page.getByText(BEN).first().waitFor({ state: 'attached' });
    expect(await askedPerson()).toEqual(['personal_sign']);
    expect(complaints).toEqual([]);
  });
});
