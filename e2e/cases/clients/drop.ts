import type { ExchangeClient } from '@exchange/client';
import type { UserTradeView } from '@exchange/core/wire';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseEther, type Wallet } from 'ethers';
import { Chain, ChainWallet } from '../../kit/chain';
import { CutLine } from './cut-line';
import type { RunningExchange } from '../../kit/running-exchange';
import { until } from '../../kit/until';
import { buyOf, clientOf, freshAccount, sellOf } from './account';

/** A client is back within a second, which is asked for by name: `npm test` must pass on a busy machine. */
const BACK_MS_MAX = process.env['CLIENT_DROP'] === undefined ? 15_000 : 1_000;
const ROUNDS = 3;

/** Two clients of one account, whose logins void each other's. */
export function dropCases(exchange: RunningExchange): void {
  describe('two clients of one account', () => {
    let chain: Chain;
    let line: CutLine;
    let maker: Wallet;
    let takerKey: Wallet;
    const clients: ExchangeClient[] = [];

    beforeAll(async () => {
      chain = new Chain(exchange.endpoints);
      line = await CutLine.to(exchange.endpoints.ws);
      const from = new ChainWallet(chain, exchange.endpoints.accounts[10]?.privateKey ?? '');
      maker = await freshAccount(chain, from, 'ETH', parseEther('5'));
      takerKey = await freshAccount(chain, from, 'DAI', parseEther('1000'));
    });
    afterAll(() => {
      for (const client of clients) client.close();
      line.close();
      chain.close();
    });

    it('come back as who they were, each within a second, and the missed fill is told once', async () => {
      const { ws } = exchange.endpoints;
      const first = await clientOf(line.ws, maker);
      const second = await clientOf(ws, maker);
      const taker = await clientOf(ws, takerKey);
      clients.push(first, second, taker);
      const fills: UserTradeView[] = [];
      first.on('fill', (fill) => fills.push(fill));
      const secondFills: UserTradeView[] = [];
      second.on('fill', (fill) => secondFills.push(fill));
      let lostBySecond = 0;
      second.on('disconnected', () => (lostBySecond += 1));

      for (let round = 1; round <= ROUNDS; round += 1) {
        await first.orders.place(sellOf(`sell ${round}`, maker, '0.1', '290'));
        line.down();
        await taker.orders.place(buyOf(`buy ${round}`, takerKey, '0.1', '290'));
        await until('the fill at the other client', 10_000, () => secondFills.length === round);
        const caught = new Promise<void>((resolve) => first.on('caughtUp', () => resolve()));
        line.restore();
        const restored = performance.now();
        await until('the login', 15_000, () => first.state.kind === 'ready' && first.account !== undefined);
        expect(performance.now() - restored).toBeLessThan(BACK_MS_MAX);
        await caught;
        expect(fills.map(({ id }) => id)).toEqual(secondFills.map(({ id }) => id));
        await until(
          'the order’s end',
          5_000,
          () => first.orders.get(`sell ${round}`)?.state.kind === 'filled',
        );
        // The one that wasn't cut isn't logged off by the other's login: no ping-pong.
        expect([lostBySecond, second.account]).toEqual([0, maker.address.toLowerCase()]);
        await second.balances();
      }
    });
  });
}
