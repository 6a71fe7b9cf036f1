import { amount, divideDown, divideUp, minAmount, present, rateRatio, tradeId } from '@exchange/core/kernel';
import type { Fill } from '@exchange/core/message';
import { decimalsOf } from '../src/account/listing';
import type { Order } from '../src/order/order';
import type { Trade } from '../src/trade/trade';
import { MARKET } from './setting.fixture';

/** The trade that a book would make of a resting and an incoming order whose rates cross; undefined if it is dust. */
export function cross(maker: Order, taker: Order, number: number, time: number): Trade | undefined {
  const rate = rateRatio(maker.rateKey, decimalsOf(MARKET));
  const makerSellsTraded = maker.side === 'sell';
  const toQuote = (traded: bigint, divide = divideUp) => divide(traded * rate.numerator, rate.denominator);
  const toTraded = (quote: bigint, divide = divideUp) => divide(quote * rate.denominator, rate.numerator);

  let traded: bigint;
  let quote: bigint;
  if (makerSellsTraded) {
    traded = minAmount<bigint>(maker.sellBook, taker.buyBook);
    traded = minAmount(traded, toTraded(taker.sellBook, divideDown));
    quote = toQuote(traded);
  } else {
    quote = minAmount<bigint>(
      maker.sellBook,
      toQuote(minAmount<bigint>(taker.sellBook, maker.buyBook), divideDown),
    );
    traded = toTraded(quote);
  }
  if (traded <= 0n || quote <= 0n) return undefined;
  const [makerSold, takerSold] = makerSellsTraded ? [traded, quote] : [quote, traded];
  if (takerSold > taker.sellBook || makerSold > maker.sellBook) return undefined;

  const makerFill = fillOf(maker, makerSold, takerSold);
  const restingBuy = makerSellsTraded
    ? makerFill
    : {
        ...makerFill,
        sellBook: minAmount(makerFill.sellBook, amount(toQuote(makerFill.buyBook, divideDown))),
      };
  return {
    tradeId: tradeId(number),
    market: maker.market,
    time,
    rateKey: maker.rateKey,
    takerSide: taker.side,
    traded: amount(traded),
    quote: amount(quote),
    maker: restingBuy,
    taker: trimmed(taker, fillOf(taker, takerSold, makerSold)),
  };
}

/** A pegged buy offers what its own rate needs, as the book trims it after each fill. */
function trimmed({ side, peg, rateKey }: Order, fill: Fill): Fill {
  if (side === 'sell' || peg === null) return fill;
  const { numerator, denominator } = rateRatio(rateKey, decimalsOf(MARKET));
  const needed = amount(divideDown(fill.buyBook * numerator, denominator));
  return { ...fill, sellBook: minAmount(fill.sellBook, needed) };
}

function fillOf(order: Order, sold: bigint, bought: bigint): Fill {
  const buyLeft = order.buyBook - bought;
  return {
    orderId: order.id,
    account: order.account,
    sellBook: amount(order.sellBook - sold),
    buyBook: amount(buyLeft > 0n ? buyLeft : 0n),
    fees: order.fees,
  };
}

/** The trade of two orders that are known to cross. */
export const mustCross = (maker: Order, taker: Order, number = 1): Trade =>
  present(cross(maker, taker, number, 1_700_000_000_500), 'trade');
