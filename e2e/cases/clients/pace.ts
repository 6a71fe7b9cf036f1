import type { ExchangeClient } from '@exchange/client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseEther, type Wallet } from 'ethers';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { Chain, ChainWallet } from '../../kit/chain';
import type { RunningExchange } from '../../kit/running-exchange';
import { clientOf, countOf, freshAccount, sellOf } from './account';

const SECONDS = countOf('CLIENT_PACE_S', 5);
/** A cancel goes out at once, which is asked for by name: `npm test` must pass on a busy machine. */
const CANCEL_MS_MAX = process.env['CLIENT_PACE_S'] === undefined ? 3_000 : 300;
/** Two clients find their pace within a second or never. */
const SHARED_SECONDS = Math.min(SECONDS, 60);
const CANCELS = 10;
const WINDOW_MS = 10_000;

/** An account whose limits nobody has raised, used as fast as it can be. */
export function paceCases(exchange: RunningExchange): void {
  describe('an account with the ordinary limits', () => {
    let chain: Chain;
    let from: ChainWallet;
    beforeAll(() => {
      chain = new Chain(exchange.endpoints);
      from = new ChainWallet(chain, exchange.endpoints.accounts[14]?.privateKey ?? '');
    });
    afterAll(() => chain.close());

    /** Moves a quote as often as it may until the time is over; how often that was, and what went wrong. */
    async function moveQuote(client: ExchangeClient, key: Wallet, endAt: number): Promise<number> {
      const { id: name } = sellOf(`quote ${Math.random()}`, key, '1', '300');
      await client.orders.place(sellOf(name, key, '1', '300'));
      let moves = 0;
      for (; performance.now() < endAt; moves += 1) {
        await client.orders.requote(name, { amount: '0.1', rate: `${350 + (moves % 40)}` });
      }
      return moves;
    }

    it(
      `is never refused for its points in ${SECONDS} s, and no cancel waits`,
      async () => {
        const key = await freshAccount(chain, from, 'ETH', parseEther('5'));
        // What it spent while it was funded is over.
        await sleep(WINDOW_MS + 500);
        let sentAt = 0;
        class NotingSocket extends WebSocket {
          override send(frame: string): void {
            if (frame.includes('"c":"cancelOrder"')) sentAt = performance.now();
            super.send(frame);
          }
        }
        const client = await clientOf(exchange.endpoints.ws, key, { socket: NotingSocket as never });
        const refusals: string[] = [];
        client.on('error', ({ text }) => refusals.push(text));
        const endAt = performance.now() + SECONDS * 1_000;
        const moving = moveQuote(client, key, endAt);
        const took: number[] = [];
        let cancels: number[] = [];
        while (performance.now() < endAt) {
          await sleep(Math.random() * 800);
          cancels = cancels.filter((at) => at > performance.now() - WINDOW_MS - CANCEL_MS_MAX);
          if (cancels.length >= CANCELS) continue;
          const { order } = await client.orders.place(sellOf(`c ${took.length}`, key, '0.02', '400'));
          const started = performance.now();
          await client.cancelOrder({ id: order?.id ?? 0 });
          took.push(sentAt - started);
          cancels.push(performance.now());
        }
        const moves = await moving;
        client.close();
        if (process.env['CLIENT_PACE_S'] !== undefined)
          console.log({ moves, cancels: took.length, slowest: Math.max(...took) });
        expect(refusals.filter((text) => text.startsWith('RATE_LIMITED'))).toEqual([]);
        expect(Math.max(...took)).toBeLessThanOrEqual(CANCEL_MS_MAX);
        expect(moves).toBeGreaterThan(SECONDS);
      },
      120_000 + SECONDS * 2_000,
    );

    it(
      'shares its points between two clients, which lose nothing',
      async () => {
        const key = await freshAccount(chain, from, 'ETH', parseEther('5'));
        const clients = [
          await clientOf(exchange.endpoints.ws, key),
          await clientOf(exchange.endpoints.ws, key),
        ];
        let refused = 0;
        for (const client of clients) client.on('error', () => (refused += 1));
        const endAt = performance.now() + SHARED_SECONDS * 1_000;
        const moves = await Promise.all(clients.map((client) => moveQuote(client, key, endAt)));
        if (process.env['CLIENT_PACE_S'] !== undefined) console.log({ moves, refused });
        for (const client of clients) client.close();
        expect(Math.min(...moves)).toBeGreaterThan(SHARED_SECONDS / 3);
        expect(refused).toBeLessThan((moves[0] ?? 0) + (moves[1] ?? 0));
      },
      120_000 + SHARED_SECONDS * 2_000,
    );
  });
}
