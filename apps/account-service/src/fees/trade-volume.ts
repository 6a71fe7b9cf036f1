import { present, ZERO_ADDRESS } from '@exchange/core/kernel';
import { countVolume, etherValue, type Trade } from '@exchange/core/ledger';
import type { LedgerTurn } from '../ledger-turn';
import { etherRateTable } from '../persistence/tables/fee-tables';

/**
 * Adds a trade to the 30-day volume of both sides: its quote amount in ETH at the rate of now, or the last one known
 * when none is fresh. Before any rate of the quote token was known, its trades don't count.
 */
export function countTradeVolume({ book, output, at }: LedgerTurn, trade: Trade): void {
  const { quote } = book.listing.ledgerRules(trade.market);
  const rate = book.rates.etherRate(quote);
  if (rate === undefined) return;
  const value = etherValue(trade.quote, quote.decimals, rate);
  for (const { account } of [trade.maker, trade.taker]) {
    output.take(account, countVolume(book.ledgerOf(account), account, { value, time: trade.time }, at));
  }
  if (quote.contract === ZERO_ADDRESS) return;
  const text = present(book.rates.etherRateText(quote), 'rate as text');
  output.rows.put(etherRateTable, quote.symbol, { token: quote.symbol, rate: text });
}
