import { describe, expect, it } from '@jest/globals';
import { parseEther } from 'ethers';
import { Chain, ChainWallet } from '../../kit/chain';
import type { RunningExchange } from '../../kit/running-exchange';
import { type ShownOrder, Trader, type Wish } from '../../kit/trader';
import { askRest } from '../../kit/traffic';
import { until } from '../../kit/until';

const MARKETS = ['ETHDAI', 'WBTCETH', 'ETHUSDC', 'WBTCUSDC', 'LINKETH'] as const;

/** What anybody and two accounts can see of the exchange. */
interface Seen {
  readonly books: unknown;
  readonly trades: unknown;
  readonly orders: readonly unknown[];
  readonly balances: readonly unknown[];
}

/** After a stop and a start, and after the broker has lost everything, all is as it was and goes on. */
export function restartCases(exchange: RunningExchange): void {
  describe('a stopped and started exchange', () => {
    let before: Seen;
    let last: { order: ShownOrder; tradeId: number };
    const sell = (ether: string): Wish => ({
      market: 'ETHDAI',
      sell: ['ETH', parseEther(ether)],
      buy: ['DAI', parseEther(ether) * 350n],
      format: 'sign',
    });
    const buy = (ether: string): Wish => ({
      market: 'ETHDAI',
      sell: ['DAI', parseEther(ether) * 350n],
      buy: ['ETH', parseEther(ether)],
      format: 'signTypedData',
    });

    async function withBoth<T>(use: (seller: Trader, buyer: Trader) => Promise<T>): Promise<T> {
      const chain = new Chain(exchange.endpoints);
      const wallet = (index: number) =>
        new ChainWallet(chain, exchange.endpoints.accounts[index]?.privateKey ?? '');
      const [seller, buyer] = await Promise.all([Trader.own(wallet(8)), Trader.own(wallet(9))]);
      try {
        return await use(seller, buyer);
      } finally {
        for (const end of [seller, buyer, chain]) end.close();
      }
    }

    async function rest(path: string): Promise<unknown> {
      const { body } = await askRest(exchange.endpoints.rest, `/rest/v1/${path}`);
      const { status, data } = body as { status: number; data: unknown };
      expect(status).toBe(0);
      return data;
    }

    const look = (): Promise<Seen> =>
      withBoth(async (...traders) => ({
        books: await Promise.all(MARKETS.map((market) => rest(`market/${market}/orderbook?limit=100`))),
        trades: await Promise.all(MARKETS.map((market) => rest(`market/${market}/trades?limit=50`))),
        orders: await Promise.all(traders.map((trader) => trader.activeOrders())),
        balances: await Promise.all(traders.map((trader) => trader.balances())),
      }));

    /** A trade between the two; the sell order rests on with what is left. */
    const trade = (): Promise<{ order: ShownOrder; tradeId: number }> =>
      withBoth(async (seller, buyer) => {
        await seller.place(sell('0.3'));
        const bought = await buyer.place(buy('0.05'));
        const order = await buyer.orderUntil(bought.id, 'filled', ({ active }) => !active);
        return { order, tradeId: order.trades.at(-1) ?? 0 };
      });

    /** Trades go on with the next ids of the market and the account. */
    async function resumes(): Promise<void> {
      const next = await trade();
      expect(next.tradeId).toBe(last.tradeId + 1);
      expect(next.order.id).toBeGreaterThan(last.order.id);
      last = next;
    }

    async function settled(): Promise<void> {
      await withBoth(async (...traders) => {
        await until('trades to be settled', 45_000, async () => {
          const balances = await Promise.all(traders.map((trader) => trader.balances()));
          const owned = balances.map((one) => one['ETH']?.settled ?? 0n);
          return owned[0] === sellerEther && owned[1] === buyerEther;
        });
      });
    }
    let sellerEther = parseEther('5');
    let buyerEther = 0n;
    const countTrade = () => {
      sellerEther -= parseEther('0.05');
      buyerEther += parseEther('0.05') - parseEther('0.000125');
    };

    it('has books, trades and open orders to remember', async () => {
      const chain = new Chain(exchange.endpoints);
      const wallet = (index: number) =>
        new ChainWallet(chain, exchange.endpoints.accounts[index]?.privateKey ?? '');
      const [ether, dai] = [parseEther('5'), parseEther('1000')];
      await Promise.all([wallet(8).deposit('ETH', ether), wallet(9).deposit('DAI', dai)]);
      await withBoth(async (seller, buyer) => {
        await Promise.all([seller.settledUntil({ ETH: ether }), buyer.settledUntil({ DAI: dai })]);
        await buyer.place({ ...buy('0.1'), sell: ['DAI', parseEther('20')], cid: 3 });
      });
      chain.close();
      last = await trade();
      countTrade();
      await settled();
      before = await look();
      expect(before.orders.map((orders) => (orders as unknown[]).length)).toEqual([1, 1]);
    });

    it('is as it was, and ids go on', async () => {
      await exchange.stop();
      await exchange.start();
      expect(await look()).toEqual(before);
      await resumes();
      countTrade();
      await settled();
      before = await look();
    });

    it('is as it was when the broker has forgotten everything', async () => {
      await exchange.stop();
      exchange.forgetBroker();
      await exchange.start();
      expect(await look()).toEqual(before);
      await resumes();
      countTrade();
      await settled();
    });
  });
}
