const SCALE = 10n ** 8n;
const MANTISSA_MAX = 99_999n;

/**
 * BOOK_RATE by its definition: quote per traded in whole tokens, 5 significant digits, at most 8 decimals, down for
 * buys, up for sells. Decimal text without trailing zeros.
 */
export function bookRateText(
  side: 'buy' | 'sell',
  [traded, tradedDecimals]: readonly [bigint, number],
  [quote, quoteDecimals]: readonly [bigint, number],
): string {
  return roundedText(
    side,
    quote * 10n ** BigInt(tradedDecimals) * SCALE,
    traded * 10n ** BigInt(quoteDecimals),
  );
}

/** numerator/denominator is the rate times 10^8. */
function roundedText(side: 'buy' | 'sell', numerator: bigint, denominator: bigint): string {
  let unit = 1n;
  while (numerator / (denominator * unit) > MANTISSA_MAX) unit *= 10n;
  const divisor = denominator * unit;
  const down = numerator / divisor;
  const mantissa = side === 'sell' && numerator % divisor !== 0n ? down + 1n : down;
  return decimalText(mantissa * unit);
}

/** A rate in counts of 1e-8. */
export function scaledRate(rate: string): bigint {
  const [whole = '0', fraction = ''] = rate.split('.');
  return BigInt(whole) * SCALE + BigInt(fraction.padEnd(8, '0'));
}

/** A count of 1e-8 as a decimal without trailing zeros. */
export function decimalText(scaled: bigint): string {
  const fraction = (scaled % SCALE).toString().padStart(8, '0').replace(/0+$/, '');
  return fraction === '' ? `${scaled / SCALE}` : `${scaled / SCALE}.${fraction}`;
}
