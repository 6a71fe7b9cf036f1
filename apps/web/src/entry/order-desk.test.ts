import { afterEach, describe, expect, it } from '@jest/globals';
import { type ExchangeClient, InMemoryStore, type Signer } from '@exchange/client';
import { reject } from '@exchange/core/kernel';
import { errorPacket, type OrderView, type Packet } from '@exchange/core/wire';
import { orderPacket, placedOrder, ScriptedExchange } from '../own/scripted-exchange.fixture';
import { refusals } from '../text/refusals';
import { OrderDesk } from './order-desk';
import { contextWith, draftWith } from './order-plan.fixture';
import { planOrder } from './plan';
import type { PlannedOrder } from './plan-context';

const clients: ExchangeClient[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});

const planned = (amount = '1'): PlannedOrder => {
  const { order } = planOrder(
    draftWith({ amount, execution: 'postOnly' }),
    contextWith({ nowMs: Date.now() }),
  );
  if (order === undefined) throw new Error('it can be signed');
  return order;
};

type Fate = 'answered' | 'answer lost' | 'refused';

/** A desk at an exchange that accepts each signed order once; `fates` of the next ones that come. */
async function open(fates: Fate[] = [], store = new InMemoryStore()) {
  const accepted = new Map<number, OrderView>();
  const exchange: ScriptedExchange = new ScriptedExchange((command, rid): readonly Packet[] | undefined => {
    if (command.c === 'getOrder') {
      const found = [...accepted.values()].find(({ cid }) => cid === command.cid);
      return [
        found === undefined ? errorPacket(reject('UNKNOWN_ORDER', 'no'), rid) : orderPacket(found, rid),
      ];
    }
    if (command.c !== 'placeOrder') return undefined;
    const fate = fates.shift() ?? 'answered';
    if (fate === 'refused') return [errorPacket(reject('INSUFFICIENT_BALANCE', '1 DAI usable'), rid)];
    const known = accepted.get(command.nonce);
    if (known !== undefined) return [errorPacket(reject('DUPLICATE_ORDER', `as order ${known.id}`), rid)];
    const order = placedOrder(command, accepted.size + 1);
    accepted.set(command.nonce, order);
    if (fate === 'answered') return [orderPacket(order, rid)];
    queueMicrotask(() => exchange.cut());
    return [];
  });
  const { client, signer } = await exchange.loggedIn(store);
  clients.push(client);
  let signatures = 0;
  let signs: () => Promise<Signer> = () => Promise.resolve(signer);
  const desk = new OrderDesk(client, async (sign) => {
    signatures += 1;
    return sign(await signs(), 'signTypedData');
  });
  return {
    ...{ desk, exchange, accepted, client, signer, store, signatures: () => signatures },
    asks: (wallet: () => Promise<Signer>) => (signs = wallet),
  };
}

describe('what was entered', () => {
  it('is signed and sent as it was shown', async () => {
    const { desk, exchange } = await open();
    const order = planned('1.5');
    expect(await desk.place(order)).toBe(true);
    expect(exchange.sent('placeOrder')).toMatchObject([
      {
        ...{
          market: 'ETHDAI',
          buyAmount: String(order.terms.buyAmount),
          sellAmount: String(order.terms.sellAmount),
        },
        ...{ expiry: order.terms.expiry, postOnly: true, rebateToken: 'sell' },
        timeInForce: order.options.timeInForce,
      },
    ]);
    expect(desk.entered.get()).toBeUndefined();
  });

  it('is one order under double clicks, also while a wallet asks', async () => {
    const { desk, exchange, accepted, asks, signer, signatures } = await open();
    let answer: (signer: Signer) => void = () => undefined;
    asks(() => new Promise((resolve) => (answer = resolve)));
    const first = desk.place(planned());
    expect(desk.entered.get()?.stage).toBe('signing');
    expect(await Promise.all([desk.place(planned()), desk.place(planned('2'))])).toEqual([false, false]);
    answer(signer);
    expect(await first).toBe(true);
    expect([accepted.size, exchange.sent('placeOrder').length, signatures()]).toEqual([1, 1, 1]);
  });

  it('is one order when its answer was lost', async () => {
    const { desk, accepted } = await open(['answer lost']);
    const stages: (string | undefined)[] = [];
    desk.entered.subscribe(() => stages.push(desk.entered.get()?.stage));
    expect(await desk.place(planned())).toBe(true);
    expect(accepted.size).toBe(1);
    expect(stages).toContain('unknown');
  });

  it('is one order when the page is loaded anew while it is sent, and its outcome is told', async () => {
    const first = await open(['answer lost']);
    void first.desk.place(planned());
    while (first.accepted.size === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    first.client.close();
    const { client } = await first.exchange.loggedIn(first.store);
    clients.push(client);
    const told = new Promise((resolve) =>
      client.on('orderState', ({ state }) => state.kind === 'accepted' && resolve(state)),
    );
    new OrderDesk(client, (sign) => sign(first.signer, 'signTypedData'));
    await told;
    expect(first.accepted.size).toBe(1);
  });

  it('stays with what to do when it is refused, and may be entered again', async () => {
    const { desk, accepted } = await open(['refused']);
    expect(await desk.place(planned())).toBe(false);
    expect(desk.entered.get()).toMatchObject({
      stage: 'refused',
      refusal: {
        ...{ code: 'INSUFFICIENT_BALANCE', sentence: refusals.INSUFFICIENT_BALANCE, detail: '1 DAI usable' },
      },
    });
    expect(await desk.place(planned())).toBe(true);
    expect(accepted.size).toBe(1);
  });

  it('is nothing when the person says no in the wallet', async () => {
    const { desk, exchange, asks } = await open();
    asks(() => Promise.reject(Object.assign(new Error('denied'), { code: 4001 })));
    expect(await desk.place(planned())).toBe(false);
    expect(desk.entered.get()?.refusal?.code).toBe('rejected');
    desk.dismiss();
    expect([desk.entered.get(), exchange.sent('placeOrder')]).toEqual([undefined, []]);
  });
});
