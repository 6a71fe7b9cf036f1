import { inSection } from '../../case';
import { bookRateText } from '../../exact/book-rate';
import { holds, is, matches } from '../../expectations';
import { type OrderObject, orderObject } from '../../order-object';
import type { World } from '../../world';

const commands = inSection('Websocket commands');
const DAY_S = 86_400;
const now = (): number => Math.floor(Date.now() / 1000);

type Fields = Readonly<Record<string, unknown>>;

async function edit({ alice }: World, fields: Fields): Promise<OrderObject> {
  return orderObject((await alice.call({ c: 'editOrder', ...fields }, 'o')).message);
}

async function cancel({ alice }: World, { id }: OrderObject): Promise<void> {
  await alice.call({ c: 'cancelOrder', id }, 'o');
}

/** What may differ when nothing of the order was changed. */
const same = (order: OrderObject) => ({ ...order, lastActive: 0 });

export const editCases = [
  commands('editOrder changes both book amounts, and holds no more than they offer', async (world) => {
    const { alice, market, wish } = world;
    const wanted = wish('sell', 4, 400, { fields: { cid: 9 } });
    const [settled, usable, blocked] = await alice.balance(market.traded.symbol);
    const order = await alice.place(wanted);
    const half = wanted.sellAmount / 2n;
    const amounts = { sellBookAmount: `${half}`, buyBookAmount: `${wanted.buyAmount}` };
    const edited = await edit(world, { id: order.id, ...amounts });
    is(
      [edited.sellBook, edited.buyBook, edited.sellRemaining, edited.buyRemaining],
      [half, wanted.buyAmount, wanted.sellAmount, wanted.buyAmount],
      'book and remaining amounts',
    );
    const rate = bookRateText(
      'sell',
      [half, market.traded.decimals],
      [wanted.buyAmount, market.quote.decimals],
    );
    is(edited.bookRate, rate, 'BOOK_RATE');
    await alice.untilBalance('half is offered', market.traded.symbol, [settled, usable - half, blocked]);
    await cancel(world, order);
    await alice.untilBalance('the cancel', market.traded.symbol, [settled, usable, blocked]);
  }),
  commands(
    'of buyBookAmount and sellBookAmount one is enough: the other follows at the rate',
    async (world) => {
      const wanted = world.wish('sell', 4, 400);
      const order = await world.alice.place(wanted);
      const [half, quarter] = [wanted.sellAmount / 2n, wanted.buyAmount / 4n];
      const bySell = await edit(world, { id: order.id, sellBookAmount: `${half}` });
      is([bySell.sellBook, bySell.buyBook], [half, wanted.buyAmount / 2n], 'amounts after sellBookAmount');
      const byBuy = await edit(world, { id: order.id, buyBookAmount: `${quarter}` });
      is([byBuy.sellBook, byBuy.buyBook], [wanted.sellAmount / 4n, quarter], 'amounts after buyBookAmount');
      is([bySell.bookRate, byBuy.bookRate], [order.bookRate, order.bookRate], 'BOOK_RATE');
      await cancel(world, order);
    },
  ),
  commands('editOrder changes hidden, both ways', async (world) => {
    const order = await world.alice.place(world.wish('sell', 2, 400, { fields: { cid: 9 } }));
    const hidden = await edit(world, { cid: 9, hidden: true });
    is([hidden.id, hidden.hidden], [order.id, true], 'ID, HIDDEN');
    is((await edit(world, { id: order.id, hidden: false })).hidden, false, 'HIDDEN afterwards');
    await cancel(world, order);
  }),
  commands('editOrder changes timeInForce, and false takes it back', async (world) => {
    const order = await world.alice.place(world.wish('sell', 1, 400));
    const kept = await world.alice.place(world.wish('sell', 1, 401));
    const soon = now() + 8;
    await edit(world, { id: kept.id, timeInForce: soon });
    await edit(world, { id: kept.id, timeInForce: false });
    await edit(world, { id: order.id, timeInForce: soon });
    const over = await world.alice.untilOrder('over', order.id, ({ active }) => !active);
    is(over.canceled, true, 'CANCELED');
    holds(Date.now() / 1000 >= soon, 'not before its time');
    is(
      orderObject((await world.alice.call({ c: 'getOrder', id: kept.id }, 'o')).message).active,
      true,
      'ACTIVE of the one that was put back',
    );
    const late = await world.alice.refusal({ c: 'editOrder', id: kept.id, timeInForce: now() - 10 });
    matches(late, /^INVALID_FIELD: timeInForce /, 'a time that is past');
    await edit(world, { id: kept.id, timeInForce: now() + 30 * DAY_S });
    await cancel(world, kept);
  }),
  commands('editOrder changes the stopRate of an order that waits, and of no other', async (world) => {
    const { alice } = world;
    const far = await alice.place(world.wish('buy', 1, 900, { fields: { hidden: true, stopRate: '90000' } }));
    const stop = await edit(world, { id: far.id, stopRate: '80000' });
    is([stop.stopRate, stop.active], ['80000', true], 'STOP_RATE, ACTIVE');
    await cancel(world, far);
    const plain = await alice.place(world.wish('sell', 1, 400));
    const text = await alice.refusal({ c: 'editOrder', id: plain.id, stopRate: '80000' });
    matches(text, /stop/, 'the refusal for an order in the book');
    await cancel(world, plain);
  }),
  commands('editOrder sets a peg and moves it', async (world) => {
    const { alice, market } = world;
    const order = await alice.place(world.wish('sell', 1, 100, { fields: { hidden: true } }));
    for (const peggedRate of ['900000', '800000']) {
      const pegged = await edit(world, { id: order.id, peggedTo: 'USD', peggedRate });
      is([pegged.peggedCurrency, pegged.peggedRate], ['USD', peggedRate], 'PEGGED_CURRENCY, PEGGED_RATE');
    }
    const text = await alice.refusal({
      ...{ c: 'editOrder', id: order.id },
      buyBookAmount: `${market.price * 2n}`,
    });
    matches(text, /^INVALID_FIELD: .*sellBookAmount/, 'the amount that follows the peg');
    await alice.refusal({ c: 'editOrder', id: order.id, peggedTo: 'USD' });
    await alice.refusal({ c: 'editOrder', id: order.id, peggedRate: '900000' });
    await cancel(world, order);
  }),
  commands('editOrder finds its order by id, by cid or by both, if they name the same one', async (world) => {
    const { alice } = world;
    const [one, other] = [
      await alice.place(world.wish('sell', 1, 400, { fields: { cid: 21 } })),
      await alice.place(world.wish('sell', 1, 401, { fields: { cid: 22 } })),
    ];
    is((await edit(world, { id: one.id, cid: 21, hidden: true })).id, one.id, 'ID by both');
    matches(
      await alice.refusal({ c: 'editOrder', id: one.id, cid: 22, hidden: false }),
      /^INVALID_FIELD: /,
      'two orders',
    );
    matches(await alice.refusal({ c: 'editOrder', hidden: true }), /id, cid/, 'no order');
    for (const order of [one, other]) await cancel(world, order);
  }),
  commands('a refused edit changes nothing', async (world) => {
    const { alice, market, wish } = world;
    matches(
      await alice.refusal({ c: 'editOrder', id: 1, hidden: true }),
      /^ORDER_NOT_OPEN: /,
      'unknown order',
    );
    const wanted = wish('sell', 2, 400);
    const order = await alice.place(wanted);
    const before = await alice.balance(market.traded.symbol);
    for (const [code, fields] of [
      ['AMOUNT_OUT_OF_RANGE', { sellBookAmount: `${wanted.sellAmount + 1n}` }],
      [
        'RATE_OUT_OF_RANGE',
        { sellBookAmount: `${wanted.sellAmount}`, buyBookAmount: `${wanted.buyAmount - 1n}` },
      ],
      ['AMOUNT_TOO_SMALL', { sellBookAmount: '1' }],
      ['INVALID_FIELD', { peggedTo: 'USD' }],
      ['INVALID_FIELD', { peggedTo: 'XXX', peggedRate: '1' }],
      ['INVALID_FIELD', { timeInForce: now() - 10 }],
    ] as const) {
      const text = await alice.refusal({ c: 'editOrder', id: order.id, ...fields });
      matches(text, new RegExp(`^${code}: `), JSON.stringify(fields));
    }
    is(await alice.balance(market.traded.symbol), before, 'balance');
    const after = orderObject((await alice.call({ c: 'getOrder', id: order.id }, 'o')).message);
    is(same(after), same(order), 'the order');
    await cancel(world, order);
  }),
];
