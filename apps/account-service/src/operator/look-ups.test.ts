import {
  accountCommands,
  operatorCommands,
  operatorQueries,
  type ReplyOf,
  type RequestDefinition,
  type RequestOf,
} from '@exchange/contract/bus';
import { address, amount, entryId, orderId, partitionOf, present, tradeId } from '@exchange/core/kernel';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type AccountWorld,
  alice,
  aliceAddress,
  bob,
  bobAddress,
  DAI,
  ETH,
  ONE,
} from '../../test/account-world.fixture';
import { FeeWorld } from '../../test/fees/fee-world.fixture';

describe('an operator who looks something up', () => {
  let fees: FeeWorld;
  let world: AccountWorld;
  beforeEach(async () => {
    fees = await FeeWorld.open();
    ({ world } = fees);
  });
  afterEach(async () => {
    await world.stop();
    expect(world.fatal).toEqual([]);
  });

  const ask = async <D extends RequestDefinition>(definition: D, request: RequestOf<D>) => {
    const { account } = request as { account?: typeof aliceAddress };
    const reply = await (account === undefined
      ? world.ask(definition, ['9', 'operator-gateway'], request)
      : world.askFor(account, definition, request, 'operator-gateway'));
    return reply.ok ? (reply.value as Record<string, unknown>) : reply;
  };
  const { accountQuery, anyOrderQuery, anyTradeQuery, anyEntryQuery } = operatorQueries;
  const { messagesQuery, shortfallsQuery } = operatorQueries;
  const authority = async (key: typeof alice) => ({
    grant: await world.grantOf(key),
    origin: { gateway: 'ws-1', connection: 1, command: 900 },
    deadline: world.deadline,
  });

  it('sees what is listed and what trading costs', async () => {
    const listed = await ask(operatorQueries.listedQuery, { living: true });
    expect(listed).toMatchObject({
      listing: {
        tokens: expect.arrayContaining([expect.objectContaining({ symbol: 'DAI', contract: DAI })]),
        markets: [{ market: 'ETHDAI', status: 'open', traded: 'ETH', quote: 'DAI' }],
      },
      fees: { current: { version: 1 } },
    });
  });

  it('sees what an account is and has, and that a stranger has nothing', async () => {
    await fees.place(alice, 'sell', 2n);
    const ofAlice = partitionOf(aliceAddress);
    await world.order(operatorCommands.freezeAccount, { account: aliceAddress }, ofAlice);
    expect(await ask(accountQuery, { account: aliceAddress })).toMatchObject({
      ...{ onRecord: true, frozen: true, isReversing: false, pointTenths: null, username: null, trades: 0 },
      balances: expect.arrayContaining([
        expect.objectContaining({
          token: ETH,
          symbol: 'ETH',
          usable: amount(9_998n * ONE),
          held: amount(2n * ONE),
        }),
      ]),
      openOrders: [{ market: 'ETHDAI', count: 1 }],
      ...{ openEntries: [], delegates: [], moreDelegates: false },
    });
    const stranger = address(`0x${'77'.repeat(20)}`);
    expect(await ask(accountQuery, { account: stranger })).toMatchObject({ onRecord: false, balances: [] });
  });

  it('finds an order, a trade with both sides, and a withdrawal by their ids, whosever they are', async () => {
    const { maker, taker } = await fees.trade('sell', 3n);
    const trade = await ask(anyTradeQuery, { tradeId: maker.tradeId });
    expect(trade).toMatchObject({
      sides: expect.arrayContaining([
        expect.objectContaining({ account: aliceAddress }),
        expect.objectContaining({ account: bobAddress }),
      ]),
    });
    const [order] = [...world.store.table('orders').values()].filter((row) => row['account'] === bobAddress);
    const id = orderId(Number(order?.['id']));
    const found = {
      account: bobAddress,
      order: { id },
      trace: { trades: [{ id: taker.tradeId, state: 'matched' }] },
    };
    expect(await ask(anyOrderQuery, { id })).toMatchObject(found);
    expect(await ask(anyOrderQuery, { account: bobAddress, hash: taker.orderHash })).toMatchObject(found);
    const wish = { ...(await authority(bob)), token: DAI, amount: amount(ONE) };
    const signed = await world.askFor(bobAddress, accountCommands.signWithdrawal, wish);
    const entry = signed.ok ? signed.value.entryId : entryId(0);
    expect(await ask(anyEntryQuery, { id: entry })).toMatchObject({
      ...{ account: bobAddress, open: true, entry: { type: 'withdrawal' } },
      withdrawal: { by: 'cosigned', signed: false },
    });
  });

  it('is told what there isn’t, and what a question lacks', async () => {
    expect(await ask(anyOrderQuery, { id: orderId(1) })).toMatchObject({ code: 'UNKNOWN_ORDER' });
    expect(await ask(anyOrderQuery, {})).toMatchObject({
      ...{ code: 'INVALID_FIELD', message: 'name the order by its id, or by account and hash' },
    });
    expect(await ask(anyTradeQuery, { tradeId: tradeId(1) })).toMatchObject({ code: 'UNKNOWN_TRADE' });
    expect(await ask(anyEntryQuery, { id: entryId(1) })).toMatchObject({ code: 'UNKNOWN_ENTRY' });
  });

  it('reads the messages of all, newest first, in pages that lose none', async () => {
    const post = async (key: typeof alice, account: typeof aliceAddress, message: string) =>
      world.askFor(account, accountCommands.postMessage, { ...(await authority(key)), message });
    for (let number = 1; number <= 26; number += 1) {
      expect(await post(bob, bobAddress, `bob ${number}`)).toMatchObject({ ok: true });
      expect(await post(alice, aliceAddress, `alice ${number}`)).toMatchObject({ ok: true });
      await world.clock.advance(3_000);
    }
    // So that a page ends between two messages of one moment.
    await post(alice, aliceAddress, 'alice 27');
    type Page = ReplyOf<typeof messagesQuery>;
    const page = async (request: RequestOf<typeof messagesQuery>) =>
      (await ask(messagesQuery, request)) as unknown as Page;
    const first = await page({});
    const { text: _, ...before } = present(first.messages.at(-1), 'last message');
    const second = await page({ before });
    expect([first.messages.length, first.more, second.messages.length, second.more]).toEqual([
      ...[50, true, 3, false],
    ]);
    const texts = [...first.messages, ...second.messages].map(({ text }) => text);
    expect(new Set(texts).size).toBe(53);
    expect((await page({ account: bobAddress })).messages).toHaveLength(26);
  });

  it('sees what accounts lack, orders somebody to pay it in, and the account thaws with that deposit', async () => {
    await fees.trade('sell', 3n);
    await world.mine([{ kind: 'exit_requested', account: bobAddress, token: DAI, effectiveAt: 1 }]);
    const exit = { fee: amount(0n), nonce: 0, by: 'exit', receiver: bobAddress } as const;
    const units = amount(10_000_000n * ONE);
    const wish = { account: bobAddress, token: DAI, payer: aliceAddress };
    const cover = () => world.order(operatorCommands.coverShortfall, wish, partitionOf(bobAddress));
    expect(await cover()).toMatchObject({ code: 'NO_SHORTFALL' });
    await world.mine([{ kind: 'withdrawn', account: bobAddress, token: DAI, amount: units, ...exit }]);
    expect(await cover()).toMatchObject({ code: 'EXIT_REQUESTED' });
    await world.mine([{ kind: 'exit_cancelled', account: bobAddress, token: DAI }]);
    const lacking = { account: bobAddress, token: DAI, symbol: 'DAI', shortfall: amount(600n * ONE) };
    expect(await ask(shortfallsQuery, {})).toEqual({ shortfalls: [lacking], more: false });
    expect(await cover()).toEqual({
      ok: true,
      value: {
        effects: [
          {
            ...{ what: 'shortfall of DAI, in smallest units', of: bobAddress },
            ...{ before: String(600n * ONE), after: '0' },
          },
          {
            ...{ what: 'to be paid in', of: aliceAddress },
            after: `depositTokenFor(${bobAddress}, ${DAI}, ${600n * ONE})`,
          },
        ],
      },
    });
    expect(await ask(shortfallsQuery, {})).toMatchObject({
      shortfalls: [{ ...lacking, cover: { payer: aliceAddress, amount: amount(600n * ONE) } }],
    });
    await world.mine([
      { kind: 'deposited', account: bobAddress, token: DAI, amount: amount(600n * ONE), payer: aliceAddress },
    ]);
    expect(await ask(shortfallsQuery, {})).toEqual({ shortfalls: [], more: false });
  });
});
