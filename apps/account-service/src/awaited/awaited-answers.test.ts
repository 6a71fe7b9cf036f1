import { accountCommands, type RequestDefinition } from '@exchange/contract/bus';
import { address, amount, amountFrom, hash, rateKey, tradeId, ZERO_AMOUNT } from '@exchange/core/kernel';
import type { AccountFact, MarketEvent, Origin } from '@exchange/core/message';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Wallet } from 'ethers';
import { type AccountWorld, alice, aliceAddress, bob, DAI, ETH, ONE } from '../../test/account-world.fixture';
import { FeeWorld } from '../../test/fees/fee-world.fixture';

const SIGNATURE = { v: 27, r: hash(`0x${'11'.repeat(32)}`), s: hash(`0x${'22'.repeat(32)}`) };
const delegateKey = new Wallet(`0x${'d3'.repeat(32)}`);
const delegate = address(delegateKey.address);

let book: FeeWorld;
let world: AccountWorld;
let grant: string;
let commands = 100;
let trades = 0;
beforeEach(async () => {
  book = await FeeWorld.open();
  ({ world } = book);
  grant = await world.grantOf(alice);
});
afterEach(async () => {
  await world.stop();
  expect(world.fatal).toEqual([]);
});

const originOf = (command: number): Origin => ({ gateway: 'ws-1', connection: 1, command, rid: command });
const authority = () => {
  commands += 1;
  return { grant, origin: originOf(commands), deadline: world.deadline };
};
/** Sends a command of Alice's and gives its number; it must be taken. */
async function ask(definition: RequestDefinition, request: object = {}): Promise<number> {
  const asked = authority();
  const reply = await world.askFor(aliceAddress, definition, { ...asked, ...request });
  expect(reply).toMatchObject({ ok: true });
  await world.quiet();
  return asked.origin.command;
}

/** What answered a command, in short: what each packet is about, and how the order stands. */
const briefly = (facts: readonly AccountFact[]) =>
  facts.map((fact) => {
    if (fact.kind === 'order') return fact.order.canceled ? 'canceled' : fact.order.info;
    return fact.kind === 'message' ? fact.text : fact.kind;
  });
const answerTo = (command: number) => briefly(world.told(aliceAddress, command));
const before = (command: number) => briefly(world.toldBefore(aliceAddress, command));
const stored = () => world.store.table('awaited_command').size;

type Placed = Awaited<ReturnType<FeeWorld['place']>>;
const done = ({ orderId, account }: Placed, reason: 'owner' | 'filled'): MarketEvent => ({
  ...{ kind: 'done', orderId, account, reason },
});
const notOpen = ({ orderId, account }: Placed): MarketEvent => ({ kind: 'not_open', orderId, account });

/** Alice's order meets one of Bob's: half of it, or all. */
async function fill(maker: Placed, part: 'half' | 'all'): Promise<void> {
  const taker = await book.place(bob, 'buy', part === 'half' ? 1n : 2n);
  trades += 1;
  const ether = part === 'half' ? ONE : 2n * ONE;
  const left = { sellBook: amount(2n * ONE - ether), buyBook: amount(200n * (2n * ONE - ether)) };
  const side = ({ orderId, account, fees }: Placed) => ({ orderId, account, fees });
  const ended = part === 'half' ? [taker] : [maker, taker];
  await world.report([
    {
      ...{ kind: 'trade', tradeId: tradeId(2 ** 40 + 900 + trades), time: world.clock.now() },
      ...{ rateKey: rateKey(560_000), takerSide: 'buy', traded: amount(ether), quote: amount(200n * ether) },
      maker: { ...side(maker), ...left },
      taker: { ...side(taker), sellBook: ZERO_AMOUNT, buyBook: ZERO_AMOUNT },
    },
    ...ended.map((order) => done(order, 'filled')),
  ]);
}

describe('signWithdrawal', () => {
  const withdraw = () => ask(accountCommands.signWithdrawal, { token: ETH, amount: '7' });
  const sign = async () => {
    const request = (await world.asked()).requests.at(-1);
    if (request?.kind !== 'withdrawal') throw new Error('no withdrawal was asked for');
    const { entryId, account, nonce, deadline } = request;
    await world.attester({ kind: 'signed', entryId, account, nonce, deadline, signature: SIGNATURE });
  };

  it('is answered by the entry with its signature, whose promise is told before without the rid', async () => {
    const asked = await withdraw();
    expect(answerTo(asked)).toEqual([]);
    expect(briefly(world.factsFor(aliceAddress)).slice(-2)).toEqual(['entry', 'balance']);
    await sign();
    expect(world.told(aliceAddress, asked)).toMatchObject([
      { kind: 'entry', entry: { signature: SIGNATURE, applied: [0, 1, -1] } },
    ]);
    expect(stored()).toBe(0);
  });

  it('is answered with its rid also when the service was restarted meanwhile', async () => {
    const asked = await withdraw();
    await world.restart();
    await sign();
    expect(world.told(aliceAddress, asked)).toMatchObject([{ entry: { signature: SIGNATURE } }]);
  });
});

describe('co-signatures that wait for settlement', () => {
  const cancellation = async (digest: string) => ask(accountCommands.signOrderCancellation, { hash: digest });
  const digestOf = async (order: Placed) => {
    const [row] = [...world.store.table('orders').values()].filter(
      (one) => (one as { id: number }).id === order.orderId,
    );
    return (row as { digest: string }).digest;
  };
  const sign = async () => {
    const request = (await world.asked()).requests.at(-1);
    if (request?.kind !== 'order_cancellation') throw new Error('no cancellation was asked for');
    const { account, digest, deadline } = request;
    await world.attester({ kind: 'cancellation_signed', account, digest, deadline, signature: SIGNATURE });
  };
  const settle = async () => {
    const entries = [...world.store.table('entry').values()] as { cause: Record<string, string> }[];
    const causes = entries.map(({ cause }) => cause).filter(({ kind }) => kind === 'trade');
    const of = (role: string) => causes.find((cause) => cause['role'] === role) ?? {};
    const [maker, taker] = [of('maker'), of('taker')];
    await world.mine([
      {
        ...{ kind: 'trade_settled', tradeId: tradeId(Number(maker['tradeId'])) },
        ...{ maker: aliceAddress, taker: address(bob.address) },
        ...{ makerOrder: hash(maker['digest'] ?? ''), takerOrder: hash(taker['digest'] ?? '') },
        ...{ makerAmount: amountFrom(maker['sold'] ?? ''), takerAmount: amountFrom(taker['sold'] ?? '') },
        ...{ makerFee: amountFrom(maker['fee'] ?? ''), takerFee: amountFrom(taker['fee'] ?? '') },
        makerRebate: amountFrom(maker['rebate'] ?? ''),
        ...{ makerToken: ETH, takerToken: DAI, rebateInBoughtToken: false },
      },
    ]);
  };

  it('are told once to each who asks that settlement is pending, and answer each of them', async () => {
    const order = await book.place(alice, 'sell', 2n);
    await fill(order, 'half');
    const digest = await digestOf(order);
    const first = await cancellation(digest);
    const second = await cancellation(digest);
    await world.report([done(order, 'owner')]);
    await world.restart();
    await settle();
    await sign();
    for (const command of [first, second]) {
      expect(before(command)).toEqual(['pending settlement']);
      expect(answerTo(command)).toEqual(['orderCancellation']);
    }
    expect(stored()).toBe(0);
  });

  it('say nothing of settlement where nothing is to be settled', async () => {
    const order = await book.place(alice, 'sell', 2n);
    const asked = await cancellation(await digestOf(order));
    await world.report([done(order, 'owner')]);
    await sign();
    expect(before(asked)).toEqual([]);
    expect(answerTo(asked)).toEqual(['orderCancellation']);
  });

  it('of a minimum nonce answer all who asked, when what traded below it is final, also after a restart', async () => {
    const minimum = (minNonce: number) => ask(accountCommands.signMinimumNonce, { token: ETH, minNonce });
    const order = await book.place(alice, 'sell', 2n);
    await fill(order, 'half');
    const first = await minimum(2 ** 40);
    await world.restart();
    const lower = await minimum(1);
    await world.report([done(order, 'owner')]);
    expect((await world.asked()).requests.at(-1)?.kind).not.toBe('minimum_nonce');
    await world.restart();
    await settle();
    const request = (await world.asked()).requests.at(-1);
    if (request?.kind !== 'minimum_nonce') throw new Error('no minimum nonce was asked for');
    const { account, token, minNonce, deadline } = request;
    const signed = { kind: 'minimum_nonce_signed', account, token, minNonce, deadline } as const;
    await world.attester({ ...signed, signature: SIGNATURE });
    for (const command of [first, lower]) {
      expect(before(command)).toEqual(['pending settlement']);
      expect(world.told(aliceAddress, command)).toEqual([
        { kind: 'minimumNonce', token: ETH, minNonce: 2 ** 40, signature: { ...SIGNATURE, deadline } },
      ]);
    }
    await world.restart();
    const again = await minimum(2 ** 40);
    expect(answerTo(again)).toEqual(['minimumNonce']);
    expect(before(again)).toEqual([]);
    expect(stored()).toBe(0);
  });

  it('say that it is pending as soon as the order trades before its cancel reaches the book', async () => {
    const order = await book.place(alice, 'sell', 2n);
    const asked = await cancellation(await digestOf(order));
    await fill(order, 'all');
    await world.report([notOpen(order)], aliceAddress);
    expect(before(asked)).toEqual(['pending settlement']);
    expect(answerTo(asked)).toEqual([]);
    await settle();
    await sign();
    expect(answerTo(asked)).toEqual(['orderCancellation']);
  });

  it('of a delegate answer all who asked, and nobody is refused for an order that had ended', async () => {
    const added = {
      kind: 'delegate_added',
      account: aliceAddress,
      delegate,
      validUntil: 2 ** 40 - 1,
    } as const;
    await world.mine([added]);
    const first = await ask(accountCommands.signDelegationRemoval, { delegate });
    const second = await ask(accountCommands.signDelegationRemoval, { delegate });
    const deadline = (await world.asked()).requests.at(-1)?.deadline ?? 0;
    const signed = { kind: 'removal_signed', account: aliceAddress, delegate, deadline } as const;
    await world.attester({ ...signed, signature: SIGNATURE });
    for (const command of [first, second]) {
      expect(before(command)).toEqual([]);
      expect(world.told(aliceAddress, command)).toMatchObject([
        { delegate: { accepted: false, removalSignature: SIGNATURE } },
      ]);
    }
  });
});

describe('cancelOrder of an order whose cancel was asked', () => {
  const cancel = (order: Placed) => ask(accountCommands.cancelOrder, { id: order.orderId });
  const cancels = () => world.sentToMarket().filter(({ kind }) => kind === 'cancel');

  it('asks nothing again, also after a restart, and is answered by the same end', async () => {
    const order = await book.place(alice, 'sell', 2n);
    const first = await cancel(order);
    const second = await cancel(order);
    await world.restart();
    const third = await cancel(order);
    expect(cancels()).toHaveLength(1);
    await world.report([done(order, 'owner')], aliceAddress, originOf(first));
    for (const command of [first, second, third]) expect(answerTo(command)).toEqual(['canceled', 'balance']);
    expect(stored()).toBe(0);
  });

  it('is refused when the order was filled before', async () => {
    const order = await book.place(alice, 'sell', 2n);
    await cancel(order);
    const second = await cancel(order);
    await fill(order, 'all');
    expect(world.told(aliceAddress, second)).toMatchObject([{ kind: 'refused', code: 'ORDER_NOT_OPEN' }]);
    expect(stored()).toBe(0);
  });
});

describe('cancelOrders', () => {
  const cancelAll = () => ask(accountCommands.cancelOrders);

  it('is answered by the ends of the orders, and skips one that was filled meanwhile', async () => {
    const [kept, filled] = [await book.place(alice, 'sell', 2n), await book.place(alice, 'sell', 2n)];
    const asked = await cancelAll();
    await fill(filled, 'all');
    expect(answerTo(asked)).toEqual([]);
    await world.report([notOpen(filled)], aliceAddress);
    await world.report([done(kept, 'owner')], aliceAddress);
    expect(answerTo(asked)).toEqual(['canceled', 'balance']);
    expect(stored()).toBe(0);
  });

  it('is answered by a message when all of them were filled meanwhile, also after a restart', async () => {
    const orders = [await book.place(alice, 'sell', 2n), await book.place(alice, 'sell', 2n)];
    const asked = await cancelAll();
    for (const order of orders) {
      await world.restart();
      expect(answerTo(asked)).toEqual([]);
      await fill(order, 'all');
    }
    for (const order of orders) await world.report([notOpen(order)], aliceAddress);
    expect(answerTo(asked)).toEqual(['no open orders']);
    expect(stored()).toBe(0);
  });

  it('twice in a row is answered twice by the same cancels, and by a message when they are over', async () => {
    const order = await book.place(alice, 'sell', 2n);
    const [first, second] = [await cancelAll(), await cancelAll()];
    await world.report([done(order, 'owner')], aliceAddress);
    await world.report([notOpen(order)], aliceAddress);
    for (const command of [first, second]) expect(answerTo(command)).toEqual(['canceled', 'balance']);
    const third = authority();
    expect(await world.askFor(aliceAddress, accountCommands.cancelOrders, third)).toMatchObject({
      ok: true,
      value: { orders: 0 },
    });
  });

  it('behind a cancelOrder of the same order is answered by its cancel, which keeps its own rid', async () => {
    const order = await book.place(alice, 'sell', 2n);
    const one = await ask(accountCommands.cancelOrder, { id: order.orderId });
    const all = await cancelAll();
    await world.report([done(order, 'owner')], aliceAddress, originOf(one));
    await world.report([notOpen(order)], aliceAddress);
    for (const command of [one, all]) expect(answerTo(command)).toEqual(['canceled', 'balance']);
  });

  it('tells when all of them have ended, however they did, and not before', async () => {
    const ended = () =>
      world.notices.flatMap(({ items }) => items.flatMap((item) => item.ended ?? [])).map((of) => of.command);
    const [first, last] = [await book.place(alice, 'sell', 2n), await book.place(alice, 'sell', 2n)];
    const [asked, again] = [await cancelAll(), await cancelAll()];
    await world.report([done(first, 'owner')], aliceAddress);
    expect(ended()).toEqual([]);
    await fill(last, 'all');
    expect(ended()).toEqual([asked, again]);
    // It is the last that its gateway hears of what the turn came to.
    const told = world.notices.filter(({ account }) => account === aliceAddress);
    expect(told.at(-1)?.items.at(-1)).toMatchObject({ facts: [] });
  });

  it('that was answered by a cancel is not told afterwards that nothing was open', async () => {
    const [first, last] = [await book.place(alice, 'sell', 2n), await book.place(alice, 'sell', 2n)];
    const asked = await cancelAll();
    await world.report([done(first, 'owner')], aliceAddress);
    await world.restart();
    await fill(last, 'all');
    expect(answerTo(asked)).toEqual(['canceled', 'balance']);
    expect(stored()).toBe(0);
  });

  it('of which too many wait are remembered no more, from the oldest on', async () => {
    const order = await book.place(alice, 'sell', 2n);
    const oldest = await cancelAll();
    for (let more = 0; more < 200; more += 1) {
      await world.clock.advance(10_000);
      await cancelAll();
    }
    expect(stored()).toBe(200);
    await world.report([done(order, 'owner')], aliceAddress);
    expect(answerTo(oldest)).toEqual([]);
    expect(answerTo(commands)).toEqual(['canceled', 'balance']);
    expect(stored()).toBe(0);
  });
});
