import { ExchangeClient } from '@exchange/client';
import { type BookLineView, bookLine } from '@exchange/core/wire';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseEther, Wallet } from 'ethers';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { RAISED_POINTS } from '../../../tools/kit/listing/raised-points';
import { Chain, ChainWallet } from '../../kit/chain';
import type { RunningExchange } from '../../kit/running-exchange';
import { Trader } from '../../kit/trader';
import { until } from '../../kit/until';
import { clientOf, countOf } from './account';
import { CutLine } from './cut-line';

const UPDATES = countOf('CLIENT_BOOKS', 2_000);
const MARKET = 'ETHDAI';
const ORDERS_A_ROUND = 40;
const VIEWS = ([20, 100, undefined] as const).flatMap((limit) =>
  [1, 2, 3, 4, 5].map((decimals) => ({ event: `book${limit ?? ''}d${decimals}`, limit, decimals })),
);

const BOOKS = ['sequenced', 'plain'] as const;

/** Every view of a market, sequenced and plain, over lines that are cut, against what the exchange says of it. */
export function bookCases(exchange: RunningExchange): void {
  describe('books of our client', () => {
    let chain: Chain;
    let line: CutLine;
    let maker: ExchangeClient;
    let key: Wallet;
    const followers: { client: ExchangeClient; view: (typeof VIEWS)[number]; books: string }[] = [];
    let updates = 0;
    const faults: string[] = [];

    beforeAll(async () => {
      chain = new Chain(exchange.endpoints);
      line = await CutLine.to(exchange.endpoints.ws);
      const own = new ChainWallet(chain, exchange.endpoints.accounts[15]?.privateKey ?? '');
      (await Trader.funded(own, 'ETH', parseEther('200'))).close();
      key = new Wallet(own.wallet.privateKey);
      maker = await clientOf(exchange.endpoints.ws, key, { points: RAISED_POINTS });
      for (const view of VIEWS) {
        for (const books of BOOKS) {
          const options = { socket: WebSocket as never, books, backoffMs: { first: 5, most: 50 } };
          const client = new ExchangeClient({ url: line.ws, ...options });
          client.on('bookFault', ({ fault }) => faults.push(`${view.event} ${books} ${fault}`));
          for (const event of ['sequencedBookUpdate', 'orderBookUpdate'] as const)
            client.on(event, () => (updates += 1));
          await client.connect();
          await client.subscribe([MARKET], [view.event]);
          followers.push({ client, view, books });
        }
      }
    });
    afterAll(() => {
      for (const { client } of followers) client.close();
      maker.close();
      line.close();
      chain.close();
    });

    const rowsOf = (lines: readonly BookLineView[]) => JSON.stringify(lines.map(bookLine));

    async function round(): Promise<void> {
      const placed = Array.from({ length: ORDERS_A_ROUND }, () => {
        const rate = (400 + Math.random() * 40).toFixed(2);
        const order = { market: MARKET, side: 'sell', amount: '0.02', rate, signer: key } as const;
        // A busy exchange may refuse some.
        return maker.placeOrder(order).catch(() => undefined);
      });
      if (Math.random() < 0.5) line.cut();
      const orders = await Promise.all(placed);
      // A look at another view than the one that is followed.
      await Promise.all(
        followers.slice(0, 5).map(({ client }) => client.markets.book(MARKET).catch(() => [])),
      );
      await Promise.all(
        orders
          .filter((order) => order !== undefined)
          .filter(() => Math.random() < 0.7)
          .map(({ id }) => maker.cancelOrder({ id }).catch(() => undefined)),
      );
    }

    it(
      `are the exchange's on all views at each quiet point, over ${UPDATES} updates`,
      async () => {
        while (updates < UPDATES) {
          await round();
          await until('every line', 10_000, () =>
            followers.every(({ client }) => client.state.kind === 'ready'),
          );
          await sleep(300);
          for (const { client, view, books } of followers) {
            const { event, ...look } = view;
            const { limit, decimals } = look;
            const seen = await maker.markets.book(MARKET, {
              decimals,
              ...(limit === undefined ? {} : { limit }),
            });
            const book = client.book(MARKET);
            const held = [...book.lines('buy'), ...book.lines('sell')];
            expect([event, books, rowsOf(held)]).toEqual([event, books, rowsOf(seen)]);
            expect(book.isCrossed).toBe(false);
          }
        }
        if (process.env['CLIENT_BOOKS'] !== undefined) console.log({ updates });
        expect(faults).toEqual([]);
        await maker.cancelOrders();
      },
      60_000 + UPDATES * 40,
    );
  });
}
