import { type Side, wholeTokens } from '@exchange/core/kernel';
import type { OrderView } from '@exchange/core/wire';
import { ExchangeError } from '../exchange-error';
import type { Pairs } from '../order/build-terms';

/** An amount in smallest units, and in whole tokens as text. */
export interface ShownAmount {
  readonly units: bigint;
  readonly text: string;
}

/** Of one token of an order. */
export interface TokenAmounts {
  readonly symbol: string;
  readonly signed: ShownAmount;
  /** Signed and not matched. */
  readonly remaining: ShownAmount;
  /** Offered in the book. */
  readonly book: ShownAmount;
}

/** An order's amounts, by what they are in its market. */
export interface OrderAmounts {
  readonly side: Side;
  readonly traded: TokenAmounts;
  readonly quote: TokenAmounts;
}

/** The amounts of an order, exactly, and as people read them. */
export function orderAmounts(order: OrderView, listed: Pairs): OrderAmounts {
  const market = listed.markets[order.market];
  if (market === undefined) throw new ExchangeError('UNKNOWN_MARKET', `${order.market} is not listed`);
  const side = order.buyToken === market.traded ? 'buy' : 'sell';
  const of = (symbol: string, signed: string, remaining: string, book: string): TokenAmounts => {
    const decimals = listed.tokens[symbol]?.decimals;
    if (decimals === undefined) throw new ExchangeError('UNKNOWN_TOKEN', `${symbol} is not listed`);
    const shown = (text: string): ShownAmount => ({
      units: BigInt(text),
      text: wholeTokens(BigInt(text), decimals),
    });
    return { symbol, signed: shown(signed), remaining: shown(remaining), book: shown(book) };
  };
  const sold = of(order.sellToken, order.sellAmount, order.sellRemaining, order.sellBook);
  const bought = of(order.buyToken, order.buyAmount, order.buyRemaining, order.buyBook);
  return side === 'buy' ? { side, traded: bought, quote: sold } : { side, traded: sold, quote: bought };
}
