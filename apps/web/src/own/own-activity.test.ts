import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { type ExchangeClient, ExchangeError } from '@exchange/client';
import { address, ZERO_ADDRESS } from '@exchange/core/kernel';
import { authMessage, type Command, type CommandOf, packet, type Packet } from '@exchange/core/wire';
import { contextWith, draftWith, lines, listedWith } from '../entry/order-plan.fixture';
import { percentAmount } from '../entry/percent-amount';
import { Cell } from '../exchange/cell';
import { NoticeFeed } from '../notices/notice-feed';
import { loginNotice } from '../notices/told';
import { feeWords, missingVolume, percentOf, scheduleOf } from './fee-words';
import { LookedUp } from './looked-up';
import { OwnActivity, unlessAway } from './own-activity';
import { orderPacket, placedOrder, ScriptedExchange } from './scripted-exchange.fixture';

const clients: ExchangeClient[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});

const placed = (id: number) =>
  placedOrder(
    {
      ...{ c: 'placeOrder', market: 'ETHDAI', sellAmount: '200000000000000000000', nonce: id },
      ...{ buyAmount: '1000000000000000000' },
    } as CommandOf<'placeOrder'>,
    id,
  );

/** The fee tier comes with the login, in one frame. */
const tellTier = (command: Command, rid: number): readonly Packet[] | undefined => {
  if (command.c === 'getFeeTier') return [packet(0, 'feeTier', [13, -0.0002, 0.002], rid)];
  if (command.c !== 'authenticate') return undefined;
  const who = '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f';
  const auth = { status: 'authenticated', address: who, session: 's', delegate: ZERO_ADDRESS } as const;
  return [packet(0, 'auth', authMessage(auth), rid), packet(0, 'feeTier', [12.5, -0.0002, 0.002])];
};

async function open() {
  const exchange = new ScriptedExchange(tellTier);
  const client = exchange.client();
  clients.push(client);
  const activity = new OwnActivity(client, 1);
  await client.connect();
  const listing = new Cell(client.listed);
  const ends: (() => void)[] = [];
  const feed = new NoticeFeed({ client, listing, later: (call) => void ends.push(call) });
  const { signer } = await new ScriptedExchange(() => undefined)
    .loggedIn()
    .then(({ client: other, signer: one }) => {
      clients.push(other);
      return { signer: one };
    });
  const caughtUp = new Promise<void>((resolve) => client.on('caughtUp', resolve));
  await client.authenticate(signer);
  await caughtUp;
  const words = () => feed.shown.get().map((notice) => notice.words);
  return { exchange, client, activity, feed, listing, ends, words };
}

describe('what an account does', () => {
  it('is its open orders, newest first, until each has ended', async () => {
    const { exchange, activity } = await open();
    expect(activity.open.get()).toEqual([]);
    exchange.push(orderPacket(placed(1)), orderPacket(placed(2)));
    expect(activity.open.get()?.map(({ id }) => id)).toEqual([2, 1]);
    exchange.push(
      orderPacket({ ...placed(2), active: false, canceled: true, info: 'canceled by its owner' }),
    );
    expect(activity.open.get()?.map(({ id }) => id)).toEqual([1]);
  });

  it('has the fee tier that comes with the login, until somebody else logs in', async () => {
    const { exchange, activity } = await open();
    expect(activity.feeTier.get()).toEqual({ volume: 12.5, makerFee: -0.0002, takerFee: 0.002 });
    exchange.push(packet(0, 'auth', ['loggedOff', ZERO_ADDRESS, null, ZERO_ADDRESS]));
    expect([activity.feeTier.get(), activity.open.get()]).toEqual([undefined, undefined]);
  });

  it('has the volume of new trades in its fee tier', async () => {
    const { exchange, client, activity } = await open();
    const told = new Promise<void>((resolve) => client.on('feeTier', () => resolve()));
    exchange.push(
      packet(0, 'userTrade', [7, 'ETHDAI', 1, '199.5', '400000000000000000', '0', '0', '0', '', 2, 1, 0]),
    );
    await told;
    expect(activity.feeTier.get()).toMatchObject({ volume: 13 });
  });

  it('is told in words: what rests, trades and ends with its reason', async () => {
    const { exchange, words } = await open();
    exchange.push(orderPacket(placed(1)));
    expect(words()).toEqual(['Accepted: buy 1 ETH at 200 in ETHDAI.']);
    exchange.push(
      packet(0, 'userTrade', [7, 'ETHDAI', 1, '199.5', '400000000000000000', '0', '0', '0', '', 2, 1, 0]),
    );
    expect(words().at(-1)).toBe('Bought 0.4 ETH at 199.5 DAI.');
    exchange.push(orderPacket({ ...placed(1), active: false, canceled: true, info: 'the time is over' }));
    expect(words().at(-1)).toBe('Canceled: buy 1 ETH at 200 in ETHDAI. the time is over.');
    exchange.push(orderPacket({ ...placed(2), active: false, trades: [8] }));
    expect(words().at(-1)).toBe('Filled: buy 1 ETH at 200 in ETHDAI.');
  });

  it('is told of deposits once they are final, and of markets that close', async () => {
    const { exchange, words, listing } = await open();
    const deposit = (marks: readonly number[], at: number) =>
      packet(0, 'ledgerEntryStatus', [
        ...[5, 'deposit', [['ETH', '2000000000000000000', '0', '2000000000000000000']], [marks], {}],
        ...[null, null, null, false, 'deposit', 1, at],
      ]);
    exchange.push(deposit([0, 0, -1], 1));
    expect(words()).toEqual([]);
    exchange.push(deposit([1, 1, -1], 2));
    expect(words()).toEqual(['The deposit of 2 ETH is final: it can be used.']);
    const [ETHDAI, closed] = [listedWith().markets['ETHDAI'], { ...listedWith() }];
    if (ETHDAI === undefined) throw new Error('it is listed');
    listing.set({ ...closed, markets: { ETHDAI: { ...ETHDAI, status: 'cancel_only' } } });
    expect(words().at(-1)).toMatch(/^ETHDAI closes/);
  });

  it('is told that a login has ended, unless it is another account’s or has yet to begin', () => {
    const [ann, ben] = [address(`0x${'a1'.repeat(20)}`), address(`0x${'b2'.repeat(20)}`)];
    const error = new ExchangeError('INVALID_SESSION', 'it was voided');
    const needed = { kind: 'loginNeeded', account: ann, error } as const;
    expect(loginNotice(needed, ann)).toMatchObject({ tone: 'bad', words: expect.stringContaining('Log in') });
    expect([loginNotice(needed, ben), loginNotice(needed, undefined)]).toEqual([undefined, undefined]);
  });

  it('says nothing in the console of an exchange that is away, and tells what else failed', () => {
    const told = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    for (const code of ['CONNECTION_LOST', 'UNAVAILABLE', 'TIMEOUT'] as const)
      unlessAway(new ExchangeError(code, 'no answer came'));
    expect(told).not.toHaveBeenCalled();
    const failure = new ExchangeError('INVALID_COMMAND', 'there is no such page');
    unlessAway(failure);
    expect(told).toHaveBeenCalledWith(expect.any(String), failure);
    told.mockRestore();
  });

  it('is told of a stop that was crossed, once', async () => {
    const { exchange, words } = await open();
    exchange.push(orderPacket({ ...placed(1), stopRate: '205' }));
    expect(words().at(-1)).toBe('Accepted: buy 1 ETH at 200 in ETHDAI. It waits for its stop.');
    exchange.push(orderPacket(placed(1)), orderPacket(placed(1)));
    expect(words()).toHaveLength(2);
    expect(words().at(-1)).toBe('Its stop was crossed: buy 1 ETH at 200 in ETHDAI.');
  });

  it('is told that the line is lost and back, and what the operator says; each for some time', async () => {
    const { exchange, client, words, ends } = await open();
    const back = new Promise<void>((resolve) => client.on('connected', resolve));
    exchange.cut();
    expect(words()).toEqual([expect.stringMatching(/^The line to the exchange is lost/)]);
    await back;
    expect(words().at(-1)).toMatch(/^The line is back/);
    exchange.push(packet(0, 'message', 'ETHDAI closes at noon'));
    expect(words().at(-1)).toBe('The exchange says: ETHDAI closes at noon');
    for (const end of ends) end();
    expect(words()).toEqual([]);
  });
});

describe('percents of what is usable', () => {
  const ether = 10n ** 18n;
  it.each([
    [{ side: 'buy', rate: '200' }, 50, '0.25'],
    [{ side: 'buy', rate: '' }, 50, undefined],
    [{ side: 'sell', rate: '' }, 50, '50'],
    // All at the worst rate of the only line: 201 and half a percent.
    [{ kind: 'market', side: 'buy' }, 100, '0.495049504950495049'],
  ] as const)('%j: %i percent are %s', (change, percent, amount) => {
    const book = { buy: lines('buy', '199 100'), sell: lines('sell', '201 100') };
    expect(percentAmount(draftWith(change), contextWith({ usable: 100n * ether, book }), percent)).toBe(
      amount,
    );
  });

  it('are nothing while nothing is known, or there is nothing', () => {
    expect(percentAmount(draftWith(), contextWith({ usable: undefined }), 50)).toBeUndefined();
    expect(percentAmount(draftWith(), contextWith({ usable: 0n }), 50)).toBeUndefined();
  });
});

describe('fees in words', () => {
  it.each([
    [0.0025, '0.25 %'],
    [-0.0002, '−0.02 %'],
    [0.01, '1 %'],
    [0.000001, '0.0001 %'],
    [0, '0 %'],
  ])('%d is %s', (fee, percent) => expect(percentOf(fee)).toBe(percent));

  it('say by which volume', () => {
    expect(feeWords({ volume: 12.5, makerFee: 0, takerFee: 0.0025 }, [])).toEqual({
      line: 'Maker 0 %, taker 0.25 %',
      hint: expect.stringContaining('12.5 ETH'),
      next: undefined,
    });
  });
});

describe('the next fees', () => {
  const fees = [
    [1_000, -0.0002, 0.001],
    [0, 0, 0.0025],
    [100, 0, 0.002],
  ];
  const schedule = scheduleOf({ fees });
  const next = (volume: number, takerFee = 0.0025) =>
    feeWords({ volume, makerFee: 0, takerFee }, schedule).next;

  it('are those of the first row above, with the volume that is missing', () => {
    expect(next(0)).toBe('100 ETH more: Maker 0 %, taker 0.2 %');
    expect(next(99.5)).toBe('0.5 ETH more: Maker 0 %, taker 0.2 %');
    expect(next(100, 0.002)).toBe('900 ETH more: Maker −0.02 %, taker 0.1 %');
    expect(next(1_000)).toBeUndefined();
  });

  it('are not those that the account has already', () => {
    // The rates follow the volume once an hour.
    expect(next(99, 0.002)).toBe('901 ETH more: Maker −0.02 %, taker 0.1 %');
  });

  it('are missed by hundredths of an ETH, rounded up', () => {
    const missing = (volume: number) => missingVolume({ volume }, { volume: 100 });
    expect([missing(99.99), missing(99.990001), missing(99.98), missing(99.999999)]).toEqual([
      ...['0.01', '0.01', '0.02', '0.01'],
    ]);
  });
});

describe('what is looked up', () => {
  it('is asked for once, again while it may change, and again when it failed', async () => {
    const answers: (string | Error)[] = ['sent', 'final', 'never', new Error('away'), 'final'];
    let asked = 0;
    const looked = new LookedUp(
      async () => {
        asked += 1;
        const answer = answers.shift() ?? 'none';
        if (answer instanceof Error) throw answer;
        return answer;
      },
      (state) => state === 'final',
    );
    const settled = () => new Promise((resolve) => setTimeout(resolve, 0));
    looked.look(1);
    looked.look(1);
    await settled();
    expect([asked, looked.known.get().get(1)]).toEqual([1, 'sent']);
    looked.look(1);
    await settled();
    looked.look(1);
    await settled();
    expect([asked, looked.known.get().get(1)]).toEqual([2, 'final']);
    looked.renew(1);
    expect(looked.known.get().get(1)).toBeUndefined();
    await settled();
    expect([asked, looked.known.get().get(1)]).toEqual([3, 'never']);
  });
});
