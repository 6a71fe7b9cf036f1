import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { axeFindings, openBrowser } from '@exchange/test/browser';
import { ExitChain } from './exit-chain.fixture';

/** A wallet as an extension puts it into a page (EIP-6963): the node holds the key and signs for it. */
const announceWallet = ({ url, account }: { url: string; account: string }) => {
  const request = async ({ method, params = [] }: { method: string; params?: unknown[] }) => {
    if (method === 'eth_requestAccounts') return [account];
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const headers = { 'content-type': 'application/json' };
    const { result, error } = (await (await fetch(url, { method: 'POST', headers, body })).json()) as {
      result?: unknown;
      error?: object;
    };
    if (error) throw error;
    return result;
  };
  const detail = Object.freeze({
    info: { uuid: '1', name: 'Testwallet', icon: '', rdns: 'test' },
    provider: { request },
  });
  const page = globalThis as unknown as {
    addEventListener(name: string, act: () => void): void;
    dispatchEvent(event: unknown): void;
    CustomEvent: new (name: string, options: object) => unknown;
  };
  page.addEventListener('eip6963:requestProvider', () => {
    page.dispatchEvent(new page.CustomEvent('eip6963:announceProvider', { detail }));
  });
};

describe('the page of the exit kit, opened as a file', () => {
  let world: ExitChain;
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];
  const asked = new Set<string>();

  beforeAll(async () => {
    [world, browser] = await Promise.all([ExitChain.start(), openBrowser()]);
    page = await browser.newPage();
    page.setDefaultTimeout(10_000);
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('request', (request) => asked.add(new URL(request.url()).origin));
    await page.addInitScript(announceWallet, { url: world.chain.url, account: world.account });
    await page.goto(pathToFileURL(world.file('index.html')).href);
  });
  afterAll(async () => {
    await browser.close();
    await world.stop();
  });

  const button = (name: string) => page.getByRole('button', { name });
  const field = (name: string) => page.getByRole('textbox', { name });
  const status = (text: string | RegExp) => page.getByRole('status').getByText(text).waitFor();
  async function send(): Promise<void> {
    await button('Send with the wallet').click();
    await status(/^Done in block/);
  }

  it('shows what is there through a node that it is given', async () => {
    await button('Use Testwallet').click();
    await status(world.account);
    await field('Node').fill(world.chain.url);
    await field('Contract').fill(world.contract);
    await button('Show what is there').click();
    await page.getByText('1.234567 USD').waitFor();
    await page.getByText('2.5 ETH').waitFor();
    await page.getByText('The waiting period is 1 d.').waitFor();
  });

  it('checks a saved solvency proof', async () => {
    const proof = await world.solvencyProof(1_234_567n);
    const [mimeType, buffer] = ['application/json', Buffer.from(JSON.stringify(proof))];
    await page.getByLabel('Answer to getSolvencyProof').setInputFiles({ name: 'p.json', mimeType, buffer });
    await button('Check the proof').click();
    await status('The proof was checked.');
    await page.getByText('which shows nothing alone').waitFor();
    await page.getByText(/owed 0x[0-9a-f]{40} 1\.234567 USD, of 2\.234567 USD/).waitFor();
    await field('Root that everybody was shown').fill(`0x${'9'.repeat(64)}`);
    await field('Its block').fill(String(proof.block));
    await button('Check the proof').click();
    await status("the proof doesn't hold");
    await field('Root that everybody was shown').fill('');
    await field('Its block').fill('');
  });

  it('says in words what is signed, and leaves in part and in full', async () => {
    await button('Ask to leave with USD').click();
    await page.getByText('You ask to leave with all your USD.').waitFor();
    await send();
    await page.getByText(/^in (1 d|23 h 59 min),/).waitFor();
    await world.wait();
    await button('Show what is there').click();
    await button('Take out USD').click();
    const receiver = `0x${'6'.repeat(40)}`;
    await field('Amount').fill('1.2345671');
    await field('To').fill(receiver);
    await button('Go on').click();
    await status("1.2345671 USD can't be had: USD has 6 decimals, not 7");
    await button('Take out USD').click();
    await field('Amount').fill('1');
    await field('To').fill(receiver);
    await button('Go on').click();
    await page.getByText('0.234567 USD stay').waitFor();
    await send();
    expect(await world.owned(world.tokens.USD, receiver)).toBe(1_000_000n);
    await button('Take out USD').click();
    await button('Go on').click();
    await page.getByText('The contract pays all your 0.234567 USD').waitFor();
    await send();
    expect(await world.owned(world.tokens.USD, world.account)).toBe(234_567n);
  });

  it('cancels by nonce, and removes a delegate', async () => {
    await button('Cancel all orders selling ETH').click();
    await button('Go on').click();
    await page.getByText('You cancel all your orders that sell ETH').waitFor();
    await send();
    await page.getByText(/^0, then \d{13} \(from/).waitFor();
    await button('Look for them').click();
    await button('Remove').click();
    await page.getByText(`You remove the key ${world.delegate}.`).waitFor();
    await send();
  });

  it('tells why something would fail, in words, and sends nothing', async () => {
    await field('Contract').fill(`0x${'9'.repeat(40)}`);
    await button('Show what is there').click();
    await status('there is no contract at');
  });

  it('asks nobody but the node, breaks no policy of its own, and axe finds nothing', async () => {
    expect([...asked].filter((origin) => origin !== 'null')).toEqual([new URL(world.chain.url).origin]);
    expect(complaints).toEqual([]);
    const policy = await page.getAttribute('meta[http-equiv=Content-Security-Policy]', 'content');
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; connect-src/,
    );
    expect(await axeFindings(page, 'the page')).toEqual([]);
  });
});
