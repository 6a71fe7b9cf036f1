import { accountCommands, accountQueries, dataQueries } from '@exchange/contract/bus';
import { amount, rateKey } from '@exchange/core/kernel';
import type { AccountFact } from '@exchange/core/message';
import { orderArray } from '@exchange/core/wire';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { addressOf, ALICE, type Client, GatewayWorld, orderFact } from '../../../test/gateway.fixture';

const alice = addressOf(ALICE);

let world: GatewayWorld;
let client: Client;
beforeEach(async () => {
  world = await GatewayWorld.open([
    { side: 'sell', rateKey: rateKey(560_000), amount: amount(5n), count: 2 },
  ]);
  world.owners.acceptLogins();
  client = world.connect();
  await client.login();
});

/** The packets that answer a command. */
async function answers(command: object): Promise<unknown[]> {
  await client.send(command);
  return client.takePackets();
}
const asked = (kind: string) =>
  world.owners.asked.filter((request) => request.kind === kind).map(({ request }) => request);
const order = (id: number, active = true) => {
  const fact: AccountFact = orderFact(id, active);
  if (fact.kind !== 'order') throw new Error('no order');
  return fact.order;
};

describe('pages of history', () => {
  it('ask for times in ms and 20 items, and repeat what the request said', async () => {
    world.owners.answer(accountQueries.historicalOrdersQuery, () => ({
      ...{ accountSeq: 0, orders: [order(3)], more: false },
    }));
    const fields = { market: 'ETHDAI', from: 1_700_000_000, to: 1_700_000_000_500, before: 9 };
    const [packet] = (await answers({ c: 'getHistoricalOrders', ...fields, rid: 4 })) as [unknown[]];
    expect(packet).toEqual([0, 'ho', { ...fields, orders: [orderArray(order(3))] }, 4]);
    const page = { market: 'ETHDAI', from: 1_700_000_000_000, to: 1_700_000_000_500, before: 9, limit: 20 };
    expect(asked('historical-orders')).toEqual([{ grant: 'grant', ...page }]);
  });

  it('are put together from parts', async () => {
    world.owners.answer(accountQueries.historicalOrdersQuery, ({ before }) => ({
      ...{ accountSeq: 0, orders: [order(before === undefined ? 8 : 7)], more: before === undefined },
    }));
    const [packet] = await answers({ c: 'getHistoricalOrders', limit: 2 });
    expect(packet).toEqual([0, 'ho', { orders: [8, 7].map((id) => orderArray(order(id))), limit: 2 }]);
    expect(asked('historical-orders')).toMatchObject([{ limit: 2 }, { limit: 1, before: 8 }]);
  });

  it('has beside them the terms of an order, with flags only where they are known', async () => {
    const [digest, packedHash] = [`0x${'d1'.repeat(32)}`, `0x${'d2'.repeat(32)}`];
    const terms = {
      ...{ sellToken: alice, sellAmount: '7', buyToken: `0x${'00'.repeat(20)}`, buyAmount: '8' },
      ...{ expiry: 1_900_000_000, nonce: 5 },
    };
    const placed = { digest, packedHash, signer: alice, signatureFormat: 'sign', terms, timeInForce: 9 };
    const known = { ...placed, rebateToken: 'buy' };
    const { id, cid, hash, market, hidden } = order(3);
    const shown = { id, cid, hash, market, hidden, ...known };
    world.owners.answer(accountQueries.orderQuery, () => ({ accountSeq: 0, order: order(3), placed: known }));
    expect(await answers({ c: 'getOrderTerms', id: 3, rid: 2 })).toEqual([[0, 'ot', shown, 2]]);
    world.owners.answer(accountQueries.orderQuery, () => ({
      ...{ accountSeq: 0, order: order(3), placed: { ...known, execution: 'post_only' } },
    }));
    const flags = { postOnly: true, immediateOrCancel: false, fillOrKill: false };
    expect(await answers({ c: 'getOrderTerms', hash: packedHash })).toEqual([
      [0, 'ot', { ...shown, ...flags }],
    ]);
    expect(asked('order')).toEqual([
      { grant: 'grant', id: 3 },
      { grant: 'grant', hash: packedHash },
    ]);
    expect(await answers({ c: 'getOrderTerms' })).toEqual([
      [0, 'e', expect.stringMatching(/^INVALID_FIELD: /)],
    ]);
  });

  it('of fills say who was what, and in which tokens fees were paid', async () => {
    const side = { market: 'ETHDAI', rate: '200', amount: '5', tradeFee: '1', settlementFee: '2' };
    const more = { makerRebate: '0', rebateToken: '', timestamp: 9, orderId: 3, orderCid: 0 };
    const trades = [
      { id: 8, buy: true, role: 'taker', ...side, ...more },
      { id: 7, buy: false, ...side, ...more },
    ];
    world.owners.answer(accountQueries.userTradesQuery, () => ({ accountSeq: 0, trades }));
    const fees = { ...side, ...more };
    const [packet] = (await answers({ c: 'getUserFills', market: 'ETHDAI', rid: 6 })) as [unknown[]];
    expect(packet).toEqual([
      ...[0, 'uf'],
      {
        fills: [
          { id: 8, side: 'buy', role: 'taker', tradeFeeToken: 'ETH', settlementFeeToken: 'ETH', ...fees },
          { id: 7, side: 'sell', tradeFeeToken: 'DAI', settlementFeeToken: 'DAI', ...fees },
        ],
        market: 'ETHDAI',
      },
      6,
    ]);
  });

  it('of trades, entries and public trades have their own channels and members', async () => {
    world.owners.answer(accountQueries.userTradesQuery, () => ({ accountSeq: 0, trades: [] }));
    world.owners.answer(accountQueries.historicalEntriesQuery, () => ({ accountSeq: 0, entries: [] }));
    const trade = { id: 7, market: 'ETHDAI', buy: true, rate: '200', amount: '1', timestamp: 5 };
    world.owners.answer(dataQueries.tradesQuery, () => ({ trades: [trade] }));
    expect(await answers({ c: 'getUserTrades', market: 'ETHDAI', limit: 5 })).toEqual([
      [0, 'uts', { trades: [], limit: 5 }],
    ]);
    expect(await answers({ c: 'getHistoricalLedgerEntries' })).toEqual([[0, 'hle', { ledgerEntries: [] }]]);
    expect(await answers({ c: 'getHistoricalLedgerEntries', market: 'ETHDAI', to: 9 })).toEqual([
      [0, 'hle', { ledgerEntries: [], market: 'ETHDAI', to: 9 }],
    ]);
    expect(asked('historical-entries').at(-1)).toMatchObject({ market: 'ETHDAI', to: 9_999 });
    const trades = [[7, 'ETHDAI', 1, '200', '1', 5]];
    expect(await answers({ c: 'getHistoricalTrades', market: 'ETHDAI', rid: 1 })).toEqual([
      ['ETHDAI', 'ht', { trades }, 1],
    ]);
    expect(await answers({ c: 'getHistoricalTrades' })).toEqual([[0, 'ht', { trades }]]);
  });

  it('are refused for a market that is not listed, and as the owner refuses them', async () => {
    for (const c of [
      'getHistoricalOrders',
      'getUserTrades',
      'getHistoricalTrades',
      'getHistoricalLedgerEntries',
    ]) {
      expect(await answers({ c, market: 'NONE' })).toEqual([[0, 'e', 'UNKNOWN_MARKET: NONE is not listed']]);
    }
    const refusal = { code: 'INVALID_FIELD', message: 'no trade has id 9' };
    world.owners.answer(dataQueries.tradesQuery, () => refusal);
    expect(await answers({ c: 'getHistoricalTrades', before: 9 })).toEqual([
      [0, 'e', 'INVALID_FIELD: no trade has id 9'],
    ]);
  });
});

describe('getActiveOrderSnapshot', () => {
  it('holds 5000 orders that come in parts', async () => {
    const ids = Array.from({ length: 5000 }, (_, index) => index + 1);
    const part = (after: number) => {
      const orders = ids.slice(after, after + 400).map((id) => order(id));
      return { accountSeq: 0, orders, more: after + 400 < ids.length };
    };
    world.owners.answer(accountQueries.activeOrdersQuery, () => part(0));
    world.owners.answer(accountQueries.activeOrdersAfterQuery, ({ id }) => part(Number(id)));
    await client.send({ c: 'getActiveOrderSnapshot', rid: 2 });
    for (let round = 0; round < 200; round += 1) await world.settle();
    const [packet] = client.takePackets();
    expect(packet?.[3]).toBe(2);
    expect((packet?.[2] as unknown[][]).map(([id]) => id)).toEqual(ids);
  });

  it('shows no order as it was before what the client was told since', async () => {
    world.owners.answer(accountQueries.activeOrdersQuery, () => {
      // Told after the first part was made: one order is gone, another one is new.
      world.owners.notify(alice, [orderFact(1, false), orderFact(9)]);
      return { accountSeq: 0, orders: [order(1), order(2)], more: true };
    });
    world.owners.answer(accountQueries.activeOrdersAfterQuery, () => ({
      ...{ accountSeq: 1, orders: [order(3), order(9)], more: false },
    }));
    await client.send({ c: 'getActiveOrderSnapshot', rid: 2 });
    const snapshot = client.takePackets().find(([, event]) => event === 'os');
    expect((snapshot?.[2] as unknown[][]).map(([id]) => id)).toEqual([2, 3, 9]);
  });

  it('is one refusal when a part is refused', async () => {
    world.owners.answer(accountQueries.activeOrdersQuery, () => ({
      ...{ accountSeq: 0, orders: [order(1)], more: true },
    }));
    world.owners.answer(accountQueries.activeOrdersAfterQuery, () => ({
      code: 'UNAVAILABLE',
      message: 'later',
    }));
    expect(await answers({ c: 'getActiveOrderSnapshot', rid: 2 })).toEqual([
      [0, 'e', 'UNAVAILABLE: later', 2],
    ]);
  });
});

describe('getTrace', () => {
  it('shows an order, its trades, batch and block', async () => {
    const transaction = `0x${'44'.repeat(32)}`;
    const traced = {
      ...{
        id: 7,
        market: 'ETHDAI',
        orderId: 3,
        time: 5,
        state: 'sent',
        batch: { id: 1, transaction },
        block: null,
      },
    };
    const trace = { order: order(3), trades: [traced], more: false };
    world.owners.answer(accountQueries.traceQuery, () => ({ accountSeq: 0, trace }));
    const [packet] = await answers({ c: 'getTrace', orderId: 3, rid: 1 });
    expect(packet).toEqual([0, 'tr', { order: orderArray(order(3)), trades: [traced], more: false }, 1]);
  });
});

describe('names, salts and messages', () => {
  const signature = `0x${'11'.repeat(32)}${'22'.repeat(32)}1b`;

  it('are answered with the name', async () => {
    world.owners.answer(accountQueries.usernameQuery, () => ({ accountSeq: 0, username: null }));
    world.owners.answer(accountCommands.updateUsername, ({ username }) => ({ accountSeq: 0, username }));
    expect(await answers({ c: 'getUsername', rid: 1 })).toEqual([[0, 'm', '', 1]]);
    expect(await answers({ c: 'updateUsername', username: 'alice', signature })).toEqual([[0, 'm', 'alice']]);
    expect(await answers({ c: 'updateUsername', username: 'a', signature })).toMatchObject([
      [0, 'e', expect.stringContaining('INVALID_FIELD')],
    ]);
  });

  it('a salt is registered, and asked for by a client that isn’t logged in, with its address', async () => {
    world.owners.answer(accountCommands.registerTotpSalt, () => ({ accountSeq: 0 }));
    const salt = { TOTPSecret: 'JBSWY3DPEHPK3PXP', salt: 's' };
    expect(await answers({ c: 'registerTOTPSalt', ...salt })).toEqual([[0, 'm', 'registered']]);
    world.owners.answer(accountCommands.totpSalt, () => ({ salt: 's' }));
    const stranger = world.connect();
    world.owners.answer(accountQueries.namedAccountQuery, () => ({ account: alice }));
    await stranger.send({ c: 'getTOTPSalt', TOTP: 12, username: 'alice', rid: 3 });
    expect(stranger.takePackets()).toEqual([[0, 'm', 's', 3]]);
    expect(asked('totp-salt')).toMatchObject([{ client: '192.0.2.1', code: 12, account: alice }]);
    world.owners.answer(accountCommands.totpSalt, () => ({ code: 'TOTP_INVALID', message: 'no' }));
    await stranger.send({ c: 'getTOTPSalt', TOTP: 12, address: alice });
    expect(stranger.takePackets()).toEqual([[0, 'e', 'TOTP_INVALID: no']]);
  });

  it('a message is received', async () => {
    world.owners.answer(accountCommands.postMessage, () => ({ accountSeq: 0 }));
    expect(await answers({ c: 'postMessage', message: 'hello', rid: 1 })).toEqual([[0, 'm', 'received', 1]]);
  });
});

describe('what a gateway knows of markets and tokens', () => {
  it('tells a token by symbol or contract', async () => {
    const [bySymbol] = (await answers({ c: 'getTokenInfo', symbol: 'ETH', rid: 1 })) as [unknown[]];
    expect(bySymbol).toMatchObject([0, 'toi', { symbol: 'ETH' }, 1]);
    const contract = `0x${'00'.repeat(20)}`;
    for (const field of [{ token: 'ETH' }, { token: contract }, { contract }]) {
      expect(await answers({ c: 'getTokenInfo', ...field })).toEqual([[0, 'toi', bySymbol[2]]]);
    }
    expect(await answers({ c: 'getTokenInfo', token: 'NONE' })).toEqual([
      [0, 'e', 'UNKNOWN_TOKEN: NONE is not listed'],
    ]);
  });

  it('tells ticker and book of a market without a subscription', async () => {
    expect(await answers({ c: 'getTicker', market: 'ETHDAI', rid: 1 })).toEqual([
      ['ETHDAI', 'ti', ['0', '0', '0', '0', '0', '0'], 1],
    ]);
    const [full] = (await answers({ c: 'getOrderBookSnapshot', market: 'ETHDAI' })) as [unknown[]];
    expect(full).toMatchObject(['ETHDAI', 'obs', [[0, expect.any(String), '5', 2]]]);
    expect(
      await answers({ c: 'getOrderBookSnapshot', market: 'ETHDAI', limit: 20, decimals: 1 }),
    ).toMatchObject([['ETHDAI', 'obs', [[0, expect.any(String), '5', 2]]]]);
    expect(await answers({ c: 'getTicker', market: 'NONE' })).toEqual([
      [0, 'e', 'UNKNOWN_MARKET: NONE is not listed'],
    ]);
  });
});
