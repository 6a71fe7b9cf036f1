import { type ExchangeClient, InMemoryStore } from '@exchange/client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseEther, Wallet } from 'ethers';
import { setTimeout as sleep } from 'node:timers/promises';
import { RAISED_POINTS } from '../../../tools/kit/listing/raised-points';
import { Chain, ChainWallet } from '../../kit/chain';
import { CutLine } from './cut-line';
import type { RunningExchange } from '../../kit/running-exchange';
import { Trader } from '../../kit/trader';
import { clientOf, countOf, sellOf } from './account';

const RUNS = countOf('CLIENT_INTENTS', 12);
const WITHIN_MS = 15;

/** What may happen while an intent is placed; all of them leave one order. */
export function intentCases(exchange: RunningExchange): void {
  describe('one intent is one order', () => {
    let chain: Chain;
    let key: Wallet;
    let nextId = 1;
    const raised = { points: RAISED_POINTS };
    /** Of those whose replies get lost: they soon ask again. */
    const hasty = { ...raised, timeoutMs: 400, backoffMs: { first: 5, most: 50 } };
    /** What an unfinished run would leave open. */
    const opened: { close(): void }[] = [];
    const closedAtTheEnd = <T extends { close(): void }>(one: T): T => {
      opened.push(one);
      return one;
    };

    beforeAll(async () => {
      chain = new Chain(exchange.endpoints);
      const own = new ChainWallet(chain, exchange.endpoints.accounts[13]?.privateKey ?? '');
      (await Trader.funded(own, 'ETH', parseEther('50'))).close();
      key = new Wallet(own.wallet.privateKey);
    });
    afterAll(() => {
      for (const one of opened) one.close();
      chain.close();
    });

    const next = () => sellOf(`intent ${nextId++}`, key, '0.01', '350');

    /** How many orders an account has that it hadn't, and cancels them. */
    async function placedSince(client: ExchangeClient, before: number): Promise<number> {
      const orders = await client.history.orders({ limit: 50 });
      await client.cancelOrders();
      return orders.filter(({ id }) => id > before).length;
    }
    const newest = async (client: ExchangeClient) => (await client.history.orders({ limit: 1 }))[0]?.id ?? 0;

    it(
      `when it is placed twice at once, ${RUNS} times`,
      async () => {
        const client = closedAtTheEnd(await clientOf(exchange.endpoints.ws, key, raised));
        for (let run = 0; run < RUNS; run += 1) {
          const before = await newest(client);
          const intent = next();
          const [a, b] = await Promise.all([client.orders.place(intent), client.orders.place({ ...intent })]);
          expect(a).toBe(b);
          expect(await placedSince(client, before)).toBe(1);
        }
        const taken = next();
        await client.orders.place(taken);
        await expect(client.orders.place({ ...taken, amount: '0.02' })).rejects.toMatchObject({
          code: 'DUPLICATE_ORDER',
        });
        await client.orders.cancel(taken.id);
      },
      60_000 + RUNS * 1_000,
    );

    it(
      `when the reply is lost, or the line is cut after sending, ${RUNS} times each`,
      async () => {
        const line = closedAtTheEnd(await CutLine.to(exchange.endpoints.ws));
        const client = closedAtTheEnd(await clientOf(line.ws, key, hasty));
        const watcher = closedAtTheEnd(await clientOf(exchange.endpoints.ws, key, raised));
        for (let run = 0; run < RUNS * 2; run += 1) {
          const before = await newest(watcher);
          const isLost = run % 2 === 0;
          if (isLost) line.deafen();
          const placed = client.orders.place(next());
          await sleep(Math.random() * WITHIN_MS);
          if (isLost) await sleep(Math.random() * WITHIN_MS);
          line.cut();
          const { order, record } = await placed;
          expect(order?.nonce).toBe(record.command.nonce);
          expect(await placedSince(watcher, before)).toBe(1);
        }
      },
      60_000 + RUNS * 4_000,
    );

    it(
      `when the process ends while sending, ${RUNS} times`,
      async () => {
        const watcher = closedAtTheEnd(await clientOf(exchange.endpoints.ws, key, raised));
        // What is on the disk when the process is gone.
        const store = new InMemoryStore();
        for (let run = 0; run < RUNS; run += 1) {
          const before = await newest(watcher);
          const intent = next();
          const line = await CutLine.to(exchange.endpoints.ws);
          const first = await clientOf(line.ws, key, { ...hasty, store });
          const asked = first.orders.place(intent).catch(() => undefined);
          await sleep(Math.random() * WITHIN_MS);
          line.down();
          first.close();
          await asked;
          line.close();

          const second = await clientOf(exchange.endpoints.ws, key, { ...hasty, store });
          // One that takes up what the store has, or places it again under its name.
          if (run % 2 === 0) await second.orders.resume();
          await second.orders.place(intent);
          expect(await placedSince(watcher, before)).toBe(1);
          second.close();
        }
      },
      60_000 + RUNS * 4_000,
    );

    it('is moved by edits within what was signed, also while its line is cut', async () => {
      const line = closedAtTheEnd(await CutLine.to(exchange.endpoints.ws));
      const client = closedAtTheEnd(await clientOf(line.ws, key, { ...hasty, store: new InMemoryStore() }));
      const intent = sellOf('quote', key, '1', '310');
      await client.orders.place({ ...intent, options: { postOnly: true } });
      const rates: (string | undefined)[] = [];
      for (let move = 0; move < 10; move += 1) {
        const moved = client.orders.requote('quote', { amount: '0.2', rate: `${330 + move}` });
        if (move % 3 === 2) line.cut();
        rates.push((await moved).order?.bookRate);
      }
      expect(rates).toEqual(Array.from({ length: 10 }, (_, move) => `${330 + move}`));
      const all = [1, 2, 3, 4].map((n) =>
        client.orders.requote('quote', { amount: '0.1', rate: `${350 + n}` }),
      );
      for (const one of all) expect((await one).order?.bookRate).toBe('354');
      await expect(client.orders.requote('quote', { amount: '0.2', rate: '309' })).rejects.toMatchObject({
        code: 'RATE_OUT_OF_RANGE',
      });
      await expect(client.orders.requote('quote', { amount: '2', rate: '330' })).rejects.toMatchObject({
        code: 'AMOUNT_OUT_OF_RANGE',
      });
      line.cut();
      expect((await client.orders.cancel('quote')).state).toMatchObject({ kind: 'canceled' });
    });
  });
}
