import { present, ZERO_ADDRESS } from '@exchange/core/kernel';
import { countVolume, etherValue, type Trade } from '@exchange/core/ledger';
import type { LedgerTurn } from '../ledger-turn';
import { etherRateTable } from '../persistence/tables/fee-tables';

/**
 * What a trade counts in wei: its quote amount in ETH at the rate of now, or the last one known when none is fresh.
 * Before any rate of the quote token was known, its trades count nothing.
 */
export function tradeVolume({ book }: LedgerTurn, trade: Trade): bigint {
  const { quote } = book.listing.ledgerRules(trade.market);
  const rate = book.rates.etherRate(quote);
  return rate === undefined ? 0n : etherValue(trade.quote, quote.decimals, rate);
}

/** Adds a trade of so much to the 30-day volume of its own sides, and keeps the rate by which it was valued. */
export function countTradeVolume({ book, output, at }: LedgerTurn, trade: Trade, value: bigint): void {
  const { quote } = book.listing.ledgerRules(trade.market);
  if (book.rates.etherRate(quote) === undefined) return;
  for (const { account } of [trade.maker, trade.taker]) {
    if (!book.group.owns(account)) continue;
    output.take(account, countVolume(book.ledgerOf(account), account, { value, time: trade.time }, at));
  }
  if (quote.contract === ZERO_ADDRESS || !book.group.isHome) return;
  const text = present(book.rates.etherRateText(quote), 'rate as text');
  output.rows.put(etherRateTable, quote.symbol, { token: quote.symbol, rate: text });
}
