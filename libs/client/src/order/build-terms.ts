import {
  amount as tokenAmount,
  address,
  AMOUNT_MAX,
  divideDown,
  divideUp,
  parseRate,
  rateRatio,
  type Side,
  type TokenAmount,
} from '@exchange/core/kernel';
import { type OrderTerms, signedRate } from '@exchange/core/order/terms';
import type { ListedMarket, ListedToken } from '@exchange/core/wire';
import { ExchangeError } from '../exchange-error';
import { decimalText, smallestUnits } from './decimal';

/** An order in the words of a trader: amount in whole traded tokens, rate in quote per traded token. */
export interface OrderWish {
  readonly market: string;
  readonly side: Side;
  readonly amount: string;
  readonly rate: string;
}

/** What of the listing terms are made from. */
export interface Pairs {
  readonly tokens: Readonly<Record<string, Pick<ListedToken, 'contract' | 'decimals'>>>;
  readonly markets: Readonly<Record<string, Pick<ListedMarket, 'traded' | 'quote'>>>;
}

const SIDES: readonly Side[] = ['buy', 'sell'];

/** How long an order is valid unless asked otherwise. Its last day isn't traded. */
export const DEFAULT_LIFETIME_S = 7 * 24 * 60 * 60;

/**
 * The terms that say exactly this wish. The quote amount is amount·rate, rounded up for buys and down for sells,
 * which the book's opposite rounding turns into the wished rate again; AMOUNT_TOO_SMALL where the units of the
 * quote token are too coarse for that, INVALID_FIELD for what is no wish. `expiry` in Unix seconds.
 * @example
 * buildTerms(
 *   { market: 'ETHDAI', side: 'buy', amount: '2', rate: '200' },
 *   {
 *     tokens: {
 *       ETH: { contract: '0x' + '00'.repeat(20), decimals: 18 },
 *       DAI: { contract: '0x' + 'da'.repeat(20), decimals: 18 },
 *     },
 *     markets: { ETHDAI: { traded: 'ETH', quote: 'DAI' } },
 *   },
 *   1_800_000_000, 1,
 * ).sellAmount // → 400n * 10n ** 18n
 */
export function buildTerms(wish: OrderWish, listed: Pairs, expiry: number, nonce: number): OrderTerms {
  const market = listed.markets[wish.market];
  if (market === undefined) throw new ExchangeError('UNKNOWN_MARKET', `${wish.market} is not listed`);
  const [traded, quote] = [listed.tokens[market.traded], listed.tokens[market.quote]];
  if (traded === undefined || quote === undefined) {
    throw new ExchangeError('UNKNOWN_TOKEN', `a token of ${wish.market} is not listed`);
  }
  const decimals = { traded: traded.decimals, quote: quote.decimals };
  if (!SIDES.includes(wish.side)) {
    throw new ExchangeError('INVALID_FIELD', `side is buy or sell, not ${String(wish.side)}`);
  }
  const rate = parseRate(decimalText(wish.rate), 'rate');
  if (!rate.ok) throw new ExchangeError(rate.code, rate.message);

  const tradedAmount = smallestUnits(wish.amount, decimals.traded);
  const { numerator, denominator } = rateRatio(rate.value, decimals);
  const round = wish.side === 'buy' ? divideUp : divideDown;
  const quoteAmount = inRange(round(tradedAmount * numerator, denominator));
  const [tradedToken, quoteToken] = [address(traded.contract), address(quote.contract)];
  const terms: OrderTerms =
    wish.side === 'buy'
      ? {
          sellToken: quoteToken,
          sellAmount: quoteAmount,
          buyToken: tradedToken,
          buyAmount: tradedAmount,
          expiry,
          nonce,
        }
      : {
          sellToken: tradedToken,
          sellAmount: tradedAmount,
          buyToken: quoteToken,
          buyAmount: quoteAmount,
          expiry,
          nonce,
        };
  if (signedRate(terms, wish.side, decimals) !== rate.value) {
    throw new ExchangeError(
      'AMOUNT_TOO_SMALL',
      `${wish.amount} is too little to express a rate of ${wish.rate}`,
    );
  }
  return terms;
}

function inRange(value: bigint): TokenAmount {
  if (value > AMOUNT_MAX)
    throw new ExchangeError('AMOUNT_OUT_OF_RANGE', 'amount times rate is above what the exchange can hold');
  return tokenAmount(value);
}

/** A random order nonce, 0 … 2^53−1. */
export function randomNonce(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return (high & 0x1f_ffff) * 2 ** 32 + low;
}
