import { inSection } from '../../case';
import { bookRateText } from '../../exact/book-rate';
import { holds, is, matches } from '../../expectations';
import { orderObject } from '../../order-object';

const orders = inSection('placeOrder');
const objects = inSection('Order object');
const commands = inSection('Websocket commands');
const DAY_S = 86_400;
const now = (): number => Math.floor(Date.now() / 1000);

/** Places what must lie some seconds ahead when it arrives: few of them, unless that is too few for a busy machine. */
async function inSeconds<T>(place: (seconds: number) => Promise<T>): Promise<T> {
  for (const seconds of [3, 10]) {
    try {
      return await place(seconds);
    } catch (error) {
      if (!/EXPIRY_TOO_EARLY|INVALID_FIELD: timeInForce/.test(String(error))) throw error;
    }
  }
  return place(30);
}
/** That an order of `inSeconds` is over, even one that was placed for the longest. */
const OVER_MS_MAX = 60_000;

export const orderCases = [
  orders(
    'an order signed in either format is accepted: orderStatus, then balanceStatus',
    async ({ alice, wish }) => {
      for (const format of ['sign', 'signTypedData'] as const) {
        const { command, hash } = await alice.placeCommand(wish('buy', 1, 50, { format }));
        const [rid] = await alice.connection.send(command);
        holds(rid !== undefined, 'one request id');
        await alice.connection.until('two packets', () => alice.connection.answersTo(rid).length >= 2);
        const [first, second] = alice.connection.answersTo(rid);
        is([first?.event, second?.event], ['o', 'b'], `events of ${format}`);
        const order = orderObject(first?.message);
        is([order.hash, order.active, order.canceled], [hash, true, false], 'HASH, ACTIVE, CANCELED');
        await alice.call({ c: 'cancelOrder', id: order.id }, 'o');
      }
    },
  ),
  objects(
    'a new order shows what was signed, all of it remaining and in the book',
    async ({ alice, market, wish }) => {
      const wanted = wish('sell', 2, 300, { fields: { cid: 77 } });
      const order = await alice.place(wanted);
      is(
        [order.cid, order.market, order.sellToken, order.buyToken, order.sellAmount, order.buyAmount],
        [77, market.id, market.traded.symbol, market.quote.symbol, wanted.sellAmount, wanted.buyAmount],
        'CID … BUY_TOKEN_AMOUNT',
      );
      is(
        [order.sellRemaining, order.buyRemaining, order.sellBook, order.buyBook],
        [wanted.sellAmount, wanted.buyAmount, wanted.sellAmount, wanted.buyAmount],
        'remaining and book amounts',
      );
      is(
        [order.stopRate, order.peggedCurrency, order.peggedRate, order.hidden, order.trades],
        [null, null, null, false, []],
        'STOP_RATE … TRADES',
      );
      holds(Math.abs(order.timestamp - Date.now()) < 60_000, 'TIMESTAMP is in ms');
      await alice.call({ c: 'cancelOrder', cid: 77 }, 'o');
    },
  ),
  objects(
    'BOOK_RATE has 5 significant digits and at most 8 decimals, down for buys, up for sells',
    async ({ alice, market, wish }) => {
      for (const side of ['buy', 'sell'] as const) {
        const whole = wish(side, 3, side === 'buy' ? 40 : 400);
        // Thirds, so that something has to be rounded.
        const [sellAmount, buyAmount] = [whole.sellAmount - 1_000n, (whole.buyAmount * 7n) / 6n + 1n];
        const order = await alice.place({ ...whole, sellAmount, buyAmount });
        const traded = side === 'buy' ? buyAmount : sellAmount;
        const quote = side === 'buy' ? sellAmount : buyAmount;
        const expected = bookRateText(side, [traded, market.traded.decimals], [quote, market.quote.decimals]);
        is(order.bookRate, expected, `BOOK_RATE of a ${side}`);
        await alice.call({ c: 'cancelOrder', id: order.id }, 'o');
      }
    },
  ),
  commands(
    'cancelOrder by id and by cid cancels: CANCELED, not ACTIVE, and the balance is free again',
    async ({ alice, market, wish }) => {
      const before = await alice.usable(market.quote.symbol);
      for (const key of ['id', 'cid'] as const) {
        const wanted = wish('buy', 1, 50, { fields: { cid: 5 } });
        const order = await alice.place(wanted);
        is(await alice.usable(market.quote.symbol), before - wanted.sellAmount, 'usable while it is open');
        const { message } = await alice.call({ c: 'cancelOrder', [key]: order[key] }, 'o');
        const { active, canceled, info } = orderObject(message);
        is([active, canceled], [false, true], 'ACTIVE, CANCELED');
        holds(info.length > 0, 'INFO_STRING says why');
      }
      is(await alice.usable(market.quote.symbol), before, 'usable afterwards');
    },
  ),
  commands(
    'cancelOrders cancels the orders of a market, or of all markets',
    async ({ alice, other, wish }) => {
      const here = [await alice.place(wish('buy', 1, 50)), await alice.place(wish('sell', 1, 400))];
      // Far from the market, whatever its rate is.
      const sold = 10n ** BigInt(other.traded.decimals) / 5n;
      const elsewhere = await alice.place({
        market: other.id,
        sellToken: other.traded.contract,
        buyToken: other.quote.contract,
        sellAmount: sold,
        buyAmount: (other.price * sold * 50_000n) / other.lot,
      });
      await alice.call({ c: 'cancelOrders', market: other.id }, 'o');
      await alice.untilOrder('canceled', elsewhere.id, ({ canceled }) => canceled);
      const { message } = await alice.call({ c: 'getActiveOrderSnapshot' }, 'os');
      is(
        (message as unknown[]).map((one) => orderObject(one).id).sort(),
        here.map(({ id }) => id).sort(),
        'open orders',
      );
      await alice.call({ c: 'cancelOrders' }, 'o');
      for (const { id } of here) await alice.untilOrder('canceled', id, ({ canceled }) => canceled);
      is((await alice.call({ c: 'cancelOrders' }, 'm')).message, 'no open orders', 'with nothing open');
    },
  ),
  orders('buyBookAmount and sellBookAmount place less than was signed', async ({ alice, wish }) => {
    const wanted = wish('sell', 4, 400);
    const book = { sellBookAmount: `${wanted.sellAmount / 4n}`, buyBookAmount: `${wanted.buyAmount / 4n}` };
    const order = await alice.place({ ...wanted, fields: book });
    is(
      [order.sellRemaining, order.sellBook, order.buyBook],
      [wanted.sellAmount, wanted.sellAmount / 4n, wanted.buyAmount / 4n],
      'amounts',
    );
    await alice.call({ c: 'cancelOrder', id: order.id }, 'o');
    const text = await alice.refusedOrder({
      ...wanted,
      fields: { sellBookAmount: `${wanted.sellAmount * 2n}`, buyBookAmount: `${wanted.buyAmount * 2n}` },
    });
    matches(text, /^[A-Z_]+: /, 'an error');
  }),
  orders('expiry must be more than 24 h in the future', async ({ alice, wish }) => {
    await alice.refusedOrder(wish('buy', 1, 50, { expiry: now() + DAY_S - 60 }));
    const order = await alice.place(wish('buy', 1, 50, { expiry: now() + DAY_S + 60 }));
    await alice.call({ c: 'cancelOrder', id: order.id }, 'o');
  }),
  orders('an order leaves the book 24 h before its expiry', async ({ alice, wish }) => {
    const order = await inSeconds((seconds) =>
      alice.place(wish('buy', 1, 50, { expiry: now() + DAY_S + seconds })),
    );
    const left = await alice.untilOrder('over', order.id, ({ active }) => !active, OVER_MS_MAX);
    is(left.canceled, true, 'CANCELED');
  }),
  orders('timeInForce ends an order earlier; a bool means the default', async ({ alice, wish }) => {
    await alice.refusedOrder(wish('buy', 1, 50, { fields: { timeInForce: now() - 10 } }));
    const asBool = await alice.place(wish('buy', 1, 50, { fields: { timeInForce: true } }));
    const late = await alice.place(wish('buy', 1, 51, { fields: { timeInForce: now() + 30 * DAY_S } }));
    const short = await inSeconds((seconds) =>
      alice.place(wish('buy', 1, 52, { fields: { timeInForce: now() + seconds } })),
    );
    await alice.untilOrder('over', short.id, ({ active }) => !active, OVER_MS_MAX);
    const { message } = await alice.call({ c: 'getActiveOrderSnapshot' }, 'os');
    is(
      (message as unknown[]).map((one) => orderObject(one).id).sort(),
      [asBool.id, late.id].sort(),
      'open orders',
    );
    await alice.cancelAll();
  }),
  orders(
    'what was signed with another key, for other tokens or with too little balance is refused',
    async ({ alice, bob, market, wish }) => {
      const good = wish('buy', 1, 50);
      const { command } = await bob.placeCommand(good);
      matches(await alice.refusal(command), /^INVALID_SIGNATURE: /, "another's signature");
      const changed = { ...(await alice.placeCommand(good)).command, sellAmount: `${good.sellAmount - 1n}` };
      matches(await alice.refusal(changed), /^INVALID_SIGNATURE: /, 'an amount that was not signed');
      await alice.refusedOrder({ ...good, buyToken: good.sellToken });
      await alice.refusedOrder({ ...good, sellAmount: 10n ** 30n, buyAmount: 10n ** 31n });
      await alice.refusedOrder({ ...good, market: 'NOSUCHMARKET' });
      await alice.refusedOrder({ ...good, sellAmount: 10_000n, buyAmount: 10_000n });
      const text = await alice.refusedOrder({ ...good, fields: { rebateToken: market.traded.symbol } });
      matches(text, /rebateToken/, 'the error');
    },
  ),
  inSection('added: letter case')('addresses and signatures are read in any letter case', async (world) => {
    const { alice, wish } = world;
    const upper = (hex: unknown) => `0x${String(hex).slice(2).toUpperCase()}`;
    const { command } = await alice.placeCommand(wish('buy', 1, 50));
    const { buyToken, sellToken, signature } = command as Record<string, unknown>;
    const shouted = {
      ...command,
      ...{ buyToken: upper(buyToken), sellToken: upper(sellToken), signature: upper(signature) },
    };
    const order = orderObject((await alice.call(shouted, 'o')).message);
    is(order.active, true, 'ACTIVE');
    await alice.call({ c: 'cancelOrder', id: order.id }, 'o');
  }),
  orders(
    'a signed order is accepted once, and a cid is unique among open orders',
    async ({ alice, wish }) => {
      const { command } = await alice.placeCommand(wish('buy', 1, 50, { fields: { cid: 31 } }));
      const order = orderObject((await alice.call(command, 'o')).message);
      await alice.refusal(command);
      await alice.refusedOrder(wish('buy', 1, 50, { fields: { cid: 31 } }));
      await alice.call({ c: 'cancelOrder', id: order.id }, 'o');
      await alice.refusal(command);
      const again = await alice.place(wish('buy', 1, 50, { fields: { cid: 31 } }));
      await alice.call({ c: 'cancelOrder', id: again.id }, 'o');
    },
  ),
  inSection('added: getOrder')(
    'getOrder finds an own order by id, cid and hash; never one of another account',
    async ({ alice, bob, wish }) => {
      const order = await alice.place(wish('buy', 1, 50, { fields: { cid: 12 } }));
      for (const key of ['id', 'cid', 'hash'] as const) {
        const { message } = await alice.call({ c: 'getOrder', [key]: order[key] }, 'o');
        // The engine may have taken it into the book meanwhile.
        const { lastActive } = orderObject(message);
        is(orderObject(message), { ...order, lastActive }, `by ${key}`);
      }
      const foreign = await bob.refusal({ c: 'getOrder', id: order.id });
      const unknown = await bob.refusal({ c: 'getOrder', id: order.id + 1_000 });
      is(
        foreign.replaceAll(/\d+/g, '#'),
        unknown.replaceAll(/\d+/g, '#'),
        "another account's order looks like none",
      );
      await bob.refusal({ c: 'cancelOrder', id: order.id });
      await alice.call({ c: 'cancelOrder', id: order.id }, 'o');
    },
  ),
];
