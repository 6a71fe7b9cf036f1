import type { RestClient } from '@exchange/client';
import type { Page } from 'playwright-core';
import { until } from '../../../kit/until';

const SHOWN_MS = 30_000;
/** So many lines a side the page tells. */
const LINES = 20;
/** One that has an own order says what of it is the person's. */
const ROW = /^rate (\S+), amount (\S+), total (\S+?)(?:, yours \S+)?$/;

/** A decimal without groups, and without zeros at its end. */
export const plain = (text: string): string => {
  const digits = text.replaceAll(',', '');
  return digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits;
};

/** Whether a text is so many smallest units, cut off after as many decimals as it has. */
export function isCutOf(shown: string, units: string | bigint, decimals: number): boolean {
  const [whole = '', fraction = ''] = shown.replaceAll(',', '').split('.');
  const exact = String(units).padStart(decimals + 1, '0');
  const exactWhole = exact.slice(0, exact.length - decimals);
  return whole === exactWhole && exact.slice(exact.length - decimals).startsWith(fraction);
}

/** Waits until the page's book is the one that REST has, line by line; returns how many lines both have. */
export async function untilBookIsRests(
  page: Page,
  rest: RestClient,
  market: string,
  decimals: number,
): Promise<number> {
  let lines = 0;
  await until('the page to show the book of REST', SHOWN_MS, async () => {
    const [shown, book] = [await shownLines(page), await rest.orderBook(market)];
    const sides = ['BUY', 'SELL'].map((side) => book.filter(({ direction }) => direction === side));
    lines = book.length;
    return sides.every((expected, side) => {
      const told = shown[side] ?? [];
      let total = 0n;
      return (
        told.length === expected.length &&
        expected.every(({ rate, amount }, at) => {
          const [, shownRate = '', shownAmount = '', shownTotal = ''] = ROW.exec(told[at] ?? '') ?? [];
          total += BigInt(amount);
          return (
            plain(shownRate) === rate &&
            isCutOf(shownAmount, amount, decimals) &&
            isCutOf(shownTotal, total, decimals)
          );
        })
      );
    });
  });
  return lines;
}

/** Bids, then asks, best first. */
const shownLines = (page: Page): Promise<string[][]> =>
  Promise.all(
    [/^Bids/, /^Asks/].map(async (name) =>
      (await page.getByRole('list', { name }).getByRole('button').allTextContents()).slice(0, LINES),
    ),
  );
