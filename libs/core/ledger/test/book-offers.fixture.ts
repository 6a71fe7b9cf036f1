import {
  amount,
  divideDown,
  divideUp,
  minAmount,
  type RateKey,
  rateKey,
  rateRatio,
  type TokenAmount,
} from '@exchange/core/kernel';
import type { MarketInput, Peg } from '@exchange/core/message';
import { decimalsOf } from '../src/account/listing';
import type { Order } from '../src/order/order';
import { type BookAmounts, rateOf } from '../src/order/order-amounts';
import { MARKET } from './setting.fixture';

type EditInput = Extract<MarketInput, { kind: 'edit' }>;

/** What a book offers of an order that rests at a rate: a pegged one's other amount follows it. */
export function restingOffer(order: Order, key: RateKey): BookAmounts {
  const { numerator, denominator } = rateRatio(key, decimalsOf(MARKET));
  const { sellBook, buyBook, held, side, peg } = order;
  if (side === 'buy') {
    const most = peg === null ? sellBook : held;
    return {
      sellBook: amount(minAmount<bigint>(most, divideDown(buyBook * numerator, denominator))),
      buyBook,
    };
  }
  return { sellBook, buyBook: peg === null ? buyBook : amount(divideUp(sellBook * numerator, denominator)) };
}

/** A rate that is better for the owner than what it signed by so many keys. */
export function betterRate({ side, signed }: Order, keys: number): RateKey {
  const { sellAmount, buyAmount } = signed.terms;
  const own = rateOf(MARKET, side, { sellBook: sellAmount, buyBook: buyAmount });
  if (!own.ok) throw new Error(own.message);
  return rateKey(side === 'buy' ? own.value - keys : own.value + keys);
}

/**
 * What an order offers after an edit, and what the book then says must be held; undefined when that exceeds what is
 * left. Counted from what is left now, not from what was when the edit was asked for.
 */
export function editedOffer(
  order: Order,
  input: EditInput,
): (BookAmounts & { readonly held: TokenAmount }) | undefined {
  const { side, sellRemaining, signed } = order;
  if (order.peg === null && input.peg === undefined) {
    const { sellBook = order.sellBook, buyBook = order.buyBook } = input;
    return sellBook > sellRemaining ? undefined : { sellBook, buyBook, held: sellBook };
  }
  const named = side === 'buy' ? input.buyBook : input.sellBook;
  if (named === undefined && order.peg !== null) return order;
  const { sellAmount, buyAmount } = signed.terms;
  const quantity = named ?? (side === 'buy' ? order.buyBook : order.sellBook);
  const sell = side === 'buy' ? divideDown(quantity * sellAmount, buyAmount) : quantity;
  const buy = side === 'buy' ? quantity : divideUp(quantity * buyAmount, sellAmount);
  if (sell > sellRemaining) return undefined;
  const held = amount(sell);
  return { ...restingOffer({ ...order, sellBook: held, buyBook: amount(buy), held }, order.rateKey), held };
}

/** The peg of the model's pegged orders; what it says is the book's affair. */
export const PEG: Peg = { currency: 'USD', rateKey: rateKey(20_000) };
