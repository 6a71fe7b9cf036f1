import type { Side } from '@exchange/core/kernel';
import type { CommandOf } from '@exchange/core/wire';
import { ExchangeError } from '../exchange-error';
import { buildTerms, type Pairs } from '../order/build-terms';
import type { TrackedOrder } from './tracked-order';

/** What an order is to offer from now on, within what was signed. */
export interface Quote {
  /** In whole traded tokens. */
  readonly amount: string;
  /** Quote per traded token. */
  readonly rate: string;
}

/** What was signed of an order, and how much of it isn't matched; smallest units in decimal digits. */
export interface SignedWithin {
  readonly market: string;
  readonly side: Side;
  readonly sellAmount: string;
  readonly buyAmount: string;
  readonly sellRemaining: string;
}

/**
 * The book amounts with which a signed order offers this. AMOUNT_OUT_OF_RANGE and RATE_OUT_OF_RANGE when that is more, or worse
 * for the owner, than was signed and is left (docs/interface, edits).
 */
export function quoteWithin(
  { market, side, sellAmount: signedSell, buyAmount: signedBuy, sellRemaining }: SignedWithin,
  quote: Quote,
  listed: Pairs,
): Required<Pick<CommandOf<'editOrder'>, 'sellBookAmount' | 'buyBookAmount'>> {
  const { sellAmount, buyAmount } = buildTerms({ ...quote, market, side }, listed, 0, 0);
  const remaining = BigInt(sellRemaining);
  if (sellAmount > remaining) {
    throw new ExchangeError(
      'AMOUNT_OUT_OF_RANGE',
      `${quote.amount} at ${quote.rate} gives ${sellAmount} smallest units, and ${remaining} are left of what was signed`,
    );
  }
  // Never less for what is given than was signed.
  if (buyAmount * BigInt(signedSell) < BigInt(signedBuy) * sellAmount) {
    throw new ExchangeError('RATE_OUT_OF_RANGE', `${quote.rate} is worse than what was signed`);
  }
  return { sellBookAmount: sellAmount.toString(), buyBookAmount: buyAmount.toString() };
}

/** The edit that makes an order of the caller's offer this; refused as {@link quoteWithin} says. */
export function editFor(tracked: TrackedOrder, quote: Quote, listed: Pairs): CommandOf<'editOrder'> {
  const { command } = tracked.record;
  const market = listed.markets[command.market];
  const buys = market !== undefined && listed.tokens[market.traded]?.contract === command.buyToken;
  const sellRemaining = tracked.order?.sellRemaining ?? command.sellAmount;
  const signed = { ...command, side: buys ? 'buy' : 'sell', sellRemaining } as const;
  return { c: 'editOrder', cid: command.cid, ...quoteWithin(signed, quote, listed) };
}
