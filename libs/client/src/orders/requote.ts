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

/**
 * The edit that makes a signed order offer this. AMOUNT_OUT_OF_RANGE and RATE_OUT_OF_RANGE when that is more, or worse
 * for the owner, than was signed and is left (docs/interface, edits).
 */
export function editFor(tracked: TrackedOrder, quote: Quote, listed: Pairs): CommandOf<'editOrder'> {
  const { command } = tracked.record;
  const market = listed.markets[command.market];
  const buys = market !== undefined && listed.tokens[market.traded]?.contract === command.buyToken;
  const wish = { ...quote, market: command.market, side: buys ? 'buy' : 'sell' } as const;
  const { sellAmount, buyAmount } = buildTerms(wish, listed, command.expiry, command.nonce);
  const remaining = BigInt(tracked.order?.sellRemaining ?? command.sellAmount);
  if (sellAmount > remaining) {
    throw new ExchangeError(
      'AMOUNT_OUT_OF_RANGE',
      `${quote.amount} at ${quote.rate} gives ${sellAmount} smallest units, and ${remaining} are left of what was signed`,
    );
  }
  // Never less for what is given than was signed.
  if (buyAmount * BigInt(command.sellAmount) < BigInt(command.buyAmount) * sellAmount) {
    throw new ExchangeError('RATE_OUT_OF_RANGE', `${quote.rate} is worse than what was signed`);
  }
  return {
    c: 'editOrder',
    cid: command.cid,
    sellBookAmount: sellAmount.toString(),
    buyBookAmount: buyAmount.toString(),
  };
}
