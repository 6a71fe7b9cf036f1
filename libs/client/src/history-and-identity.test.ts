import { afterEach, describe, expect, it } from '@jest/globals';
import { bookLine, packet } from '@exchange/core/wire';
import { Wallet } from 'ethers';
import { WebSocket } from 'ws';
import { ExchangeClient } from './exchange-client';
import { type ScriptedAnswer, TinyExchange } from '@exchange/test/kit';

const running: { close(): unknown }[] = [];
async function start(answer: ScriptedAnswer): Promise<{ exchange: TinyExchange; client: ExchangeClient }> {
  const exchange = await TinyExchange.listen(answer);
  const client = new ExchangeClient({ url: exchange.url, socket: WebSocket, timeoutMs: 1_000 });
  running.push(client, exchange);
  await client.connect();
  return { exchange, client };
}
afterEach(async () => {
  for (const part of running.splice(0)) await part.close();
});

const trade = [7, 'ETHDAI', 1, '200', '1', 5] as const;

describe('history', () => {
  it('asks for pages and gives their items', async () => {
    const { exchange, client } = await start((command, rid) => {
      switch (command.c) {
        case 'getHistoricalTrades':
          return [packet('ETHDAI', 'historicalTrades', { trades: [trade] }, rid)];
        case 'getUserTrades':
          return [packet(0, 'userTrades', { trades: [] }, rid)];
        case 'getHistoricalOrders':
          return [packet(0, 'historicalOrders', { orders: [] }, rid)];
        default:
          return [packet(0, 'historicalLedgerEntries', { ledgerEntries: [] }, rid)];
      }
    });
    const page = { market: 'ETHDAI', before: 9, limit: 5 };
    expect(await client.history.trades(page)).toMatchObject([{ id: 7, market: 'ETHDAI', rate: '200' }]);
    expect(exchange.commands.at(-1)).toEqual({ c: 'getHistoricalTrades', ...page });
    expect(await client.history.userTrades()).toEqual([]);
    expect(await client.history.orders()).toEqual([]);
    expect(await client.history.ledgerEntries()).toEqual([]);
  });

  it('traces an order to its block', async () => {
    const hash = `0x${'11'.repeat(32)}`;
    const traced = { id: 7, market: 'ETHDAI', orderId: 3, time: 5, state: 'final' };
    const trades = [{ ...traced, batch: { id: 1, transaction: hash }, block: { number: 9, hash } }];
    const { client } = await start((_, rid) => [
      packet(0, 'trace', { order: null, trades, more: false }, rid),
    ]);
    expect(await client.history.trace({ tradeId: 7 })).toEqual({ order: null, trades, more: false });
  });
});

describe('identity', () => {
  it('takes a name signed by the own key, and keeps a salt', async () => {
    const { exchange, client } = await start((command, rid) => {
      if (command.c === 'getTOTPSalt') return [packet(0, 'message', 'salt', rid)];
      if (command.c === 'registerTOTPSalt') return [packet(0, 'message', 'registered', rid)];
      if (command.c === 'postMessage') return [packet(0, 'message', 'received', rid)];
      return [packet(0, 'message', command.c === 'updateUsername' ? command.username : '', rid)];
    });
    const wallet = new Wallet(`0x${'11'.repeat(32)}`);
    expect(await client.identity.username()).toBeNull();
    await client.identity.setUsername('alice', wallet);
    const signature = await wallet.signMessage('Set username: alice');
    expect(exchange.commands.at(-1)).toEqual({ c: 'updateUsername', username: 'alice', signature });
    await client.identity.registerSalt('JBSWY3DPEHPK3PXP', 'salt');
    expect(await client.identity.salt(123, { username: 'alice' })).toBe('salt');
    await client.identity.postMessage('hello');
  });
});

describe('looks at markets', () => {
  it('leave the book that is followed alone', async () => {
    const line = (amount: string) => bookLine({ side: 'sell', rate: '200', amount, count: 1 });
    const { client } = await start((command, rid) => [
      packet('ETHDAI', 'orderBookSnapshot', [line(command.c === 'subscribe' ? '5' : '9')], rid),
    ]);
    await client.subscribe(['ETHDAI'], ['bookd5']);
    const followed = client.book('ETHDAI').lines('sell');
    expect(await client.markets.book('ETHDAI', { limit: 20 })).toMatchObject([{ amount: '9' }]);
    expect(client.book('ETHDAI').lines('sell')).toEqual(followed);
  });
});
