import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildSync } from 'esbuild';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openBrowser } from '@exchange/test/browser';

const KEY = `0x${'46'.repeat(32)}`;
const PLACE = `{ chainId: 31337, contract: '0xc0', account: '0xa1' }`;
const OWN = `{ address: '0xde', privateKey: '${KEY}' }`;

/** The vault alone, as a page's script. */
function script(): string {
  const { outputFiles } = buildSync({
    entryPoints: [path.resolve(import.meta.dirname, 'key-vault.ts')],
    ...{ bundle: true, write: false, format: 'iife', globalName: 'vaults', target: 'es2022' },
  });
  return outputFiles[0]?.text ?? '';
}

describe('keys of delegates in a browser', () => {
  let browser: Browser;
  let context: BrowserContext;
  let server: Server;
  let page: Page;
  let url: string;

  beforeAll(async () => {
    const served = { '/': '<!doctype html><script src="/vault.js"></script>', '/vault.js': script() };
    server = createServer(({ url: asked }, response) => {
      const type = asked === '/' ? 'text/html' : 'text/javascript';
      response.setHeader('content-type', type).end(served[asked as keyof typeof served] ?? '');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    browser = await openBrowser();
    context = await browser.newContext();
    page = await context.newPage();
    await page.goto(url);
  });
  afterAll(async () => {
    await browser.close();
    server.closeAllConnections();
    server.close();
  });

  /** Runs in the page with an open vault. */
  const inVault = (code: string) =>
    page.evaluate(`vaults.KeyVault.open('keys').then(async (vault) => {
      try { ${code} } finally { vault.close(); }
    })`);
  /** The record as it lies in the database. */
  const inRecord = (code: string) =>
    page.evaluate(`new Promise((resolve, reject) => {
      indexedDB.open('keys').onsuccess = ({ target: { result: database } }) => {
        const keys = database.transaction('keys', 'readwrite').objectStore('keys');
        keys.get('31337:0xc0:0xa1').onsuccess = async ({ target: { result: record } }) => {
          try { resolve(await (async () => { ${code} })()); } catch (error) { reject(error); }
          database.close();
        };
      };
    })`);

  it('are there after a reload, and in other tabs', async () => {
    await inVault(`await vault.keep(${PLACE}, ${OWN})`);
    await page.reload();
    expect(await inVault(`return vault.openKey(${PLACE})`)).toEqual({ address: '0xde', privateKey: KEY });
    const other = await context.newPage();
    await other.goto(url);
    const there = `vaults.KeyVault.open('keys').then((vault) => vault.addressOf(${PLACE}))`;
    expect(await other.evaluate(there)).toBe('0xde');
    await other.close();
  });

  it('lie encrypted under a key that can’t be taken out', async () => {
    const bytes = await inRecord(`return [...new Uint8Array(record.sealed)]`);
    const text = Buffer.from(bytes as number[]).toString('latin1');
    expect(text).not.toContain('4646');
    expect(text.length).toBeGreaterThanOrEqual(KEY.length);
    expect(await inRecord(`return [record.sealing.extractable, record.sealing.algorithm.name]`)).toEqual([
      false,
      'AES-GCM',
    ]);
    const taken = inRecord(`return crypto.subtle.exportKey('raw', record.sealing)`);
    await expect(taken).rejects.toThrow('not extractable');
  });

  it('are for one account at one contract on one chain', async () => {
    for (const other of [
      `{ chainId: 1, contract: '0xc0', account: '0xa1' }`,
      `{ chainId: 31337, contract: '0xc1', account: '0xa1' }`,
      `{ chainId: 31337, contract: '0xc0', account: '0xa2' }`,
    ])
      expect(await inVault(`return (await vault.openKey(${other})) ?? null`)).toBeNull();
  });

  it('don’t open when their record was changed, or moved to another account', async () => {
    const moved = `indexedDB.open('keys').onsuccess = ({ target: { result: database } }) => {
      database.transaction('keys', 'readwrite').objectStore('keys').put(record, '31337:0xc0:0xbad');
      database.close();
    };`;
    await inRecord(moved);
    const stolen = inVault(`return vault.openKey({ chainId: 31337, contract: '0xc0', account: '0xbad' })`);
    await expect(stolen).rejects.toThrow('OperationError');
  });

  it('are gone when they are forgotten', async () => {
    await inVault(`await vault.forget(${PLACE})`);
    await page.reload();
    expect(await inVault(`return (await vault.addressOf(${PLACE})) ?? null`)).toBeNull();
  });
});
