import { pow10, wholeTokens } from './amount';

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
/** A schedule is told to every client that connects. */
export const FEE_ROWS_MAX = 50;
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
  if (problems.length === 0) problems.push(...feeRowProblems(rows, maxFeeBps));
  return { rows, problems };
}

/**
 * A row as it is written.
 * @example
 * feeRowText({ volume: 100n * 10n ** 18n, makerPpm: -200, takerPpm: 2000 }) // → '100:-200:2000'
 */
export const feeRowText = ({ volume, makerPpm, takerPpm }: FeeRow): string =>
  `${wholeTokens(volume, ETHER_DECIMALS)}:${makerPpm}:${takerPpm}`;

/**
 * Everything that is wrong with the rows of a schedule, in words; nothing when they can hold. `maxFeeBps`: what no fee may exceed,
 * in 1/10 000.
 * @example
 * feeRowProblems([{ volume: 0n, makerPpm: 0, takerPpm: 5001 }], 50) // → ['0:0:5001: no fee may exceed 5000 ppm']
 */
export function feeRowProblems(rows: readonly FeeRow[], maxFeeBps: number): string[] {
  if (rows.length === 0) return ['there must be at least one row'];
  if (rows.length > FEE_ROWS_MAX) return [`there may be at most ${FEE_ROWS_MAX} rows`];
  const maxPpm = maxFeeBps * PPM_PER_BPS;
  const leastTaker = Math.min(...rows.map(({ takerPpm }) => takerPpm));
  return rows.flatMap((row, index) => {
    const { volume, makerPpm, takerPpm } = row;
    const before = rows[index - 1];
    const text = feeRowText(row);
    return [
      ...(before === undefined && volume !== 0n ? [`${text}: the first row must start at volume 0`] : []),
      ...(before !== undefined && volume <= before.volume ? [`${text}: volumes must rise`] : []),
      ...(takerPpm < 0 ? [`${text}: a taker pays a fee or nothing`] : []),
      ...(makerPpm > maxPpm || takerPpm > maxPpm ? [`${text}: no fee may exceed ${maxPpm} ppm`] : []),
      ...(-makerPpm > leastTaker
        ? [`${text}: a rebate must not exceed the lowest taker fee, ${leastTaker} ppm`]
        : []),
    ];
  });
}
