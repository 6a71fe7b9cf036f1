import {
  amount,
  AMOUNT_MAX,
  divideDown,
  divideUp,
  maxAmount,
  minAmount,
  parseRate,
  pow10,
  type RateKey,
  type Side,
} from '@exchange/core/kernel';
import type { EditOrder, Order, NewOrder } from '@exchange/core/ledger';
import { hexlify } from 'ethers';
import type { SeededRandom } from '@exchange/test/kit';
import type { FloorListing } from './trading-floor.fixture';

/** One whole quote token is worth about so many units of the currency that pegs follow. */
export const CURRENCY_PER_QUOTE = 2n;
/** Every amount of an order is above 10 000 units. */
const LEAST_UNITS = 10_001n;
/** Prices move by so much of themselves, so that orders often meet at the very same rate. */
const STEP_PARTS = 1_000n;
const PARTS = 100_000n;

/** A market, and around which rate (whole quote per whole traded token, in 1e-8) its orders lie. */
export interface PricedListing {
  readonly listing: FloorListing;
  readonly price: bigint;
}

/** A signed order's amounts, and what is said about it beside them. */
interface Wish {
  readonly side: Side;
  readonly sell: bigint;
  readonly buy: bigint;
  readonly options: Partial<NewOrder>;
}

/** What an account that can use so many units of either token could want; undefined when it can't do anything. */
export function wishFor(
  random: SeededRandom,
  { listing, price }: PricedListing,
  usable: { readonly traded: bigint; readonly quote: bigint },
): Wish | undefined {
  const side = random.pick(['buy', 'sell'] as const);
  // Quote units for a traded unit, as a ratio of integers.
  const numerator = price * pow10(listing.quote.decimals);
  const denominator = pow10(8 + listing.traded.decimals);
  const funds = side === 'sell' ? usable.traded : (usable.quote * denominator) / numerator;
  const least = maxAmount(LEAST_UNITS, divideUp(LEAST_UNITS * denominator, numerator));
  const traded = minAmount(
    funds,
    random.chance(1 / 2) ? smallSize(random, least) : sizeBetween(random, least, AMOUNT_MAX),
  );
  const isPegged = random.chance(1 / 8);
  // Pegged orders are signed at a worse rate, which leaves the peg room to move.
  const skew = random.integer(-12, 12) + (isPegged ? (side === 'buy' ? 15 : -15) : 0);
  // A hair more than the rate asks for, so that it is rounded to this very rate.
  const divide = side === 'buy' ? divideUp : divideDown;
  const quote = divide(traded * numerator * (STEP_PARTS + BigInt(skew)), denominator * STEP_PARTS);
  const book = side === 'sell' ? { sell: traded, buy: quote } : { sell: quote, buy: traded };
  const signed = signedFor(random, book, isPegged);
  if ([signed.sell, signed.buy].some((value) => value < LEAST_UNITS || value > AMOUNT_MAX)) return undefined;
  const isPart = signed.sell !== book.sell;
  const part = isPart ? partOf(random, side, isPegged, book) : {};
  const execution = random.pick([
    'post_only',
    'immediate_or_cancel',
    'fill_or_kill',
    'fill_or_kill',
  ] as const);
  return {
    side,
    ...signed,
    options: {
      ...part,
      settlementFee: amount(random.chance(0.5) ? 0n : sizeBetween(random, 1n, AMOUNT_MAX)),
      rebateToken: random.pick(['sell', 'buy'] as const),
      ...(random.chance(1 / 5) ? { hidden: true } : {}),
      ...(random.chance(1 / 4) ? { execution } : {}),
      ...(random.chance(1 / 8) ? { stopRateKey: rateNear(random, price) } : {}),
      ...(isPegged ? { peg: pegNear(random, price) } : {}),
    },
  };
}

/** What an order's owner could want changed: more, less, another rate, another place; often more than is allowed. */
export function editFor(random: SeededRandom, order: Order, { price }: PricedListing): Partial<EditOrder> {
  const { sellAmount, buyAmount } = order.signed.terms;
  const { sellBook, sellRemaining } = order;
  // What an order that waits for an edit offered is used up.
  const offer = sellBook > 0n ? sellBook : sizeBetween(random, LEAST_UNITS, sellRemaining);
  const percent = BigInt(random.pick([20, 50, 80, 100, 120]));
  const slack = BigInt(random.pick([0, 0, 1, 2, 20]));
  const wanted = {
    sell: minAmount((offer * percent) / 100n, sellAmount),
    buy: (offer * percent * buyAmount * (100n + slack)) / (sellAmount * 10_000n) + 1n,
  };
  const isPegged = order.peg !== null;
  const draw = random.integer(0, 9);
  if (draw < 6 && wanted.buy <= AMOUNT_MAX) return partOf(random, order.side, isPegged, wanted);
  if (draw < 7) return { hidden: random.chance(0.5) };
  if (draw < 8) return { peg: pegNear(random, price) };
  return order.stopRateKey === null ? { hidden: !order.hidden } : { stopRateKey: rateNear(random, price) };
}

/** Sizes that differ by a few units leave rests of a few units, in which rounding shows. */
function smallSize(random: SeededRandom, least: bigint): bigint {
  return (least << BigInt(random.integer(0, 3))) + BigInt(random.integer(0, 12)) * (least / LEAST_UNITS);
}

/** From the least to the most, with every number of digits alike. */
function sizeBetween(random: SeededRandom, least: bigint, most: bigint): bigint {
  const bitsOf = (value: bigint) => value.toString(2).length;
  const bits = BigInt(random.integer(bitsOf(least), Math.max(bitsOf(most), bitsOf(least))));
  const half = 1n << (bits - 1n);
  const size = half + (BigInt(hexlify(random.bytes(17))) % half);
  return minAmount(maxAmount(size, least), most);
}

/** What is signed for a book: the same, or more of both, up to all that an amount can say. */
function signedFor(random: SeededRandom, book: { sell: bigint; buy: bigint }, isPegged: boolean) {
  if (book.sell === 0n || book.buy === 0n || !random.chance(1 / 4)) return book;
  const room = AMOUNT_MAX / (book.sell > book.buy ? book.sell : book.buy);
  const times = minAmount(room, 1n + sizeBetween(random, 1n, room));
  // Rounded against nobody: the book's own rate, so that the whole of it is within what was signed.
  return isPegged ? book : { sell: book.sell * times, buy: book.buy * times };
}

/** Book amounts as a client names them; of a pegged order that of the traded token alone. */
function partOf(random: SeededRandom, side: Side, isPegged: boolean, book: { sell: bigint; buy: bigint }) {
  const sellBook = amount(book.sell);
  const buyBook = amount(book.buy);
  if (isPegged) return side === 'sell' ? { sellBook } : { buyBook };
  return random.pick([{ sellBook }, { sellBook, buyBook }]);
}

const pegNear = (random: SeededRandom, price: bigint) => ({
  currency: 'USD',
  rateKey: rateNear(random, price * CURRENCY_PER_QUOTE),
});

/** A rate within three percent of a price. */
export function rateNear(random: SeededRandom, price: bigint): RateKey {
  const parsed = parseRate(rateText(random, price), 'rate');
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.value;
}

/** A rate as a client writes it: at most five significant digits and eight decimals. */
export function rateText(random: SeededRandom, price: bigint): string {
  const moved = (price * BigInt(random.integer(97_000, 103_000))) / PARTS;
  const drop = pow10(Math.max(moved.toString().length - 5, 0));
  const digits = ((moved / drop) * drop).toString().padStart(9, '0');
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`.replace(/\.?0+$/, '');
}
