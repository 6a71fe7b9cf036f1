import { afterEach, describe, expect, it } from '@jest/globals';
import { address, reject, ZERO_ADDRESS } from '@exchange/core/kernel';
import { errorPacket, packet } from '@exchange/core/wire';
import { Wallet } from 'ethers';
import { WebSocket } from 'ws';
import type { TabLocks } from '../connection/one-tab';
import { ExchangeClient } from '../exchange-client';
import { InMemoryStore } from '../store/in-memory-store';
import { TinyExchange } from '@exchange/test/kit';
import { sharedSessions } from './session-place';

const owner = new Wallet(`0x${'46'.repeat(32)}`);
const account = address(owner.address);
const key = new Wallet(`0x${'47'.repeat(32)}`);
const asking = {
  address: owner.address,
  asksPerson: true,
  signMessage: (text: string | Uint8Array) => owner.signMessage(text),
  signTypedData: (...typed: Parameters<Wallet['signTypedData']>) => owner.signTypedData(...typed),
};

/** The locks of a browser: one holder at a time, in turn. */
function browserLocks(): TabLocks {
  let last: Promise<unknown> = Promise.resolve();
  return { request: (_, held) => (last = last.then(held, held)) };
}

/** One live session of the account; an id that comes twice is a theft, as at the exchange. */
class Sessions {
  thefts = 0;
  #live: string | undefined;
  readonly #used = new Set<string>();

  issue(): string {
    this.#live = `s${Math.random()}`;
    return this.#live;
  }

  use(id: string): string | undefined {
    if (this.#used.has(id)) this.thefts += 1;
    if (this.#used.has(id) || id !== this.#live) return undefined;
    this.#used.add(id);
    return this.issue();
  }
}

const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

async function exchangeOf(sessions: Sessions): Promise<TinyExchange> {
  const exchange = await TinyExchange.listen((command, rid) => {
    const told = (session: string | null, delegate = ZERO_ADDRESS) => [
      packet(0, 'auth', ['authenticated', account, session, delegate], rid),
    ];
    switch (command.c) {
      case 'authenticate':
        return told(sessions.issue());
      case 'authenticateDelegate':
        return told(null, address(key.address));
      case 'authenticateWithSession': {
        const next = sessions.use(command.session);
        return next === undefined
          ? [errorPacket(reject('INVALID_SESSION', 'log in again'), rid)]
          : told(next);
      }
      case 'logoff':
        return [packet(0, 'auth', ['loggedOff', account, null, ZERO_ADDRESS], rid)];
      default:
        return [];
    }
  });
  opened.push(exchange);
  return exchange;
}

/** Tabs of one page: clients that share a store and its locks. */
function browserOf(exchange: TinyExchange) {
  const place = sharedSessions(new InMemoryStore(), browserLocks());
  return async () => {
    const client = new ExchangeClient({ url: exchange.url, socket: WebSocket, sessions: place });
    opened.unshift(client);
    await client.connect();
    return client;
  };
}

const back = (client: ExchangeClient) =>
  new Promise<void>((resolve) => client.on('connected', () => resolve()));

describe('the session of an account in a browser', () => {
  it('is used once, however many tabs come back at the same time', async () => {
    const sessions = new Sessions();
    const exchange = await exchangeOf(sessions);
    const tab = browserOf(exchange);
    const first = await tab();
    await first.authenticate(asking);
    const tabs = [first, await tab(), await tab()];
    for (const other of tabs.slice(1))
      await expect(other.resumeLogin(account)).resolves.toMatchObject({ kind: 'loggedIn', account });
    for (let cut = 0; cut < 3; cut += 1) {
      const all = Promise.all(tabs.map(back));
      exchange.cut();
      await all;
      expect(tabs.map((client) => client.account)).toEqual([account, account, account]);
    }
    expect(sessions.thefts).toBe(0);
  });

  it('is what a reloaded page logs in with, before the key of a delegate', async () => {
    const sessions = new Sessions();
    const exchange = await exchangeOf(sessions);
    const tab = browserOf(exchange);
    await (await tab()).authenticate(asking);
    const state = await (await tab()).resumeLogin(account, key);
    expect(state).toEqual({ kind: 'loggedIn', account, delegate: undefined });
  });

  it('gives way to the key of a delegate when it was voided, also where a wallet logged in', async () => {
    const sessions = new Sessions();
    const exchange = await exchangeOf(sessions);
    const client = await browserOf(exchange)();
    await client.authenticate(asking);
    client.renewWith(key);
    // Again with the wallet: the key stays what lost logins are renewed with.
    await client.authenticate(asking);
    sessions.issue();
    const again = back(client);
    exchange.cut();
    await again;
    expect(client.loginState).toEqual({ kind: 'loggedIn', account, delegate: address(key.address) });
  });

  it('is gone after a logoff', async () => {
    const sessions = new Sessions();
    const exchange = await exchangeOf(sessions);
    const tab = browserOf(exchange);
    const client = await tab();
    await client.authenticate(asking);
    await client.logoff();
    await expect((await tab()).resumeLogin(account)).resolves.toMatchObject({
      kind: 'loginNeeded',
      error: { code: 'NOT_AUTHENTICATED' },
    });
    expect(sessions.thefts).toBe(0);
  });
});
