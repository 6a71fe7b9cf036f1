import { tokenInfo } from '@exchange/test/seed-client';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseUnits } from 'ethers';
import { inSection } from '../../case';
import { holds, is, matches } from '../../expectations';
import type { OrderToSign } from '../../account';
import { orderObject } from '../../order-object';
import type { ShownTicker } from '../../packets';
import type { World } from '../../world';

const orders = inSection('placeOrder');
const QUIET_MS = 300;

interface Minimums {
  readonly minOrderAmount: bigint;
  readonly minOrderRemaining: bigint;
  readonly minOrderAmountQuote: bigint;
  readonly minOrderRemainingQuote: bigint;
}

/** What the traded token and the market of a run ask for. */
async function minimumsOf({ rest, market, alice }: World): Promise<Minimums> {
  const token = await rest.data<Record<'minOrderAmount' | 'minOrderRemaining', string>>(
    `/token-info/by-contract/${market.traded.contract}`,
    tokenInfo,
  );
  const { message } = await alice.call({ c: 'getListed' }, 'l');
  const { markets } = message as {
    markets: Record<string, Record<'minOrderAmountQuote' | 'minOrderRemainingQuote', string>>;
  };
  const listed = markets[market.id];
  holds(listed !== undefined, `${market.id} is listed`);
  return {
    minOrderAmount: BigInt(token.minOrderAmount),
    minOrderRemaining: BigInt(token.minOrderRemaining),
    minOrderAmountQuote: BigInt(listed.minOrderAmountQuote),
    minOrderRemainingQuote: BigInt(listed.minOrderRemainingQuote),
  };
}

/** Sells so much of the traded token for so much of the quote token. */
const selling = ({ market }: World, sellAmount: bigint, buyAmount: bigint): OrderToSign => ({
  market: market.id,
  sellToken: market.traded.contract,
  buyToken: market.quote.contract,
  sellAmount,
  buyAmount,
});

const ceiling = (value: bigint, divisor: bigint): bigint => (value + divisor - 1n) / divisor;

/** A rate, as amounts of both tokens in smallest units. */
interface Rate {
  readonly quote: bigint;
  readonly traded: bigint;
}

const plainRate = ({ market }: World): Rate => ({ quote: market.price, traded: market.lot });
const times = ({ quote, traded }: Rate, more: bigint): Rate => ({ quote: quote * more, traded });

/** What an amount of the traded token is worth at a rate, rounded down. */
const valueAt = ({ quote, traded }: Rate, amount: bigint): bigint => (amount * quote) / traded;

/** So many units of the traded token that they are worth at least this at a rate. */
const unitsOf = ({ quote, traded }: Rate, value: bigint): bigint => ceiling(value * traded, quote);

/** The least multiple of the plain rate that makes an amount worth more than twice a value. */
function highRate(world: World, amount: bigint, value: bigint): Rate {
  const plain = plainRate(world);
  return times(plain, ceiling(2n * value, valueAt(plain, amount)) + 1n);
}

/** The plain rate or a tenth, hundredth, … of it, at which more than twice an amount is needed for a value. */
function lowRate(world: World, amount: bigint, value: bigint): Rate {
  const plain = plainRate(world);
  let part = 1n;
  const rate = () => ({ quote: plain.quote, traded: plain.traded * part });
  while (unitsOf(rate(), value) <= 2n * amount) part *= 10n;
  return rate();
}

/** Places an order that must be accepted, and takes it back. */
async function accepted({ alice }: World, wish: OrderToSign): Promise<void> {
  const { id } = await alice.place(wish);
  await alice.call({ c: 'cancelOrder', id }, 'o');
}

/** The rate of the market's last trade, which counts for minimums too. */
async function lastRate(world: World): Promise<Rate> {
  const { traded, quote, id } = world.market;
  const { message } = await world.alice.call({ c: 'getTicker', market: id }, 'ti');
  const [rate] = message as ShownTicker;
  if (rate === '0') return plainRate(world);
  return { quote: parseUnits(rate, quote.decimals), traded: 10n ** BigInt(traded.decimals) };
}

interface Remainder {
  readonly active: boolean;
  readonly info: string;
}

/** Lets an order trade all but `left` of its traded amount at a rate; how it went on. */
async function leaving(world: World, left: bigint, rate: Rate): Promise<Remainder> {
  const { alice, bob, market } = world;
  const { minOrderAmountQuote } = await minimumsOf(world);
  const needed = [rate, await lastRate(world)].map((one) => unitsOf(one, minOrderAmountQuote * 2n));
  const traded = [market.lot, ...needed].reduce((most, one) => (one > most ? one : most));
  const maker = await alice.place(selling(world, traded + left, valueAt(rate, traded + left)));
  const taker = await bob.place({
    market: market.id,
    sellToken: market.quote.contract,
    buyToken: market.traded.contract,
    // A little more than needed: the maker's rate is rounded.
    sellAmount: (valueAt(rate, traded) * 1_001n) / 1_000n,
    buyAmount: traded,
    fields: { immediateOrCancel: true },
  });
  await bob.untilOrder('over', taker.id, ({ active }) => !active);
  await alice.untilOrder('traded', maker.id, ({ trades }) => trades.length > 0);
  // What is too small to stay is canceled right after the trade.
  await sleep(QUIET_MS);
  const after = orderObject((await alice.call({ c: 'getOrder', id: maker.id }, 'o')).message);
  if (after.active) await alice.call({ c: 'cancelOrder', id: maker.id }, 'o');
  return after;
}

export const minimumCases = [
  orders('both amounts must be above 10 000 smallest units', async (world) => {
    const { alice, market } = world;
    const text = await alice.refusedOrder(selling(world, 10_000n, market.price));
    matches(text, /^AMOUNT_TOO_SMALL: .*10000/, 'the traded amount');
    matches(
      await alice.refusedOrder(selling(world, market.lot, 10_000n)),
      /^AMOUNT_TOO_SMALL: .*10000/,
      'the quote amount',
    );
  }),
  orders('a remainder below minOrderRemaining is canceled, even where it is worth enough', async (world) => {
    const { minOrderRemaining: least, minOrderRemainingQuote } = await minimumsOf(world);
    const rate = highRate(world, least, minOrderRemainingQuote);
    const gone = await leaving(world, least - 1n, rate);
    is(gone.active, false, 'ACTIVE with one unit less');
    holds(gone.info.length > 0, 'INFO_STRING says why');
    is((await leaving(world, least, rate)).active, true, 'ACTIVE with just as much');
  }),
  orders("the traded amount must be at least the token's minOrderAmount", async (world) => {
    const { minOrderAmount: least, minOrderAmountQuote } = await minimumsOf(world);
    const rate = highRate(world, least, minOrderAmountQuote);
    // So that the last trade's rate makes it worth enough.
    await leaving(world, world.market.lot, rate);
    await accepted(world, selling(world, least, valueAt(rate, least)));
    matches(
      await world.alice.refusedOrder(selling(world, least - 1n, valueAt(rate, least))),
      /^AMOUNT_TOO_SMALL: .*least/,
      'one unit less',
    );
  }),
  orders('a remainder worth less than minOrderRemainingQuote is canceled', async (world) => {
    const { minOrderRemaining, minOrderRemainingQuote } = await minimumsOf(world);
    const rate = lowRate(world, minOrderRemaining, minOrderRemainingQuote);
    const least = unitsOf(rate, minOrderRemainingQuote);
    holds(least > minOrderRemaining, 'at this rate the value decides');
    // The rate is rounded to 5 digits in the book.
    const slack = least / 1_000n;
    is((await leaving(world, least - slack, rate)).active, false, 'ACTIVE with less');
    is((await leaving(world, least + slack, rate)).active, true, 'ACTIVE with enough');
  }),
  orders("the value must be at least the market's minOrderAmountQuote", async (world) => {
    const { minOrderAmount, minOrderAmountQuote: least } = await minimumsOf(world);
    const rate = lowRate(world, minOrderAmount, least);
    await leaving(world, world.market.lot, rate);
    // Cheaply, so that the own rate is the lower one.
    const bought = 100n * unitsOf(rate, least);
    const { id, traded, quote } = world.market;
    const buying = { market: id, sellToken: quote.contract, buyToken: traded.contract, buyAmount: bought };
    await accepted(world, { ...buying, sellAmount: least });
    matches(
      await world.alice.refusedOrder({ ...buying, sellAmount: least - 1n }),
      /^AMOUNT_TOO_SMALL: .*worth/,
      'one unit less',
    );
    const atLastRate = unitsOf(rate, least);
    matches(
      await world.alice.refusedOrder(selling(world, atLastRate - atLastRate / 100n, least * 100n)),
      /^AMOUNT_TOO_SMALL: .*last trade/,
      "worth enough at its own rate, but not at the last trade's",
    );
    await leaving(world, world.market.lot, plainRate(world));
  }),
  orders('the minimums count for book amounts as well', async (world) => {
    const { minOrderAmount } = await minimumsOf(world);
    const wanted = world.wish('sell', 4, 400);
    const sellBookAmount = `${minOrderAmount - 1n}`;
    matches(
      await world.alice.refusedOrder({ ...wanted, fields: { sellBookAmount } }),
      /^AMOUNT_TOO_SMALL: /,
      'placed',
    );
    const order = await world.alice.place(wanted);
    matches(
      await world.alice.refusal({ c: 'editOrder', id: order.id, sellBookAmount }),
      /^AMOUNT_TOO_SMALL: /,
      'edited',
    );
    await world.alice.call({ c: 'cancelOrder', id: order.id }, 'o');
  }),
];
