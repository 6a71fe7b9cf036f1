import { describe, expect, it } from '@jest/globals';
import { ExchangeClient } from '@exchange/client';
import { formatEther, parseEther } from 'ethers';
import { WebSocket } from 'ws';
import { Chain, ChainWallet } from '../kit/chain';
import type { RunningExchange } from '../kit/running-exchange';
import { until } from '../kit/until';

const MARKET = 'ETHDAI';
/** Accounts of `endpoints.json` that nobody else trades with. */
const OWNERS = [11, 12, 13, 14];
const SECONDS = 15;
/** Within the points of an account: at most 25 commands of 1.5 points in 10 s. */
const PACE_MS = 400;

/** One of several who trade at random around a rate. */
class RandomTrader {
  readonly client: ExchangeClient;
  private readonly open = new Set<number>();

  constructor(
    ws: string,
    private readonly owner: ChainWallet,
  ) {
    this.client = new ExchangeClient({ url: ws, socket: WebSocket as never });
    this.client.on('orderStatus', ({ order }) => {
      if (order.active) this.open.add(order.id);
      else this.open.delete(order.id);
    });
  }

  async arrive(): Promise<void> {
    await Promise.all([
      this.owner.deposit('ETH', parseEther('5')),
      this.owner.deposit('DAI', parseEther('2000')),
    ]);
    await this.client.connect();
    await this.client.authenticate(this.owner.wallet);
    await until('the deposits', 30_000, async () => {
      const balances = await this.client.balances();
      const usable = (symbol: string) => BigInt(balances.find(({ token }) => token === symbol)?.usable ?? 0);
      return usable('ETH') > 0n && usable('DAI') > 0n;
    });
  }

  /** Places, edits or cancels; a refusal is part of the game. */
  async act(): Promise<void> {
    const [id] = this.open;
    const chance = Math.random();
    try {
      if (id !== undefined && (chance < 0.2 || this.open.size > 12)) await this.client.cancelOrder({ id });
      else if (id !== undefined && chance < 0.3) await this.client.editOrder({ id, hidden: chance < 0.25 });
      else await this.place();
    } catch (error) {
      if (!(error instanceof Error && error.name === 'ExchangeError')) throw error;
    }
  }

  async leave(): Promise<void> {
    await this.client.cancelOrders();
    this.client.close();
  }

  private async place(): Promise<void> {
    const side = Math.random() < 0.5 ? 'buy' : 'sell';
    const away = (Math.random() - 0.25) * (side === 'buy' ? -4 : 4);
    await this.client.placeOrder({
      ...{ market: MARKET, side, signer: this.owner.wallet },
      rate: (300 + away).toFixed(2).replace(/\.?0+$/, ''),
      amount: formatEther(parseEther('0.02') * BigInt(1 + Math.floor(Math.random() * 5))),
      options: { hidden: Math.random() < 0.25 },
    });
  }
}

/** What `npm run book-truth` looks at while a few accounts trade, with hidden orders too. */
export function bookTruthCases(exchange: RunningExchange): void {
  describe('npm run book-truth', () => {
    it('finds every book true and never crossed while accounts trade', async () => {
      const { endpoints } = exchange;
      const chain = new Chain(endpoints);
      const traders = OWNERS.map(
        (index) =>
          new RandomTrader(endpoints.ws, new ChainWallet(chain, endpoints.accounts[index]?.privateKey ?? '')),
      );
      try {
        for (const trader of traders) await trader.arrive();
        const tool = exchange.run(['tools/run.mjs', 'book-truth', '--seconds', String(SECONDS)]);
        const watched = { ended: false };
        const ended = tool.ended.finally(() => (watched.ended = true));
        await Promise.all(
          traders.map(async (trader) => {
            while (!watched.ended) {
              await trader.act();
              await new Promise((resolve) => setTimeout(resolve, PACE_MS));
            }
          }),
        );
        const code = await ended;
        const output = tool.output();
        expect(output).toContain('every book was true, and none was ever crossed');
        for (const [, states] of output.matchAll(/^ {2}.* (\d+) states compared$/gm)) {
          expect(Number(states)).toBeGreaterThan(20);
        }
        expect(output.match(/states compared/g)).toHaveLength(17);
        expect(code).toBe(0);
      } finally {
        await Promise.all(traders.map((trader) => trader.leave()));
        chain.close();
      }
    });
  });
}
