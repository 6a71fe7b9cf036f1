import type { ExchangeClient } from '@exchange/client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { parseEther, Wallet } from 'ethers';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openBrowser } from '@exchange/test/browser';
import { Chain, ChainWallet } from '../../kit/chain';
import type { RunningExchange } from '../../kit/running-exchange';
import { Trader } from '../../kit/trader';
import { until } from '../../kit/until';
import { clientOf } from './account';
import type { PackedClient } from './packed-client';

/** Of the dev accounts: one that the other cases of the file leave alone. */
const OWNER = 9;
const RECORDS = 150;

const PAGE = `<!doctype html>
<title>tab</title>
<link rel="icon" href="data:," />
<script type="importmap">
  {"imports": {
    "@exchange/client": "/client/core.js",
    "@exchange/client/indexed-db-store": "/client/store/indexed-db-store.js",
    "@noble/": "/noble/"
  }}
</script>
<script type="module" src="/tab.js"></script>`;

/** What the script of the page can do (tab-page.mjs). */
interface Tab {
  connect(place: { url: string; key: string; lock?: string | undefined }): Promise<void>;
  stateKind(): Promise<string>;
  waiting(): Promise<number>;
  place(id: string): Promise<number>;
  begin(id: string): Promise<void>;
  resume(): Promise<string[]>;
  cancel(id: string): Promise<string>;
  fill(prefix: string, count: number): Promise<void>;
  addAll(keys: string[], value: string): Promise<string[]>;
  list(prefix: string): Promise<[string, unknown][]>;
}

/** The packed client in tabs of a browser: what its database and its lock between tabs do. */
export function tabCases(exchange: RunningExchange, packed: PackedClient): void {
  describe('tabs of a browser with the packed client', () => {
    let chain: Chain;
    let server: Server;
    let browser: Browser;
    let context: BrowserContext;
    let watcher: ExchangeClient;
    let key: string;
    const complaints: string[] = [];

    beforeAll(async () => {
      chain = new Chain(exchange.endpoints);
      key = exchange.endpoints.accounts[OWNER]?.privateKey ?? '';
      (await Trader.funded(new ChainWallet(chain, key), 'ETH', parseEther('5'))).close();
      watcher = await clientOf(exchange.endpoints.ws, new Wallet(key));
      server = await served(await packed.unpacked());
      browser = await openBrowser();
      context = await browser.newContext();
    });
    afterEach(async () => {
      for (const page of context.pages()) await page.close();
      await watcher.cancelOrders();
      expect(complaints.splice(0)).toEqual([]);
    });
    afterAll(async () => {
      await browser.close();
      await new Promise((resolve) => server.close(resolve));
      watcher.close();
      chain.close();
    });

    async function tab(): Promise<Page> {
      const page = await context.newPage();
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      page.on('pageerror', ({ message }) => complaints.push(message));
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      await loaded(page);
      return page;
    }
    const loaded = (page: Page) => page.waitForFunction(() => 'tab' in globalThis);

    /** Calls what the page's script has under this name. */
    async function call<N extends keyof Tab>(
      page: Page,
      name: N,
      ...args: Parameters<Tab[N]>
    ): Promise<Awaited<ReturnType<Tab[N]>>> {
      const result: unknown = await page.evaluate(
        ([called, given]) => {
          const { tab: held } = globalThis as unknown as {
            tab: Record<string, (...all: unknown[]) => unknown>;
          };
          return held[called]?.(...given);
        },
        [name, args] as const,
      );
      return result as Awaited<ReturnType<Tab[N]>>;
    }
    const connect = (page: Page, lock?: string) =>
      call(page, 'connect', { url: exchange.endpoints.ws, key, lock });

    /** The ids of the orders that the account got since. */
    async function idsSince(before: number): Promise<number[]> {
      const orders = await watcher.history.orders({ limit: 50 });
      return orders.map(({ id }) => id).filter((id) => id > before);
    }
    const newest = async () => (await watcher.history.orders({ limit: 1 }))[0]?.id ?? 0;

    it('an order that a tab began is one order after its reload', async () => {
      const page = await tab();
      for (const id of ['reloaded 1', 'reloaded 2', 'reloaded 3']) {
        const before = await newest();
        await connect(page);
        await call(page, 'begin', id);
        await page.reload();
        await loaded(page);
        await connect(page);
        expect(await call(page, 'resume')).toContain(id);
        const placed = await call(page, 'place', id);
        expect(await idsSince(before)).toEqual([placed]);
        await page.reload();
        await loaded(page);
      }
    });

    it('two tabs write at the same time, and no record is lost', async () => {
      const [a, b] = [await tab(), await tab()];
      await Promise.all([call(a, 'fill', 'of a:', RECORDS), call(b, 'fill', 'of b:', RECORDS)]);
      const keys = Array.from({ length: RECORDS }, (_, index) => `of both:${index}`);
      const [seenByA, seenByB] = await Promise.all([
        call(a, 'addAll', keys, 'a'),
        call(b, 'addAll', keys, 'b'),
      ]);
      // Who was first is first for both.
      expect(seenByB).toEqual(seenByA);
      const third = await tab();
      for (const prefix of ['of a:', 'of b:']) {
        const left = await call(third, 'list', prefix);
        expect(left).toHaveLength((RECORDS * 2) / 3);
        for (const [name, value] of left) expect(value).toEqual({ key: name });
      }
      expect((await call(third, 'list', 'of both:')).map(([, value]) => value).sort()).toEqual(
        [...seenByA].sort(),
      );
    });

    it('one of two has the line, and the other gets it when that is closed', async () => {
      const [a, b] = [await tab(), await tab()];
      await connect(a, 'the line');
      const waiting = connect(b, 'the line');
      await until('the second tab to wait', 10_000, async () => (await call(a, 'waiting')) === 1);
      const id = await call(a, 'place', 'behind the lock');
      expect([await call(a, 'stateKind'), await call(b, 'stateKind')]).toEqual(['ready', 'closed']);
      await a.close();
      await waiting;
      expect(await call(b, 'stateKind')).toBe('ready');
      expect(await call(b, 'resume')).toContain('behind the lock');
      expect(await call(b, 'place', 'behind the lock')).toBe(id);
      expect(await call(b, 'cancel', 'behind the lock')).toBe('canceled');
    });

    it('without the lock both have a line, and a name is one order all the same', async () => {
      const before = await newest();
      const [a, b] = [await tab(), await tab()];
      await Promise.all([connect(a), connect(b)]);
      const placed: number[] = [];
      for (const id of ['of both 1', 'of both 2', 'of both 3', 'of both 4', 'of both 5']) {
        const [one, other] = await Promise.all([call(a, 'place', id), call(b, 'place', id)]);
        expect(one).toBe(other);
        placed.push(one);
      }
      await until('the orders', 5_000, async () => (await idsSince(before)).length >= placed.length);
      expect((await idsSince(before)).sort((one, other) => one - other)).toEqual(placed);
      // One tab cancels what the other has placed, too.
      expect(await call(a, 'cancel', 'of both 1')).toBe('canceled');
      expect(await call(b, 'cancel', 'of both 1')).toBe('canceled');
    });
  });
}

/** The page, its script, and the packed client with what it needs, as a site has them. */
async function served(client: string): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://page');
    const [, folder = '', ...rest] = pathname.split('/');
    const roots: Readonly<Record<string, string>> = { client, noble: 'node_modules/@noble' };
    const root = roots[folder];
    const file = folder === 'tab.js' ? 'e2e/cases/clients/tab-page.mjs' : path.join(root ?? '', ...rest);
    if (folder === '') return void response.setHeader('content-type', 'text/html').end(PAGE);
    readFile(file).then(
      (content) => response.setHeader('content-type', 'text/javascript').end(content),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
