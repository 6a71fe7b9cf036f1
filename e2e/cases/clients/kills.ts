import {
  type ExchangeClient,
  InMemoryStore,
  type IntentState,
  keySigner,
  type Signer,
} from '@exchange/client';
import type { EntryView, UserTradeView } from '@exchange/core/wire';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseEther, Wallet } from 'ethers';
import { setTimeout as sleep } from 'node:timers/promises';
import { RAISED_POINTS } from '../../../tools/kit/listing/raised-points';
import { Chain, ChainWallet } from '../../kit/chain';
import { CutLine } from './cut-line';
import type { RunningExchange } from '../../kit/running-exchange';
import { until } from '../../kit/until';
import { Trader } from '../../kit/trader';
import { buyOf, clientOf, countOf, sellOf } from './account';

const KILLS = countOf('CLIENT_KILLS', 3);
const ORDERS_PER_S = countOf('CLIENT_ORDERS_PER_S', 50);
const KILL_EVERY_MS = 700;
const TICK_MS = 20;
const TICK_ORDERS_MAX = (2 * ORDERS_PER_S * TICK_MS) / 1_000;
/** Without an answer yet: a machine that takes fewer orders a second than are wanted is given fewer. */
const UNANSWERED_MAX = 100;
/** Of the thousand that a market allows an account. */
const OPEN_MAX = 500;

/** A client whose line is killed again and again while it places orders as fast as it can. */
export function killedClientCases(exchange: RunningExchange): void {
  describe('a client that is killed while it trades', () => {
    let chain: Chain;
    let line: CutLine;
    let client: ExchangeClient;
    let taker: ExchangeClient;
    let key: Wallet;
    let takerKey: Wallet;
    /** Of the same keys, and faster than those of ethers. */
    let signer: Signer;
    let takerSigner: Signer;

    beforeAll(async () => {
      chain = new Chain(exchange.endpoints);
      line = await CutLine.to(exchange.endpoints.ws);
      const [own, other] = [11, 12].map(
        (index) => new ChainWallet(chain, exchange.endpoints.accounts[index]?.privateKey ?? ''),
      );
      if (own === undefined || other === undefined) throw new Error('no accounts');
      (await Trader.funded(own, 'ETH', parseEther('900'))).close();
      (await Trader.funded(other, 'DAI', parseEther('9000'))).close();
      [key, takerKey] = [new Wallet(own.wallet.privateKey), new Wallet(other.wallet.privateKey)];
      signer = await keySigner(key.privateKey);
      takerSigner = await keySigner(takerKey.privateKey);
      const raised = { points: RAISED_POINTS };
      client = await clientOf(line.ws, key, {
        ...raised,
        store: new InMemoryStore(),
        backoffMs: { first: 20, most: 200 },
      });
      taker = await clientOf(exchange.endpoints.ws, takerKey, raised);
    });
    afterAll(() => {
      client.close();
      taker.close();
      line.close();
      chain.close();
    });

    it(
      `is told every order, fill and entry once, and places none twice, over ${KILLS} kills`,
      async () => {
        const [fills, entries]: [UserTradeView[], EntryView[]] = [[], []];
        client.on('fill', (fill) => fills.push(fill));
        client.on('entry', (entry) => entries.push(entry));
        client.on('fault', (error) => {
          throw error;
        });
        const ends = new Map<string, IntentState[]>();
        client.on('orderState', ({ id, state, hasEnded }) => {
          if (hasEnded) ends.set(id, [...(ends.get(id) ?? []), state]);
        });
        const placed: Promise<unknown>[] = [];
        const refused: unknown[] = [];
        let wanted = 0;
        let answered = 0;
        let canceling: Promise<unknown> | undefined;
        const started = performance.now();
        let kills = 0;
        const endAt = started + KILLS * KILL_EVERY_MS;
        const placing = (async () => {
          while (performance.now() < endAt || kills < KILLS) {
            const due = ((performance.now() - started) / 1000) * ORDERS_PER_S;
            // A machine that can't sign as many must come to hear of them.
            const end = Math.min(due, wanted + TICK_ORDERS_MAX, answered + UNANSWERED_MAX);
            if (answered - ends.size > OPEN_MAX)
              canceling ??= client
                .cancelOrders()
                .catch(() => undefined)
                .finally(() => (canceling = undefined));
            while (wanted < end) {
              wanted += 1;
              // One of ten rests, the others wait for a taker; each has a cid of its own.
              const rate = wanted % 10 === 0 ? '400' : '280';
              const asked = client.orders.place(sellOf(`order ${wanted}`, signer, '0.01', rate));
              const settled = asked.catch((error: unknown) => refused.push(error));
              placed.push(settled.finally(() => (answered += 1)));
            }
            await sleep(TICK_MS);
          }
        })();
        const taking = (async () => {
          let taken = 0;
          while (performance.now() < endAt) {
            taken += 1;
            await taker.orders
              .place(buyOf(`take ${taken}`, takerSigner, '0.05', '280'))
              .catch(() => undefined);
            await sleep(1_000 / (ORDERS_PER_S / 8));
          }
        })();
        for (; kills < KILLS; kills += 1) {
          await sleep(KILL_EVERY_MS * (0.5 + Math.random()));
          if (Math.random() < 0.5) line.deafen();
          await sleep(Math.random() * 30);
          line.cut();
        }
        await Promise.all([placing, taking]);
        await Promise.all(placed);
        // A busy exchange may refuse some, of which nothing is placed.
        expect(refused.filter((error) => (error as { code?: string }).code !== 'UNAVAILABLE')).toEqual([]);
        const accepted = wanted - refused.length;
        const ordersPerS = accepted / ((performance.now() - started) / 1_000);
        await client.cancelOrders();
        await until(
          'every order to end',
          60_000,
          () => [...ends.values()].flat().filter(({ kind }) => kind !== 'refused').length >= accepted,
        );
        await sleep(1_000);

        // Each intent is one order, of which one end was told.
        expect([...ends.values()].filter((states) => states.length !== 1)).toEqual([]);
        const orders = await wholeHistory((before) => client.history.orders({ limit: 50, ...before }));
        expect(new Set(orders.map(({ nonce }) => nonce)).size).toBe(orders.length);
        expect(orders).toHaveLength(accepted);
        const trades = await wholeHistory((before) => client.history.userTrades({ limit: 50, ...before }));
        expect(fills.map(({ id }) => id).sort((a, b) => a - b)).toEqual(
          trades.map(({ id }) => id).sort((a, b) => a - b),
        );
        expect(trades.length).toBeGreaterThan(KILLS);
        const known = await wholeHistory((before) => client.history.ledgerEntries({ limit: 50, ...before }));
        const told = entries.map((entry) => JSON.stringify(entry));
        expect(new Set(told).size).toBe(told.length);
        const told1 = new Set(entries.map(({ id }) => id));
        const ofTrades = known.filter(({ type }) => type === 'trade').map(({ id }) => id);
        expect(ofTrades.filter((id) => !told1.has(id))).toEqual([]);
        if (process.env['CLIENT_KILLS'] !== undefined)
          console.log({
            kills,
            seconds: (performance.now() - started) / 1000,
            orders: orders.length,
            ordersPerS,
            fills: fills.length,
            entries: entries.length,
          });
      },
      120_000 + KILLS * KILL_EVERY_MS * 4,
    );
  });
}

/** All items of a history, page by page. */
async function wholeHistory<T extends { readonly id: number }>(
  page: (before: { before?: number }) => Promise<readonly T[]>,
): Promise<T[]> {
  const all: T[] = [];
  for (;;) {
    const last = all.at(-1)?.id;
    const items = await page(last === undefined ? {} : { before: last });
    all.push(...items);
    if (items.length < 50) return all;
  }
}
