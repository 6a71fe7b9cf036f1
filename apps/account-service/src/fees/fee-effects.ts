import { wholeTokens } from '@exchange/core/kernel';
import { type FeeSchedule, type FeeVersions, tierOf } from '@exchange/core/ledger';
import type { Effect, FeeVersion } from '@exchange/core/message';
import type { Records } from '@exchange/platform';
import { accountTable } from '../persistence/tables/account-tables';
import { orderTable } from '../persistence/tables/order-tables';

/** No more are counted: nothing else is decided meanwhile. */
const COUNTED_MAX = 100_000;
const ETHER_DECIMALS = 18;

/** Whom a change of fees concerns, of all groups. */
export interface Concerned {
  /** Accounts whose volume is within each of the ranges that two schedules make together, by where it begins. */
  readonly accounts: ReadonlyMap<bigint, number>;
  /** Open orders, which keep their rates. */
  readonly orders: number;
}

/** Counts whom it would concern if `rows` came in force. */
export async function concernedBy(
  records: Records,
  current: FeeSchedule,
  rows: FeeSchedule,
): Promise<Concerned> {
  const begins = beginsOf(current, rows);
  const accounts = await Promise.all(
    begins.map(async (begin, index) => {
      const end = begins[index + 1];
      const volume = { gte: begin, ...(end !== undefined && { lt: end }) };
      return [begin, await records.count(accountTable, { volume }, COUNTED_MAX)] as const;
    }),
  );
  const orders = await records.count(orderTable, { active: true }, COUNTED_MAX);
  return { accounts: new Map(accounts), orders };
}

/** What announcing a version does, in numbers. */
export function feeEffects(
  { current, next }: Pick<FeeVersions, 'current' | 'next'>,
  version: FeeVersion,
  { accounts, orders }: Concerned,
): Effect[] {
  const replaced: Effect[] =
    next === undefined
      ? []
      : [
          {
            ...{ what: 'announced fees', of: `version ${next.version}` },
            ...{ before: `start at ${timeText(next.startsAt)}`, after: 'never start' },
          },
        ];
  const tiers = beginsOf(current.rows, version.rows).flatMap((begin): Effect[] => {
    const [before, after] = [current.rows, version.rows].map((rows) => ratesText(rows, begin));
    if (before === undefined || after === undefined || before === after) return [];
    const of = `from ${wholeTokens(begin, ETHER_DECIMALS)} ETH`;
    return [{ what: 'fee tier', of, before, after }, counted('accounts', accounts.get(begin) ?? 0, of)];
  });
  return [
    {
      ...{ what: 'fees', before: `version ${current.version}` },
      after: `version ${version.version} from ${timeText(version.startsAt)}`,
    },
    ...replaced,
    ...tiers,
    counted('open orders, which keep their rates until they are edited', orders),
  ];
}

const timeText = (at: number): string => new Date(at).toISOString();

/** A number that stands for itself or more says so. */
const counted = (what: string, count: number, of?: string): Effect => ({
  what: count < COUNTED_MAX ? what : `${what}: at least`,
  ...(of !== undefined && { of }),
  count,
});

/** Where tiers of either schedule begin, rising. */
const beginsOf = (...schedules: readonly FeeSchedule[]): readonly bigint[] =>
  [...new Set(schedules.flat().map(({ volume }) => volume))].sort((a, b) => (a < b ? -1 : 1));

function ratesText(rows: FeeSchedule, volume: bigint): string {
  const { makerPpm, takerPpm } = tierOf(rows, volume);
  return `maker ${makerPpm} ppm, taker ${takerPpm} ppm`;
}
