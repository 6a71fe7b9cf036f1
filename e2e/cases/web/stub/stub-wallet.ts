import type { Page } from 'playwright-core';
import { ACCOUNT } from './stub-account';

/** A wallet as an extension puts it into a page (EIP-6963): it shows the stub's account and signs whatever it is asked. */
const WALLET = `(() => {
  const answers = {
    eth_requestAccounts: ['${ACCOUNT}'], eth_accounts: ['${ACCOUNT}'], eth_chainId: '0x7a69',
    personal_sign: '0x' + '1b'.repeat(65),
  };
  const provider = { request: async ({ method }) => answers[method] ?? null, on() {}, removeListener() {} };
  const info = { uuid: 'stub', name: 'Stub wallet', icon: '', rdns: 'org.stub' };
  const detail = Object.freeze({ info, provider });
  addEventListener('eip6963:requestProvider', () =>
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail })));
})()`;

/** To be called before the page is opened. */
export const putWalletInto = (page: Page): Promise<unknown> => page.addInitScript(WALLET);

/** Logs the stub's account in, as a person does. */
export async function logIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stub wallet' }).click();
  await page.getByRole('button', { name: 'Sign and log in' }).click();
  await page.locator('.account-button[data-state=in]').waitFor();
  await page.keyboard.press('Escape');
}

/** The histories that an account has, by the name of their tab. */
export const HISTORIES = ['All orders', 'Trades', 'Ledger'] as const;

/** Shows a history and reads all of it, which is what a file of it takes. */
export async function readWhole(
  page: Page,
  history: (typeof HISTORIES)[number],
  rows: number,
): Promise<void> {
  await page.locator('.own-bar').getByRole('radio', { name: history, exact: true }).check({ force: true });
  const table = page.locator('.own-table [role=table]');
  await table.waitFor();
  const file = page.waitForEvent('download');
  await page.locator('.history-foot').getByRole('button', { name: /CSV/ }).click();
  await (await file).delete();
  // Its titles are a row, too.
  await page.locator(`.own-table [role=table][aria-rowcount="${rows + 1}"]`).waitFor();
}
