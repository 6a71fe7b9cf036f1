import { pow10 } from './amount';

/** A row of the fee schedule: from this trailing 30-day volume on, these rates. */
export interface FeeRow {
  /** Wei of ETH. */
  readonly volume: bigint;
  /** Parts per million of what is bought; negative: a rebate. */
  readonly makerPpm: number;
  readonly takerPpm: number;
}

const ETHER_DECIMALS = 18;
const PPM_PER_BPS = 100;
const ROW = /^(0|[1-9][0-9]{0,17})(?:\.([0-9]{1,18}))?:(-?[0-9]{1,6}):([0-9]{1,6})$/;

/**
 * Reads the rows `volume:makerPpm:takerPpm` of a fee schedule (volume in whole ETH) and lists everything that is wrong
 * with them. No fee may exceed `maxFeeBps`, in 1/10 000; a rebate can't be paid from less than it.
 * @example
 * parseFeeRows(['0:0:2500'], 50) // → { rows: [{ volume: 0n, makerPpm: 0, takerPpm: 2500 }], problems: [] }
 */
export function parseFeeRows(
  texts: readonly string[],
  maxFeeBps: number,
): { readonly rows: readonly FeeRow[]; readonly problems: readonly string[] } {
  const problems: string[] = [];
  const rows = texts.flatMap((text): FeeRow[] => {
    const [, whole, fraction = '', makerPpm, takerPpm] = ROW.exec(text) ?? [];
    if (whole === undefined) {
      problems.push(`${text} must be volume:makerPpm:takerPpm`);
      return [];
    }
    const volume = BigInt(whole) * pow10(ETHER_DECIMALS) + BigInt(fraction.padEnd(ETHER_DECIMALS, '0'));
    return [{ volume, makerPpm: Number(makerPpm), takerPpm: Number(takerPpm) }];
  });
  if (texts.length === 0) problems.push('there must be at least one row');
  if (problems.length === 0) problems.push(...contradictions(rows, texts, maxFeeBps * PPM_PER_BPS));
  return { rows, problems };
}

function contradictions(rows: readonly FeeRow[], texts: readonly string[], maxPpm: number): string[] {
  const leastTaker = Math.min(...rows.map(({ takerPpm }) => takerPpm));
  return rows.flatMap(({ volume, makerPpm, takerPpm }, index) => {
    const before = rows[index - 1];
    const text = texts[index] ?? '';
    return [
      ...(before === undefined && volume !== 0n ? [`${text}: the first row must start at volume 0`] : []),
      ...(before !== undefined && volume <= before.volume ? [`${text}: volumes must rise`] : []),
      ...(makerPpm > maxPpm || takerPpm > maxPpm ? [`${text}: no fee may exceed ${maxPpm} ppm`] : []),
      ...(-makerPpm > leastTaker
        ? [`${text}: a rebate must not exceed the lowest taker fee, ${leastTaker} ppm`]
        : []),
    ];
  });
}
