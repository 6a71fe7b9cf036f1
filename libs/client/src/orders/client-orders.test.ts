import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { reject, ZERO_ADDRESS } from '@exchange/core/kernel';
import {
  authMessage,
  type CommandOf,
  errorPacket,
  orderArray,
  type OrderView,
  packet,
  type Packet,
} from '@exchange/core/wire';
import { Wallet } from 'ethers';
import { WebSocket } from 'ws';
import { TinyExchange } from '@exchange/test/kit';
import { ExchangeClient } from '../exchange-client';
import { InMemoryStore } from '../store/in-memory-store';
import type { Intent } from './client-orders';
import { intentState } from './intent-state';

const wallet = new Wallet(`0x${'46'.repeat(32)}`);
const intent = (id: string, amount = '1'): Intent => ({
  ...{ id, market: 'ETHDAI', side: 'sell', amount, rate: '300', signer: wallet },
});

const viewOf = (command: CommandOf<'placeOrder'>, id: number): OrderView => ({
  ...{ id, cid: command.cid ?? 0, hash: `0x${'33'.repeat(32)}`, market: command.market },
  ...{ active: true, canceled: false, sellToken: 'ETH', buyToken: 'DAI' },
  ...{ sellAmount: command.sellAmount, buyAmount: command.buyAmount },
  ...{ sellRemaining: command.sellAmount, buyRemaining: command.buyAmount },
  ...{ sellBook: command.sellAmount, buyBook: command.buyAmount, bookRate: '300' },
  ...{ stopRate: null, peggedCurrency: null, peggedRate: null, hidden: false, trades: [], info: '' },
  ...{ nonce: command.nonce, timestamp: 1, lastActive: 1 },
});

/** What happens to the next placeOrder: it is carried out, its answer is lost, it is lost, or refused. */
type Fate = 'answered' | 'answer lost' | 'lost' | 'refused' | 'late';

describe('orders by the caller’s names', () => {
  let exchange: TinyExchange;
  const orders = new Map<number, OrderView>();
  let fates: Fate[] = [];
  const clients: ExchangeClient[] = [];

  function place(command: CommandOf<'placeOrder'>, rid: number, cut: () => void): Packet[] {
    const fate = fates.shift() ?? 'answered';
    const known = orders.get(command.nonce);
    const isPlaced = fate === 'answered' || fate === 'answer lost';
    if (fate === 'refused') return [errorPacket(reject('INSUFFICIENT_BALANCE', 'too little'), rid)];
    const order = known ?? viewOf(command, orders.size + 1);
    if (isPlaced) orders.set(command.nonce, order);
    if (fate === 'late') return [];
    if (fate !== 'answered') {
      cut();
      return [];
    }
    if (known === undefined) return [packet(0, 'orderStatus', orderArray(order), rid)];
    return [
      errorPacket(reject('DUPLICATE_ORDER', `the same signed order was accepted as order ${order.id}`), rid),
    ];
  }

  beforeEach(async () => {
    orders.clear();
    fates = [];
    exchange = await TinyExchange.listen((command, rid, socket) => {
      const found = () => [...orders.values()].find(({ cid }) => 'cid' in command && cid === command.cid);
      const auth = { status: 'authenticated', address: wallet.address.toLowerCase(), session: null } as const;
      switch (command.c) {
        case 'authenticate':
          return [packet(0, 'auth', authMessage({ ...auth, delegate: ZERO_ADDRESS }), rid)];
        case 'placeOrder':
          return place(command, rid, () => socket.terminate());
        case 'getOrder': {
          const order = found();
          if (order === undefined) return [errorPacket(reject('UNKNOWN_ORDER', 'none'), rid)];
          return [packet(0, 'orderStatus', orderArray(order), rid)];
        }
        case 'editOrder': {
          const order = found();
          if (order === undefined) return [errorPacket(reject('ORDER_NOT_OPEN', 'none'), rid)];
          const { sellBookAmount: sellBook = '', buyBookAmount: buyBook = '' } = command;
          const edited = { ...order, sellBook, buyBook };
          orders.set(order.nonce, edited);
          return [packet(0, 'orderStatus', orderArray(edited), rid)];
        }
        default:
          return [];
      }
    });
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) client.close();
    await exchange.close();
  });

  async function open(store = new InMemoryStore(), timeoutMs = 5_000): Promise<ExchangeClient> {
    const backoffMs = { first: 5, most: 10 };
    const client = new ExchangeClient({
      url: exchange.url,
      socket: WebSocket,
      store,
      timeoutMs,
      backoffMs,
    });
    clients.push(client);
    await client.connect();
    await client.authenticate(wallet);
    return client;
  }

  it.each<[string, Fate[]]>([
    ['at once', ['answered']],
    ['after its answer was lost', ['answer lost']],
    ['after it was lost', ['lost']],
    ['after both, again and again', ['lost', 'answer lost', 'answer lost']],
    ['after its answer was lost, though it would be refused now', ['answer lost', 'refused']],
  ])('are placed once %s', async (_, coming) => {
    const client = await open();
    fates = coming;
    const states: string[] = [];
    client.on('orderState', ({ state }) => states.push(state.kind));
    const [a, b] = await Promise.all([client.orders.place(intent('a')), client.orders.place(intent('a'))]);
    expect(a).toBe(b);
    expect([orders.size, a.order?.id, a.state.kind]).toEqual([1, 1, 'accepted']);
    expect(states.slice(0, 2)).toEqual(['signed', 'sent']);
    expect(states.at(-1)).toBe('accepted');
    await expect(client.orders.place(intent('a', '2'))).rejects.toMatchObject({ code: 'DUPLICATE_ORDER' });
  });

  it('are placed once over a restart, whoever takes them up', async () => {
    const store = new InMemoryStore();
    const first = await open(store);
    fates = ['answer lost', 'lost'];
    const asked = first.orders.place(intent('a')).catch((error: unknown) => error);
    await new Promise((resolve) => first.on('disconnected', resolve));
    first.close();
    await expect(asked).resolves.toMatchObject({ code: 'CONNECTION_LOST' });
    fates = [];
    const second = await open(store);
    const [taken] = await second.orders.resume();
    expect(taken?.id).toBe('a');
    await expect(second.orders.place(intent('a'))).resolves.toBe(taken);
    expect(orders.size).toBe(1);
  });

  it('are placed once by two clients that share a store, as tabs do', async () => {
    const store = new InMemoryStore();
    const two = [await open(store), await open(store)];
    for (const name of ['a', 'b', 'c']) {
      const [first, second] = await Promise.all(two.map((client) => client.orders.place(intent(name))));
      expect(first?.order?.nonce).toBe(second?.order?.nonce);
    }
    expect(orders.size).toBe(3);
    const other = two.map((client, index) => client.orders.place(intent('d', `${index + 1}`)));
    const codes = (await Promise.allSettled(other)).flatMap((one) =>
      one.status === 'rejected' ? [(one.reason as { code: string }).code] : [],
    );
    expect([codes, orders.size]).toEqual([['DUPLICATE_ORDER'], 4]);
  });

  it('are sent again ever more seldom to an exchange that is too busy to answer', async () => {
    const client = await open(new InMemoryStore(), 200);
    fates = Array.from({ length: 100 }, (): Fate => 'late');
    const placed = client.orders.place(intent('a'));
    await new Promise((resolve) => setTimeout(resolve, 1_300));
    fates = [];
    // After 0.2 + 0.25, 0.2 + 0.5, 0.2 + 1 s, …
    expect(exchange.commands.filter(({ c }) => c === 'placeOrder').length).toBeLessThanOrEqual(3);
    await placed;
    expect(orders.size).toBe(1);
  });

  it('that have ended are not asked for after a restart, and keep their names', async () => {
    const store = new InMemoryStore();
    const first = await open(store);
    await first.orders.place(intent('a'));
    await first.orders.place(intent('b'));
    const [a] = orders.values();
    if (a === undefined) throw new Error('no order');
    const filled = { ...a, active: false, trades: [7], sellRemaining: '0', sellBook: '0' };
    orders.set(a.nonce, filled);
    const ended = new Promise<void>((resolve) => {
      first.on('orderState', ({ hasEnded }) => hasEnded && resolve());
    });
    exchange.push(packet(0, 'orderStatus', orderArray(filled)));
    await ended;
    first.close();
    const second = await open(store);
    exchange.commands.length = 0;
    expect((await second.orders.resume()).map(({ id }) => id)).toEqual(['b']);
    expect(exchange.commands.map(({ c }) => c)).toEqual(['getOrder']);
    expect((await second.orders.place(intent('a'))).state.kind).toBe('filled');
    expect(orders.size).toBe(2);
  });

  it('may have their name again when they were refused', async () => {
    const client = await open();
    fates = ['refused'];
    await expect(client.orders.place(intent('a'))).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
    expect(client.orders.get('a')).toBeUndefined();
    await client.orders.place(intent('a'));
    expect(orders.size).toBe(1);
  });

  it('are moved within what was signed, and no further', async () => {
    const client = await open();
    await client.orders.place(intent('a'));
    const { order } = await client.orders.requote('a', { amount: '0.5', rate: '310' });
    expect([order?.sellBook, order?.buyBook]).toEqual(['500000000000000000', '155000000']);
    const move = (amount: string, rate: string) => client.orders.requote('a', { amount, rate });
    await expect(move('0.5', '299')).rejects.toMatchObject({ code: 'RATE_OUT_OF_RANGE' });
    await expect(move('1.1', '310')).rejects.toMatchObject({ code: 'AMOUNT_OUT_OF_RANGE' });
    await expect(move('1,1', '310')).rejects.toMatchObject({ code: 'INVALID_FIELD' });
  });

  it('say where they stand', () => {
    const open = { ...viewOf({ sellAmount: '5' } as CommandOf<'placeOrder'>, 1) };
    const kinds = [
      { stopRate: '3' },
      { sellBook: '0', buyBook: '0' },
      { peggedCurrency: 'USD', sellBook: '5' },
      { trades: [1], sellBook: '5' },
      { sellBook: '5' },
      { active: false },
      { active: false, canceled: true, info: 'post-only' },
    ].map((change) => intentState({ ...open, ...change }));
    expect(kinds).toEqual([
      ...(['stopped', 'waiting', 'pegged', 'partlyFilled', 'resting', 'filled'] as const).map((kind) => ({
        kind,
      })),
      { kind: 'canceled', reason: 'post-only' },
    ]);
  });
});
