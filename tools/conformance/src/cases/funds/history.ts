import { inSection } from '../../case';
import { holds, is, matches, neverRises } from '../../expectations';
import type { ConformanceAccount } from '../../account';
import { ledgerEntry, userTrade } from '../../packets';
import type { World } from '../../world';

const history = inSection('Websocket commands');

/** The four histories: command, event, member of the message, and where an item has its time. */
const HISTORIES = [
  { c: 'getHistoricalOrders', event: 'ho', member: 'orders', time: 22, market: true, echoesMarket: true },
  { c: 'getUserTrades', event: 'uts', member: 'trades', time: 9, market: true, echoesMarket: false },
  { c: 'getHistoricalTrades', event: 'ht', member: 'trades', time: 5, market: true, echoesMarket: false },
  {
    c: 'getHistoricalLedgerEntries',
    event: 'hle',
    member: 'ledgerEntries',
    time: 10,
    market: false,
    echoesMarket: false,
  },
] as const;

type History = (typeof HISTORIES)[number];
interface Fill {
  readonly id: number;
  readonly orderId: number;
  readonly side: string;
  readonly role?: string;
  readonly rate: string;
  readonly amount: string;
  readonly tradeFee: string;
  readonly tradeFeeToken?: string;
  readonly makerRebate: string;
}

type Item = readonly [id: number, ...unknown[]];

async function page(
  account: ConformanceAccount,
  { c, event, member }: History,
  fields: object,
): Promise<{ items: Item[]; echo: object }> {
  const { message } = await account.call({ c, ...fields }, event);
  const { [member]: items, ...echo } = message as Record<string, Item[]>;
  return { items: items ?? [], echo };
}

export const historyCases = [
  ...HISTORIES.flatMap((one) => [
    history(
      `${one.c} is newest first, 20 unless a limit of at most 50 is given`,
      async ({ alice }: World) => {
        const { items, echo } = await page(alice, one, {});
        holds(items.length > 1 && items.length <= 20, 'there are items, at most 20');
        is(echo, {}, 'echoes of a request without options');
        neverRises(
          items.map((item) => Number(item[one.time])),
          'times',
        );
        await page(alice, one, { limit: 50 });
        for (const limit of [0, 51, '20']) await alice.refusal({ c: one.c, limit });
      },
    ),
    history(`${one.c} goes on before an id, and repeats what the request said`, async ({ alice }: World) => {
      const { items } = await page(alice, one, { limit: 3 });
      const [first, second, third] = items;
      holds(first !== undefined && second !== undefined && third !== undefined, 'three items');
      const request = { before: first[0], limit: 2 };
      const older = await page(alice, one, request);
      is(
        older.items.map(([id]) => id),
        [second[0], third[0]],
        'the items before the newest',
      );
      is(older.echo, request, 'echoes');
    }),
    history(`${one.c} keeps to from … to, both inclusive`, async ({ alice }: World) => {
      const { items } = await page(alice, one, { limit: 2 });
      const at = Number(items[1]?.[one.time]);
      const exact = await page(alice, one, { from: at, to: at });
      holds(exact.items.length > 0, 'both ends are inclusive');
      holds(
        exact.items.every((item) => item[one.time] === at),
        'nothing else is there',
      );
      is(exact.echo, { from: at, to: at }, 'echoes');
      const second = Math.floor(at / 1000);
      const all = await page(alice, one, { limit: 50 });
      const whole = await page(alice, one, { from: second, to: second, limit: 50 });
      is(
        whole.items.map(([id]) => id),
        all.items.filter((item) => Math.floor(Number(item[one.time]) / 1000) === second).map(([id]) => id),
        'a range in whole seconds holds all of its last second, ids',
      );
      await alice.refusal({ c: one.c, from: at, to: at - 1 });
    }),
  ]),
  ...HISTORIES.filter(({ market }) => market).map((one) =>
    history(`${one.c} can be limited to a market`, async ({ alice, market, other }: World) => {
      const { message, channel } = await alice.call({ c: one.c, market: market.id }, one.event);
      const items = (message as Record<string, Item[]>)[one.member] ?? [];
      const position = one.c === 'getHistoricalOrders' ? 3 : 1;
      holds(
        items.length > 0 && items.every((item) => item[position] === market.id),
        'items of that market only',
      );
      is(
        (message as { market?: string }).market ?? null,
        one.echoesMarket ? market.id : null,
        'echo of the market',
      );
      is(channel, one.c === 'getHistoricalTrades' ? market.id : 0, 'channel');
      await page(alice, one, { market: other.id });
      matches(await alice.refusal({ c: one.c, market: 'NOSUCHMARKET' }), /^[A-Z_]+: /, 'an error');
    }),
  ),
  history('getHistoricalLedgerEntries with a market answers entries of its trades only', async (world) => {
    const { alice, market, other } = world;
    const symbols = [market.traded.symbol, market.quote.symbol].sort();
    const { items } = await page(alice, HISTORIES[3], { market: market.id, limit: 50 });
    holds(items.length > 0, 'there are entries');
    for (const entry of items.map(ledgerEntry)) {
      is(entry.type, 'trade', 'TYPE');
      is(entry.changes.map(([symbol]) => symbol).sort(), symbols, 'tokens of CHANGES');
    }
    is((await page(alice, HISTORIES[3], { market: other.id })).items, [], 'entries of another market');
    matches(
      await alice.refusal({ c: 'getHistoricalLedgerEntries', market: 'NOSUCHMARKET' }),
      /^UNKNOWN_MARKET: /,
      'an unknown market',
    );
  }),
  inSection('added: getUserFills')(
    'fills are the trades of getUserTrades, with role and tokens',
    async (world) => {
      const { alice, market } = world;
      const { items } = await page(alice, HISTORIES[1], { market: market.id, limit: 50 });
      const { message } = await alice.call({ c: 'getUserFills', market: market.id, limit: 50 }, 'uf');
      const { fills } = message as { fills: Fill[] };
      const trades = items.map(userTrade);
      is(
        fills.map(({ id, orderId, rate, amount, tradeFee }) => [id, orderId, rate, amount, tradeFee]),
        trades.map(({ id, orderId, rate, amount, tradeFee }) => [
          id,
          orderId,
          rate,
          `${amount}`,
          `${tradeFee}`,
        ]),
        'ids, orders, rates, amounts and fees',
      );
      for (const { side, role, tradeFeeToken, makerRebate } of fills) {
        const bought = side === 'buy' ? market.traded : market.quote;
        is(tradeFeeToken, bought.symbol, 'token of the trade fee');
        holds(role === 'maker' || makerRebate === '0', 'only makers get a rebate');
      }
      is([...new Set(fills.map(({ role }) => role))].sort(), ['maker', 'taker'], 'roles');
    },
  ),
  history('histories show own items only', async ({ alice, bob }: World) => {
    for (const one of HISTORIES.filter(({ c }) => c !== 'getHistoricalTrades' && c !== 'getUserTrades')) {
      const mine = await page(alice, one, { limit: 50 });
      const theirs = await page(bob, one, { limit: 50 });
      const ids = new Set(mine.items.map(([id]) => id));
      holds(
        theirs.items.every(([id]) => !ids.has(id)),
        `${one.c}: no item of one account is in the other's`,
      );
    }
  }),
  history(
    'getActiveOrderSnapshot, getBalanceSnapshot and getFeeTier answer their snapshots',
    async ({ alice }: World) => {
      await alice.call({ c: 'getActiveOrderSnapshot' }, 'os');
      const balances = await alice.balances();
      holds(balances.size > 0, 'there are balances');
      const [volume, maker, taker] = (await alice.call({ c: 'getFeeTier' }, 'ft')).message as number[];
      holds(
        volume !== undefined && volume >= 0 && taker !== undefined && maker !== undefined && maker <= taker,
        'a fee tier',
      );
    },
  ),
  inSection('added: getTrace')(
    'getTrace leads from an own order or trade to the block',
    async ({ alice, bob }: World) => {
      const { items } = await page(alice, HISTORIES[1], { limit: 1 });
      const [tradeId, orderId] = [items[0]?.[0], items[0]?.[10]];
      await alice.call({ c: 'getTrace', tradeId }, 'tr');
      await alice.call({ c: 'getTrace', orderId }, 'tr');
      await bob.refusal({ c: 'getTrace', orderId });
    },
  ),
  inSection('added: getSolvencyProof')(
    'getSolvencyProof proves what an account of the contract is owed, and is refused for what it never had',
    async ({ alice, market }: World) => {
      await alice.call({ c: 'getSolvencyProof', token: market.quote.contract }, 'sp');
      await alice.refusal({ c: 'getSolvencyProof', token: `0x${'12'.repeat(20)}` });
    },
  ),
];
