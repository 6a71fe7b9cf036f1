import { CONVERSION_CURRENCIES } from '@exchange/core/wire';
import type { LedgerTurn } from '../ledger-turn';

const CURRENCIES = Object.keys(CONVERSION_CURRENCIES);

/**
 * Tells each market what its quote token is worth, as far as that changed: of one token and currency, or of all. The
 * first call of a process takes back what an earlier one told, since nothing is fresh before it is heard.
 */
export function sendPegRates(
  { book, output, at }: LedgerTurn,
  only?: { readonly token: string; readonly currency: string },
): void {
  const { markets } = book.listing.content();
  if (book.pegs.begin()) {
    for (const { market } of markets) {
      for (const currency of CURRENCIES) output.control(market, { kind: 'peg_rate', currency, rate: null });
    }
  }
  for (const { market, quote } of markets) {
    if (only !== undefined && only.token !== quote) continue;
    for (const currency of only === undefined ? CURRENCIES : [only.currency]) {
      const rate = book.rates.fresh(quote, currency, at);
      if (book.pegs.change(market, currency, rate))
        output.control(market, { kind: 'peg_rate', currency, rate });
    }
  }
}
