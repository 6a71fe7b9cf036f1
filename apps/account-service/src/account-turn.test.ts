import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { accountCommands, accountQueries, ledgerMarket, ledgerSettle } from '@exchange/contract/bus';
import {
  type Address,
  address,
  amount,
  entryId,
  orderId,
  partitionOf,
  present,
  rateKey,
  tradeId,
  ZERO_AMOUNT,
} from '@exchange/core/kernel';
import type { OrderTerms } from '@exchange/core/order';
import { Wallet } from 'ethers';
import {
  AccountWorld,
  alice,
  aliceAddress,
  blockHash,
  bob,
  bobAddress,
  DAI,
  ETH,
  ONE,
} from '../test/account-world.fixture';

const delegateKey = new Wallet(`0x${'d3'.repeat(32)}`);

let world: AccountWorld;
beforeEach(async () => {
  world = await AccountWorld.open();
});
afterEach(async () => {
  await world.stop();
  expect(world.fatal).toEqual([]);
});

const balances = async (account = aliceAddress, grant?: string) => {
  const reply = await world.askFor(account, accountQueries.balancesQuery, {
    grant: grant ?? (await world.grantOf(alice)),
  });
  if (!reply.ok) throw new Error(reply.message);
  return reply.value.balances;
};

describe('placeOrder', () => {
  it.each(['sign', 'signTypedData'] as const)(
    'with a %s signature holds, tells, and goes to the book',
    async (format) => {
      await world.deposit(aliceAddress, ETH, 3n * ONE);
      const grant = await world.grantOf(alice);
      const request = await world.orderRequest(alice, grant, world.sell(), format);
      const placed = await world.askFor(aliceAddress, accountCommands.placeOrder, { ...request, cid: 5 });
      expect(placed).toMatchObject({ ok: true, value: { accountSeq: 3 } });
      expect(world.factsFor(aliceAddress).slice(-2)).toMatchObject([
        {
          kind: 'order',
          order: { cid: 5, active: true, market: 'ETHDAI', bookRate: '200', sellBook: ONE.toString() },
        },
        {
          kind: 'balance',
          balance: { token: 'ETH', usable: (2n * ONE).toString(), settled: (3n * ONE).toString() },
        },
      ]);
      await world.quiet();
      const sent = world.broker
        .stream('LEDGER')
        .filter(({ subject }) => subject.startsWith('ledger.v1.market'));
      expect(sent.map(({ data }) => ledgerMarket.decode(data).inputs)).toMatchObject([
        [{ kind: 'place', account: aliceAddress, side: 'sell', origin: { rid: 9 } }],
      ]);
    },
  );

  it('is refused with a reason, and changes nothing', async () => {
    await world.deposit(aliceAddress, ETH, ONE / 2n);
    const grant = await world.grantOf(alice);
    const place = async (terms: OrderTerms, key = alice) =>
      world.askFor(aliceAddress, accountCommands.placeOrder, await world.orderRequest(key, grant, terms));
    expect(await place(world.sell())).toMatchObject({
      code: 'INSUFFICIENT_BALANCE',
      message: '0.5 ETH usable, 1 needed',
    });
    expect(await place({ ...world.sell(), expiry: world.sell().expiry - 6.5 * 86_400 })).toMatchObject({
      code: 'EXPIRY_TOO_EARLY',
    });
    expect(await place(world.sell(), bob)).toMatchObject({
      code: 'INVALID_SIGNATURE',
      message: expect.stringContaining(bobAddress),
    });
    expect(await place({ ...world.sell(), buyToken: address(`0x${'99'.repeat(20)}`) })).toMatchObject({
      code: 'TOKEN_MISMATCH',
    });
    expect(await place({ ...world.sell(), sellAmount: amount(10_000n) })).toMatchObject({
      code: 'AMOUNT_TOO_SMALL',
    });
    const late = {
      ...(await world.orderRequest(alice, grant, world.sell())),
      deadline: world.clock.now() - 1,
    };
    expect(await world.askFor(aliceAddress, accountCommands.placeOrder, late)).toMatchObject({
      code: 'DEADLINE_PASSED',
    });
    expect(await balances(aliceAddress, grant)).toMatchObject([
      { token: 'ETH', usable: (ONE / 2n).toString() },
    ]);
  });

  it('accepts an order hash once, ever, in either format and after a restart', async () => {
    await world.deposit(aliceAddress, ETH, 3n * ONE);
    const first = await world.orderRequest(alice, await world.grantOf(alice), world.sell());
    const placed = await world.askFor(aliceAddress, accountCommands.placeOrder, first);
    const id = placed.ok ? placed.value.orderId : 0;
    await world.report([{ kind: 'done', orderId: orderId(id), account: aliceAddress, reason: 'owner' }]);
    const again = await world.orderRequest(alice, first.grant, world.sell(), 'sign');
    const duplicate = {
      code: 'DUPLICATE_ORDER',
      message: `the same signed order was accepted as order ${id}`,
    };
    expect(await world.askFor(aliceAddress, accountCommands.placeOrder, again)).toMatchObject(duplicate);
    await world.restart();
    expect(await world.askFor(aliceAddress, accountCommands.placeOrder, again)).toMatchObject(duplicate);
  });

  it('by a delegate counts for the account, until the chain shows its removal', async () => {
    await world.deposit(aliceAddress, ETH, 3n * ONE);
    const delegate = address(delegateKey.address);
    const validUntil = world.sell().expiry + 86_400;
    await world.mine([{ kind: 'delegate_added', account: aliceAddress, delegate, validUntil }]);
    const known = await world.askFor(bobAddress, accountQueries.delegateAccountQuery, { delegate });
    expect(known).toMatchObject({ ok: true, value: { account: aliceAddress } });
    const grant = await world.grantOf(delegateKey, aliceAddress);
    const request = await world.orderRequest(delegateKey, grant, world.sell());
    expect(await world.askFor(aliceAddress, accountCommands.placeOrder, request)).toMatchObject({ ok: true });
    const withdrawal = {
      grant,
      origin: request.origin,
      deadline: world.deadline,
      token: ETH,
      amount: amount(1n),
    };
    expect(await world.askFor(aliceAddress, accountCommands.signWithdrawal, withdrawal)).toMatchObject({
      code: 'DELEGATE_NOT_ALLOWED',
    });

    await world.mine(
      [{ kind: 'delegate_removed', account: aliceAddress, delegate, effectiveAt: validUntil }],
      ['seen'],
    );
    const after = await world.orderRequest(delegateKey, grant, world.sell(2));
    expect(await world.askFor(aliceAddress, accountCommands.placeOrder, after)).toMatchObject({
      code: 'NOT_AUTHENTICATED',
    });
    const toBook = world.broker
      .stream('LEDGER')
      .filter(({ subject }) => subject.startsWith('ledger.v1.market'));
    expect(ledgerMarket.decode(present(toBook.at(-1), 'message').data).inputs).toMatchObject([
      { kind: 'cancel', reason: 'delegate_removed' },
    ]);
  });
});

describe('a trade in a report', () => {
  const fees = { makerPpm: 0, takerPpm: 2500, settlementFee: ZERO_AMOUNT, rebateToken: 'sell' } as const;

  it('is told to both sides, posted, and sent to settle; final settlement completes it', async () => {
    await world.deposit(aliceAddress, ETH, ONE);
    await world.deposit(bobAddress, DAI, 200n * ONE);
    const ask = await world.orderRequest(alice, await world.grantOf(alice), world.sell());
    const bid = await world.orderRequest(bob, await world.grantOf(bob), {
      ...world.sell(),
      sellToken: DAI,
      sellAmount: amount(200n * ONE),
      buyToken: ETH,
      buyAmount: amount(ONE),
    });
    const maker = await world.askFor(aliceAddress, accountCommands.placeOrder, ask);
    const taker = await world.askFor(bobAddress, accountCommands.placeOrder, bid);
    const ids = [maker, taker].map((placed) => (placed.ok ? placed.value.orderId : 0));
    const side = (id: number, account: Address) => ({
      orderId: orderId(id),
      account,
      sellBook: ZERO_AMOUNT,
      buyBook: ZERO_AMOUNT,
      fees,
    });
    await world.report(
      [
        {
          kind: 'trade',
          tradeId: tradeId(2 ** 40 + 1),
          time: world.clock.now(),
          rateKey: rateKey(560_000),
          takerSide: 'buy',
          traded: amount(ONE),
          quote: amount(200n * ONE),
          maker: side(ids[0] ?? 0, aliceAddress),
          taker: side(ids[1] ?? 0, bobAddress),
        },
        { kind: 'done', orderId: orderId(ids[0] ?? 0), account: aliceAddress, reason: 'filled' },
        { kind: 'done', orderId: orderId(ids[1] ?? 0), account: bobAddress, reason: 'filled' },
      ],
      bobAddress,
    );
    expect(world.factsFor(bobAddress).map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['order', 'trade', 'entry', 'balance']),
    );
    const fee = (ONE * 2500n) / 1_000_000n;
    expect(world.factsFor(bobAddress)).toContainEqual(
      expect.objectContaining({
        kind: 'trade',
        trade: expect.objectContaining({
          buy: true,
          rate: '200',
          tradeFee: fee.toString(),
          timestamp: world.clock.now(),
        }),
      }),
    );
    const legs = world.broker
      .stream('LEDGER')
      .filter(({ subject }) => subject.startsWith('ledger.v1.settle'))
      .flatMap(({ data }) => ledgerSettle.decode(data).legs);
    expect(legs.map(({ role, sold, bought, fee: charged }) => ({ role, sold, bought, charged }))).toEqual(
      expect.arrayContaining([
        { role: 'maker', sold: ONE, bought: 200n * ONE, charged: 0n },
        { role: 'taker', sold: 200n * ONE, bought: ONE, charged: fee },
      ]),
    );

    const grant = await world.grantOf(bob);
    const withdraw = (value: bigint) =>
      world.askFor(bobAddress, accountCommands.signWithdrawal, {
        grant,
        origin: { gateway: 'ws-1', connection: 1, command: 8, rid: 4 },
        deadline: world.deadline,
        token: ETH,
        amount: amount(value),
      });
    expect(await withdraw(ONE - fee)).toMatchObject({ code: 'NOT_SETTLED' });
    const [makerLeg, takerLeg] = ['maker', 'taker'].map((role) =>
      present(
        legs.find((leg) => leg.role === role),
        role,
      ),
    );
    await world.mine([
      {
        kind: 'trade_settled',
        tradeId: tradeId(2 ** 40 + 1),
        maker: aliceAddress,
        taker: bobAddress,
        makerOrder: present(makerLeg, 'maker').orderHash,
        takerOrder: present(takerLeg, 'taker').orderHash,
        makerAmount: amount(ONE),
        takerAmount: amount(200n * ONE),
        makerFee: ZERO_AMOUNT,
        takerFee: amount(fee),
        makerRebate: ZERO_AMOUNT,
        makerToken: ETH,
        takerToken: DAI,
        rebateInBoughtToken: false,
      },
    ]);
    const signed = await withdraw(ONE - fee);
    expect(signed).toMatchObject({ ok: true });
    const id = signed.ok ? signed.value.entryId : 0;
    const r = blockHash(1);
    await world.attester({
      kind: 'signed',
      entryId: entryId(id),
      account: bobAddress,
      nonce: 2 ** 52,
      deadline: 1,
      signature: { v: 27, r, s: r },
    });
    const last = present(world.notices.at(-1)?.items.at(-1), 'notice');
    expect(last).toMatchObject({
      origin: { rid: 4 },
      facts: [
        {
          kind: 'entry',
          entry: { type: 'withdrawal', signature: { v: 27, nonce: 2 ** 52 }, applied: [0, 1, -1] },
        },
      ],
    });
    expect(partitionOf(bobAddress)).toBe(Math.floor(id / 2 ** 47));
  });
});

describe('notices', () => {
  it('are dense per account, kept, and given to whoever missed some', async () => {
    await world.deposit(aliceAddress, ETH, ONE);
    await world.deposit(aliceAddress, ETH, ONE);
    expect(world.notices.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
    const missed = await world.askFor(aliceAddress, accountQueries.noticesAfterQuery, {
      account: aliceAddress,
      seq: 2,
    });
    expect(missed).toMatchObject({ ok: true, value: { accountSeq: 4, complete: true } });
    expect(missed.ok && missed.value.notices.map(({ seq }) => seq)).toEqual([3, 4]);
    await world.restart();
    const seqs = await world.askFor(aliceAddress, accountQueries.accountSeqsQuery, {
      accounts: [aliceAddress],
    });
    expect(seqs).toMatchObject({ ok: true, value: { seqs: [{ account: aliceAddress, seq: 4 }] } });
  });
});

describe('chain facts', () => {
  it('that release act when final, and are undone when the block is', async () => {
    const deposit = {
      kind: 'deposited',
      account: aliceAddress,
      token: ETH,
      amount: amount(100n),
      payer: aliceAddress,
    } as const;
    await world.mine([deposit], ['seen']);
    expect(await balances()).toEqual([]);
    await world.mine([deposit], ['seen', 'undone']);
    expect(world.factsFor(aliceAddress).at(-1)).toMatchObject({ kind: 'entry', entry: { canceled: true } });
    await world.mine([deposit], ['seen', 'final']);
    expect(await balances()).toMatchObject([{ token: 'ETH', usable: '100', settled: '100' }]);
  });

  it('a deposit that another paid for is the account’s alone', async () => {
    const paid = { kind: 'deposited', account: aliceAddress, token: ETH, amount: amount(7n) } as const;
    await world.mine([{ ...paid, payer: bobAddress }]);
    expect(await balances()).toMatchObject([{ token: 'ETH', usable: '7', settled: '7' }]);
    expect(world.factsFor(bobAddress)).toEqual([]);
  });

  it('a pause closes every market at first sight', async () => {
    await world.mine([{ kind: 'parameter', name: 'settlementPausedUntil', value: '9999999999' }], ['seen']);
    await world.deposit(aliceAddress, ETH, ONE);
    const request = await world.orderRequest(alice, await world.grantOf(alice), world.sell());
    expect(await world.askFor(aliceAddress, accountCommands.placeOrder, request)).toMatchObject({
      code: 'MARKET_CLOSED',
    });
  });
});
