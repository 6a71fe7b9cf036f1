import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { accountCommands, accountQueries, ledgerMarket, ledgerSettle } from '@exchange/contract/bus';
import { address, amount, partitionOf, present } from '@exchange/core/kernel';
import type { OrderTerms } from '@exchange/core/order';
import { Wallet } from 'ethers';
import { AccountWorld, blockHash, DAI, ETH } from './account-world.fixture';

const alice = new Wallet(`0x${'a1'.repeat(32)}`);
const bob = new Wallet(`0x${'b2'.repeat(32)}`);
const delegateKey = new Wallet(`0x${'d3'.repeat(32)}`);
const aliceAddress = address(alice.address);
const bobAddress = address(bob.address);
const ONE = 10n ** 18n;

let world: AccountWorld;
beforeEach(async () => {
  world = await AccountWorld.open();
});
afterEach(async () => {
  await world.stop();
  expect(world.fatal).toEqual([]);
});

const sell = (nonce = 1): OrderTerms => ({
  sellToken: ETH,
  sellAmount: amount(ONE),
  buyToken: DAI,
  buyAmount: amount(200n * ONE),
  expiry: Math.floor(world.clock.now() / 1000) + 7 * 86_400,
  nonce,
});

async function grantOf(key: Wallet, account = address(key.address)): Promise<string> {
  const login = await world.login(key, account);
  if (!login.ok) throw new Error(login.message);
  return login.value.grant;
}

const balances = async (account = aliceAddress, grant?: string) => {
  const reply = await world.askFor(account, accountQueries.balancesQuery, {
    grant: grant ?? (await grantOf(alice)),
  });
  if (!reply.ok) throw new Error(reply.message);
  return reply.value.balances;
};

describe('a login', () => {
  it('is accepted once for each message, and answers with the account’s state', async () => {
    await world.deposit(aliceAddress, ETH, 3n * ONE);
    const first = await world.login(alice, aliceAddress, 1, 77);
    expect(first).toMatchObject({
      ok: true,
      value: {
        account: aliceAddress,
        delegate: null,
        accountSeq: 2,
        balances: [
          { token: 'ETH', settled: (3n * ONE).toString(), usable: (3n * ONE).toString(), blocked: '0' },
        ],
        feeTier: { volume: '0', makerPpm: 0, takerPpm: 2500 },
      },
    });
    expect(await world.login(alice, aliceAddress, 1, 77)).toMatchObject({ code: 'MESSAGE_REUSED' });
  });

  it('refuses a replay after a restart too, for accounts with anything on record', async () => {
    await world.deposit(aliceAddress, ETH, ONE);
    await world.login(alice, aliceAddress, 1, 78);
    await world.restart();
    expect(await world.login(alice, aliceAddress, 1, 78)).toMatchObject({ code: 'MESSAGE_REUSED' });
  });

  it('of a stranger works and leaves no rows', async () => {
    expect(await world.login(bob)).toMatchObject({ ok: true, value: { accountSeq: 0, balances: [] } });
    for (const table of ['account', 'session', 'login_nonces']) expect(world.store.table(table).size).toBe(0);
  });

  it('with somebody else’s key is refused', async () => {
    expect(await world.login(bob, aliceAddress)).toMatchObject({ code: 'DELEGATE_UNKNOWN' });
  });

  it('by session works once, and a replay voids the live session too', async () => {
    await world.deposit(aliceAddress, ETH, ONE);
    const login = await world.login(alice);
    const session = login.ok ? present(login.value.session, 'session') : '';
    const use = (id: string) =>
      world.askFor(aliceAddress, accountCommands.authenticateSession, {
        origin: { gateway: 'ws-1', connection: 2, command: 1 },
        deadline: world.deadline,
        account: aliceAddress,
        session: id,
      });
    const second = await use(session);
    const renewed = second.ok ? present(second.value.session, 'session') : '';
    expect(renewed).not.toBe(session);
    expect(await use(session)).toMatchObject({ code: 'INVALID_SESSION' });
    expect(await use(renewed)).toMatchObject({ code: 'INVALID_SESSION' });
    expect(world.log.of('warn').map(({ fields }) => fields)).toContainEqual({
      account: aliceAddress,
      audit: 'session_replayed',
    });
  });
});

describe('a grant', () => {
  it('is good only for the gateway and connection to which it was issued', async () => {
    await world.deposit(aliceAddress, ETH, ONE);
    const request = await world.orderRequest(alice, await grantOf(alice), sell());
    const elsewhere = { ...request, origin: { ...request.origin, connection: 2 } };
    expect(await world.askFor(aliceAddress, accountCommands.placeOrder, elsewhere)).toMatchObject({
      code: 'INVALID_GRANT',
    });
    const foreign = { ...request, origin: { ...request.origin, gateway: 'ws-2' } };
    expect(await world.askFor(aliceAddress, accountCommands.placeOrder, foreign, 'ws-2')).toMatchObject({
      code: 'INVALID_GRANT',
    });
    const [body = '', code = ''] = request.grant.split('.');
    const forged = { ...request, grant: `${Buffer.from(body).toString('base64url')}.${code}` };
    expect(await world.askFor(aliceAddress, accountCommands.placeOrder, forged)).toMatchObject({
      code: 'INVALID_GRANT',
    });
    expect(world.broker.stream('LEDGER').some(({ subject }) => subject.startsWith('ledger.v1.market'))).toBe(
      false,
    );
  });
});

describe('placeOrder', () => {
  it.each(['sign', 'signTypedData'] as const)(
    'with a %s signature holds, tells, and goes to the book',
    async (format) => {
      await world.deposit(aliceAddress, ETH, 3n * ONE);
      const grant = await grantOf(alice);
      const request = await world.orderRequest(alice, grant, sell(), format);
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
    const grant = await grantOf(alice);
    const place = async (terms: OrderTerms, key = alice) =>
      world.askFor(aliceAddress, accountCommands.placeOrder, await world.orderRequest(key, grant, terms));
    expect(await place(sell())).toMatchObject({
      code: 'INSUFFICIENT_BALANCE',
      message: '0.5 ETH usable, 1 needed',
    });
    expect(await place({ ...sell(), expiry: sell().expiry - 6.5 * 86_400 })).toMatchObject({
      code: 'EXPIRY_TOO_EARLY',
    });
    expect(await place(sell(), bob)).toMatchObject({ code: 'DELEGATE_UNKNOWN' });
    expect(await place({ ...sell(), buyToken: address(`0x${'99'.repeat(20)}`) })).toMatchObject({
      code: 'TOKEN_MISMATCH',
    });
    expect(await place({ ...sell(), sellAmount: amount(10_000n) })).toMatchObject({
      code: 'AMOUNT_TOO_SMALL',
    });
    const late = { ...(await world.orderRequest(alice, grant, sell())), deadline: world.clock.now() - 1 };
    expect(await world.askFor(aliceAddress, accountCommands.placeOrder, late)).toMatchObject({
      code: 'DEADLINE_PASSED',
    });
    expect(await balances(aliceAddress, grant)).toMatchObject([
      { token: 'ETH', usable: (ONE / 2n).toString() },
    ]);
  });

  it('accepts an order hash once, ever, in either format and after a restart', async () => {
    await world.deposit(aliceAddress, ETH, 3n * ONE);
    const first = await world.orderRequest(alice, await grantOf(alice), sell());
    const placed = await world.askFor(aliceAddress, accountCommands.placeOrder, first);
    const id = placed.ok ? placed.value.orderId : 0;
    await world.report([{ kind: 'done', orderId: id, account: aliceAddress, reason: 'owner' }]);
    const again = await world.orderRequest(alice, first.grant, sell(), 'sign');
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
    const validUntil = sell().expiry + 86_400;
    await world.mine([{ kind: 'delegate_added', account: aliceAddress, delegate, validUntil }]);
    const known = await world.askFor(bobAddress, accountQueries.delegateAccountQuery, { delegate });
    expect(known).toMatchObject({ ok: true, value: { account: aliceAddress } });
    const grant = await grantOf(delegateKey, aliceAddress);
    const request = await world.orderRequest(delegateKey, grant, sell());
    expect(await world.askFor(aliceAddress, accountCommands.placeOrder, request)).toMatchObject({ ok: true });
    const withdrawal = { grant, origin: request.origin, deadline: world.deadline, token: ETH, amount: '1' };
    expect(await world.askFor(aliceAddress, accountCommands.signWithdrawal, withdrawal)).toMatchObject({
      code: 'DELEGATE_NOT_ALLOWED',
    });

    await world.mine(
      [{ kind: 'delegate_removed', account: aliceAddress, delegate, effectiveAt: validUntil }],
      ['seen'],
    );
    const after = await world.orderRequest(delegateKey, grant, sell(2));
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
  const fees = { makerPpm: 0, takerPpm: 2500, settlementFee: '0', rebateToken: 'sell' } as const;

  it('is told to both sides, posted, and sent to settle; final settlement completes it', async () => {
    await world.deposit(aliceAddress, ETH, ONE);
    await world.deposit(bobAddress, DAI, 200n * ONE);
    const ask = await world.orderRequest(alice, await grantOf(alice), sell());
    const bid = await world.orderRequest(bob, await grantOf(bob), {
      ...sell(),
      sellToken: DAI,
      sellAmount: amount(200n * ONE),
      buyToken: ETH,
      buyAmount: amount(ONE),
    });
    const maker = await world.askFor(aliceAddress, accountCommands.placeOrder, ask);
    const taker = await world.askFor(bobAddress, accountCommands.placeOrder, bid);
    const ids = [maker, taker].map((placed) => (placed.ok ? placed.value.orderId : 0));
    const side = (orderId: number, account: string) => ({
      orderId,
      account,
      sellBook: '0',
      buyBook: '0',
      fees,
    });
    await world.report(
      [
        {
          kind: 'trade',
          tradeId: 2 ** 40 + 1,
          time: world.clock.now(),
          rateKey: 560_000,
          takerSide: 'buy',
          traded: ONE.toString(),
          quote: (200n * ONE).toString(),
          maker: side(ids[0] ?? 0, aliceAddress),
          taker: side(ids[1] ?? 0, bobAddress),
        },
        { kind: 'done', orderId: ids[0] ?? 0, account: aliceAddress, reason: 'filled' },
        { kind: 'done', orderId: ids[1] ?? 0, account: bobAddress, reason: 'filled' },
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
        { role: 'maker', sold: ONE.toString(), bought: (200n * ONE).toString(), charged: '0' },
        { role: 'taker', sold: (200n * ONE).toString(), bought: ONE.toString(), charged: fee.toString() },
      ]),
    );

    const grant = await grantOf(bob);
    const withdraw = (value: bigint) =>
      world.askFor(bobAddress, accountCommands.signWithdrawal, {
        grant,
        origin: { gateway: 'ws-1', connection: 1, command: 8, rid: 4 },
        deadline: world.deadline,
        token: ETH,
        amount: value.toString(),
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
        tradeId: 2 ** 40 + 1,
        maker: aliceAddress,
        taker: bobAddress,
        makerOrder: makerLeg?.orderHash ?? '',
        takerOrder: takerLeg?.orderHash ?? '',
        makerAmount: ONE.toString(),
        takerAmount: (200n * ONE).toString(),
        makerFee: '0',
        takerFee: fee.toString(),
        makerRebate: '0',
        makerToken: ETH,
        takerToken: DAI,
        rebateInBoughtToken: false,
      },
    ]);
    const signed = await withdraw(ONE - fee);
    expect(signed).toMatchObject({ ok: true });
    const entryId = signed.ok ? signed.value.entryId : 0;
    const r = blockHash(1);
    await world.settlement({
      kind: 'signed',
      entryId,
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
    expect(partitionOf(bobAddress)).toBe(Math.floor(entryId / 2 ** 47));
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
      amount: '100',
      payer: aliceAddress,
    } as const;
    await world.mine([deposit], ['seen']);
    expect(await balances()).toEqual([]);
    await world.mine([deposit], ['seen', 'undone']);
    expect(world.factsFor(aliceAddress).at(-1)).toMatchObject({ kind: 'entry', entry: { canceled: true } });
    await world.mine([deposit], ['seen', 'final']);
    expect(await balances()).toMatchObject([{ token: 'ETH', usable: '100', settled: '100' }]);
  });

  it('a pause closes every market at first sight', async () => {
    await world.mine([{ kind: 'paused', paused: true }], ['seen']);
    await world.deposit(aliceAddress, ETH, ONE);
    const request = await world.orderRequest(alice, await grantOf(alice), sell());
    expect(await world.askFor(aliceAddress, accountCommands.placeOrder, request)).toMatchObject({
      code: 'MARKET_CLOSED',
    });
  });
});
