import type { SeedConnection, ReadPacket } from '@exchange/test/seed-client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { present } from '@exchange/core/kernel';
import pg from 'pg';
import { type Chain, ChainWallet } from '../../kit/chain';
import { firstBudgetOf } from '../../../tools/kit/chain/rebate-budget';
import { TEST_TOKENS } from '../../../tools/kit/listing/listed';
import { withFreshMarket } from '../../kit/fresh-tokens';
import type { RunningExchange } from '../../kit/running-exchange';
import { Trader } from '../../kit/trader';
import { askRest } from '../../kit/traffic';
import { until } from '../../kit/until';
import { openConnection } from '../../kit/connection';

const [TRADED, QUOTE] = ['EXA', 'EXB'];
const MARKET = TRADED + QUOTE;
const MOST = 2n ** 128n - 1n;
/** The least that can be ordered, more than a float holds exactly, and the most that there can be. */
const AMOUNTS = [MOST, 10n ** 24n, 10_001n] as const;
/** Of what a taker buys: 0.25 %, rounded down. */
const feeOf = (amount: bigint) => (amount * 25n) / 10_000n;

type Row = readonly unknown[];

/** An order without LAST_ACTIVE_TIMESTAMP, which goes on while it is open. */
const withoutActivity = (order: Row) => order.slice(0, -1);

/** What was asked of one account. */
interface Told {
  readonly balances: unknown;
  readonly orders: readonly Row[];
  readonly trades: readonly Row[];
  readonly entries: readonly Row[];
}

/** The smallest and the largest amounts stay what they are, as strings, wherever they are shown. */
export function exactAmountCases(exchange: RunningExchange): void {
  describe('exact amounts', () => {
    let chain: Chain;
    let [ann, ben]: ChainWallet[] = [];
    let [anna, benno]: Trader[] = [];
    let publicly: SeedConnection;
    let database: pg.Client;
    const traders = () => [anna as Trader, benno as Trader] as const;

    beforeAll(async () => {
      const { accounts } = exchange.endpoints;
      const [first, second] = [accounts[16], accounts[17]];
      if (first === undefined || second === undefined) throw new Error('too few accounts');
      chain = await withFreshMarket(
        exchange,
        [TRADED, QUOTE],
        [
          [TRADED, first.address, MOST],
          [QUOTE, second.address, MOST],
        ],
      );
      [ann, ben] = [new ChainWallet(chain, first.privateKey), new ChainWallet(chain, second.privateKey)];
      [anna, benno] = await Promise.all([Trader.own(ann), Trader.own(ben)]);
      database = new pg.Client({ connectionString: exchange.databaseAdminUrl });
      await database.connect();
      publicly = await openConnection(exchange.endpoints.ws);
      await until('the new market to be known', 20_000, async () => {
        const asked = { c: 'subscribe', markets: [MARKET], events: ['trades', 'book20d5'] };
        return (await publicly.ask(asked)).event !== 'e';
      });
    });

    afterAll(async () => {
      for (const end of [anna, benno, publicly, chain]) end?.close();
      await database?.end();
    });

    /** A packet that came since the given number of packets. */
    const since = (
      connection: SeedConnection,
      from: number,
      what: string,
      isIt: (packet: ReadPacket) => boolean,
    ) => connection.find(what, from, isIt);

    async function rest(path: string): Promise<unknown> {
      const { body } = await askRest(exchange.endpoints.rest, `/rest/v1/market/${MARKET}/${path}`);
      return (body as { data: unknown }).data;
    }

    /** The answer to a fresh subscription of somebody who has seen nothing yet. */
    async function snapshot(subscription: string, event: string): Promise<unknown> {
      const fresh = await openConnection(exchange.endpoints.ws);
      try {
        return await fresh.answer({ c: 'subscribe', markets: [MARKET], events: [subscription] }, event);
      } finally {
        fresh.close();
      }
    }

    async function rows(statement: string): Promise<unknown[][]> {
      const { rows: found } = await database.query({ text: statement, rowMode: 'array' });
      return found as unknown[][];
    }

    async function history(trader: Trader, c: string, event: string, member: string): Promise<Row[]> {
      const answer = await trader.connection.answer({ c, limit: 50 }, event);
      return (answer as Record<string, Row[]>)[member] ?? [];
    }

    const told = async (trader: Trader): Promise<Told> => ({
      balances: ((await trader.connection.answer({ c: 'getBalanceSnapshot' }, 'bs')) as string[][]).sort(),
      orders: await history(trader, 'getHistoricalOrders', 'ho', 'orders'),
      trades: await history(trader, 'getUserTrades', 'uts', 'trades'),
      entries: await history(trader, 'getHistoricalLedgerEntries', 'hle', 'ledgerEntries'),
    });

    const placed = async (trader: Trader, sell: string, buy: string, amount: bigint): Promise<Row> => {
      const format = sell === TRADED ? 'sign' : 'signTypedData';
      const command = await trader.placeCommand({
        ...{ market: MARKET, sell: [sell, amount], buy: [buy, amount], format },
      });
      return (await trader.connection.answer(command, 'o')) as Row;
    };

    it('are deposited as they are', async () => {
      await (ann as ChainWallet).deposit(TRADED, MOST);
      await (ben as ChainWallet).deposit(QUOTE, MOST);
      for (const [trader, symbol] of [
        [traders()[0], TRADED],
        [traders()[1], QUOTE],
      ] as const) {
        await trader.settledUntil({ [symbol]: MOST });
        const change = [symbol, `${MOST}`, '0', `${MOST}`];
        const balance = [symbol, `${MOST}`, `${MOST}`, '0'];
        const { balances, entries } = await told(trader);
        expect(balances).toEqual([balance]);
        expect(entries.map((entry) => entry[2])).toEqual([[change]]);
        const isBalance = ({ event, message }: ReadPacket) =>
          event === 'b' && JSON.stringify(message) === JSON.stringify(balance);
        await trader.connection.find('the balance', 0, isBalance);
        const isDeposit = ({ event, message }: ReadPacket) =>
          event === 'le' && JSON.stringify((message as Row)[2]) === JSON.stringify(entries[0]?.[2]);
        await trader.connection.find('the deposit', 0, isDeposit);
      }
    });

    // The maker has what it needs of the trade before: it sells what it has, then buys with what it got.
    it.each(AMOUNTS.map((amount, round) => [amount, round] as const))(
      '%s is placed, matched, told and settled to the last unit',
      async (amount, round) => {
        const [maker, taker] = traders();
        const [sold, bought] = round % 2 === 0 ? ([TRADED, QUOTE] as const) : ([QUOTE, TRADED] as const);
        const text = `${amount}`;
        const six = Array<string>(6).fill(text);
        const seen = [publicly, maker.connection, taker.connection].map(({ packets }) => packets.length);
        const [seenPublicly = 0, seenByMaker = 0, seenByTaker = 0] = seen;

        const resting = await placed(maker, sold, bought, amount);
        expect(resting.slice(6, 15)).toEqual([sold, bought, ...six, '1']);
        const id = resting[0] as number;
        const same = (await maker.connection.answer({ c: 'getOrder', id }, 'o')) as Row;
        expect(withoutActivity(same)).toEqual(withoutActivity(resting));
        const active = (await maker.activeOrders()) as Row[];
        expect(active.map(withoutActivity)).toEqual([withoutActivity(resting)]);
        const direction = sold === TRADED ? 0 : 1;
        const line = [direction, '1', text, 1];
        const isLine = ({ event, message }: ReadPacket) =>
          event === 'ob' && JSON.stringify(message) === JSON.stringify(line);
        await since(publicly, seenPublicly, 'the line of the book', isLine);
        expect(await snapshot('book20d5', 'obs')).toEqual([line]);
        // Each reads the market's reports in turns of its own, so REST and market-data may come later.
        const isInRestBook = async () => JSON.stringify(await rest('orderbook')).includes(`"${text}"`);
        await until(`the level of ${text} by REST`, 10_000, isInRestBook);
        const levels = `SELECT amount::text FROM market_data.levels WHERE market = '${MARKET}'`;
        const isStored = async () => JSON.stringify(await rows(levels)) === JSON.stringify([[text]]);
        await until(`the stored level of ${text}`, 10_000, isStored);

        const order = await placed(taker, bought, sold, amount);
        expect(order.slice(6, 10)).toEqual([bought, sold, text, text]);
        const isTrade = ({ channel, event }: ReadPacket) => channel === MARKET && event === 't';
        const { message: trade } = await since(publicly, seenPublicly, 'the trade', isTrade);
        const [tradeId, , rate, traded] = trade as Row;
        expect([rate, traded]).toEqual(['1', text]);
        expect(((await snapshot('trades', 'ts')) as Row[])[0]).toEqual(trade);
        const newestByRest = async () => ((await rest('trades')) as { trades: { id: number }[] }).trades[0];
        await until('the trade by REST', 10_000, async () => (await newestByRest())?.id === tradeId);
        expect(await newestByRest()).toMatchObject({ id: tradeId, rate: '1', amount: text });
        const past = await publicly.answer({ c: 'getHistoricalTrades', market: MARKET, limit: 1 }, 'ht');
        expect((past as { trades: Row[] }).trades[0]?.slice(0, 5)).toEqual([
          ...[tradeId, MARKET, (trade as Row)[1], '1', text],
        ]);
        for (const [trader, from, fee, gets, gives] of [
          [maker, seenByMaker, 0n, bought, sold],
          [taker, seenByTaker, feeOf(amount), sold, bought],
        ] as const) {
          const isOwn = ({ channel, event, message }: ReadPacket) =>
            channel === MARKET && event === 'ts' && (message as Row)[0] === tradeId;
          const { message: own } = await since(trader.connection, from, 'the own trade', isOwn);
          expect((own as Row).slice(3, 9)).toEqual(['1', text, `${fee}`, '0', '0', '']);
          const isEnd = ({ event, message }: ReadPacket) => event === 'o' && (message as Row)[4] === false;
          const { message: ended } = await since(trader.connection, from, 'the end of the order', isEnd);
          expect((ended as Row).slice(6, 14)).toEqual([
            ...(trader === maker ? [sold, bought] : [bought, sold]),
            ...[text, text, '0', '0', '0', '0'],
          ]);
          const changes = [
            [gives, `-${amount}`, '0', `-${amount}`],
            [gets, text, `${fee}`, `${amount - fee}`],
          ];
          // One of an earlier trade is told again when its transaction is known.
          const isEntry = ({ event, message }: ReadPacket) =>
            event === 'le' && JSON.stringify((message as Row)[2]).includes(`"-${amount}"`);
          const { message: entry } = await since(trader.connection, from, 'the entry', isEntry);
          expect((entry as Row)[2]).toEqual(expect.arrayContaining(changes));
          const { orders, trades, entries } = await told(trader);
          expect(orders[0]).toEqual(ended);
          expect(trades[0]).toEqual(own);
          expect(entries[0]?.[2]).toEqual((entry as Row)[2]);
        }
        expect(
          await rows(
            `SELECT t.traded::text, t.quote::text, u.amount::text, o.sell_amount::text, o.buy_amount::text, p.amount::text
             FROM market_data.trades t JOIN account_service.user_trade u ON u.trade_id = t.id
             JOIN account_service.orders o ON o.id = u.order_id
             JOIN account_service.entry e ON e.type = 'trade' AND e.account = o.account AND e.cause->>'tradeId' = t.id::text
             JOIN account_service.posting p ON p.ref_kind = 'entry' AND p.ref_id = e.id AND p.bucket = 'held'
             WHERE t.id = ${tradeId as number} ORDER BY o.id`,
          ),
        ).toEqual(Array(2).fill([...Array<string>(5).fill(text), `-${amount}`]));
      },
    );

    it('are told of what exists of a token', async () => {
      const { accounts, limitedAccounts } = exchange.endpoints;
      const dai = present(
        TEST_TOKENS.find(({ symbol }) => symbol === 'DAI'),
        'DAI',
      );
      const supply = dai.grant * BigInt(accounts.length + limitedAccounts.length) + firstBudgetOf(dai);
      await until('the supply of DAI', 90_000, async () => {
        const { body } = await askRest(exchange.endpoints.rest, '/rest/v1/token-info/by-symbol/DAI');
        return (body as { data: { supply: string } }).data.supply === `${supply}`;
      });
      const told = await publicly.answer({ c: 'getTokenInfo', symbol: 'DAI' }, 'toi');
      expect(told).toMatchObject({ supply: `${supply}` });
    });

    it('are settled on chain, and are the same after a restart', async () => {
      const [most = 0n, middle = 0n, least = 0n] = AMOUNTS;
      const maker = { [TRADED]: middle - least, [QUOTE]: most - middle + least };
      const taker = {
        [TRADED]: most - feeOf(most) - middle + least - feeOf(least),
        [QUOTE]: middle - feeOf(middle) - least,
      };
      const expected = [
        [ann, traders()[0], maker],
        [ben, traders()[1], taker],
      ] as const;
      for (const [wallet, trader, figures] of expected) {
        await trader.settledUntil(figures);
        for (const [symbol, amount] of Object.entries(figures)) {
          expect([symbol, await chain.balance(symbol, wallet?.address ?? '')]).toEqual([symbol, amount]);
        }
      }
      expect(await chain.liabilities(TRADED)).toBe(MOST);
      expect(await chain.liabilities(QUOTE)).toBe(MOST);
      const before = await Promise.all(traders().map(told));
      for (const [index, [, , figures]] of expected.entries()) {
        const balances = Object.entries(figures).map(([symbol, amount]) => [
          symbol,
          `${amount}`,
          `${amount}`,
          '0',
        ]);
        expect(before[index]?.balances).toEqual(expect.arrayContaining(balances));
      }
      await exchange.killAndRecover('account-service');
      await until('the account to be told again', 20_000, async () => {
        const { event } = await traders()[0].connection.ask({ c: 'getBalanceSnapshot' });
        return event === 'bs';
      });
      expect(await Promise.all(traders().map(told))).toEqual(before);
    });
  });
}
