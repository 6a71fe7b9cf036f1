import { type Address, assert, divideDown, pow10, type Ratio } from '@exchange/core/kernel';
import type { FeeTierView } from '@exchange/core/message';
import type { AccountRecord } from '../account/account';
import type { CauseOf } from '../account/entry';
import type { Fact } from '../fact';
import { type FeeSchedule, feeTierView, tierOf } from './fee-schedule';
import { Journal } from '../journal';
import type { Ledger } from '../ledger';
import type { VolumeBucket } from './volume-bucket';

const HOUR_MS = 3_600_000;
const ETHER_DECIMALS = 18;

/** A trade counts in its own hour and the 720 after it: 30 days at least, and less than an hour more. */
export const VOLUME_HOURS = 30 * 24;

/** The hour of a moment (Unix ms), counted from the Unix epoch. */
export const hourOf = (at: number): number => Math.floor(at / HOUR_MS);

/**
 * What a quote amount is worth in wei at `etherRate`, ETH per whole quote token: rounded down.
 * @param decimals of the quote token
 * @example
 * etherValue(3_000_000n, 6, { numerator: 1n, denominator: 2_000n }) // → 1_500_000_000_000_000n
 */
export function etherValue(quote: bigint, decimals: number, etherRate: Ratio): bigint {
  const numerator = quote * pow10(ETHER_DECIMALS) * etherRate.numerator;
  return divideDown(numerator, pow10(decimals) * etherRate.denominator);
}

/** The hour in which a trade counts: its own, or that of the newest trade if it is told late. `time`: Unix ms. */
export const volumeHourOf = ({ volumeHour }: Pick<AccountRecord, 'volumeHour'>, time: number): number =>
  Math.max(hourOf(time), volumeHour);

/**
 * Adds a trade of `value` wei to the hour in which it was made; one that is told late, to the newest hour that has
 * any. The tier is not looked at before the next hour (docs: ledger, fee tiers). `at`: Unix ms.
 */
export function countVolume(
  ledger: Ledger,
  address: Address,
  trade: { readonly value: bigint; readonly time: number },
  at: number,
): readonly Fact[] {
  if (trade.value === 0n) return [];
  const account = ledger.account(address);
  const { newVolume, volumeHour, hourVolume, volumeDue } = account.record;
  const hour = volumeHourOf(account.record, trade.time);
  const volume = trade.value + (hour === volumeHour ? hourVolume : 0n);
  const journal = new Journal(ledger, account, at);
  journal.record({
    newVolume: newVolume + trade.value,
    volumeHour: hour,
    hourVolume: volume,
    volumeDue: Math.min(volumeDue ?? hour + 1, hour + 1),
  });
  journal.tell({ kind: 'volumeCounted', account: address, bucket: { hour, volume } });
  return journal.close();
}

/** The volume of an hour as it is stored; undefined when it no longer counts. */
export type HourVolumeOf = (hour: number) => bigint | undefined;

/**
 * Takes trades that are reversed out of the volume again, hour by hour, and has the tier looked at soon; nothing of hours
 * that no longer count. `volumeIn`: as it was before all of them; `at`: Unix ms.
 */
export function uncountVolume(
  journal: Journal,
  trades: readonly Pick<CauseOf<'trade'>, 'volume' | 'volumeHour'>[],
  volumeIn: HourVolumeOf,
): void {
  const byHour = new Map<number, bigint>();
  for (const { volume = 0n, volumeHour: hour = 0 } of trades) {
    if (volume > 0n) byHour.set(hour, (byHour.get(hour) ?? 0n) + volume);
  }
  for (const [hour, value] of byHour) uncountHour(journal, hour, value, volumeIn);
}

function uncountHour(journal: Journal, hour: number, value: bigint, volumeIn: HourVolumeOf): void {
  const { record } = journal.account;
  const isNewest = hour === record.volumeHour;
  // With nothing left to evaluate, even the newest hour is over.
  const newest = record.volumeDue === null ? undefined : record.hourVolume;
  const counted = isNewest ? newest : volumeIn(hour);
  if (counted === undefined) return;
  const left = counted - value;
  assert(left >= 0n, `the volume of ${record.address} in hour ${hour} is below 0`);
  const fromNew = value < record.newVolume ? value : record.newVolume;
  const soon = hourOf(journal.at) + 1;
  journal.record({
    newVolume: record.newVolume - fromNew,
    volume: record.volume - (value - fromNew),
    ...(isNewest ? { hourVolume: left } : {}),
    volumeDue: Math.min(record.volumeDue ?? soon, soon),
  });
  journal.tell({ kind: 'volumeCounted', account: record.address, bucket: { hour, volume: left } });
}

/** What must be known of an account whose volume is due in an hour. */
export interface VolumeEvaluation {
  readonly hour: number;
  /** All buckets of the hours that no longer count then. */
  readonly expired: readonly VolumeBucket[];
  /** The oldest hour after those that has a volume. */
  readonly oldest: number | undefined;
}

/** Whether a bucket of `bucketHour` no longer counts in `hour`. */
export const isExpired = (bucketHour: number, hour: number): boolean => hour - bucketHour > VOLUME_HOURS;

/**
 * Takes in what was traded since the last evaluation, forgets what is older than 30 days, and tells the fee tier when
 * that changes it. Nothing happens before the account is due. `at`: Unix ms.
 */
export function evaluateVolume(
  ledger: Ledger,
  address: Address,
  { hour, expired, oldest }: VolumeEvaluation,
  at: number,
): readonly Fact[] {
  const account = ledger.account(address);
  const { volume: before, newVolume, volumeHour, volumeDue } = account.record;
  if (volumeDue === null || volumeDue > hour) return [];
  const volume = expired.reduce((sum, bucket) => sum - bucket.volume, before + newVolume);
  assert(volume >= 0n, `the volume of ${address} is below 0`);
  const journal = new Journal(ledger, account, at);
  journal.record({ volume, newVolume: 0n, volumeDue: nextDue(hour, oldest, volumeHour) });
  if (expired.length > 0) {
    journal.tell({ kind: 'volumeExpired', account: address, hours: expired.map((bucket) => bucket.hour) });
  }
  const { schedule } = ledger.fees;
  if (tierOf(schedule, before) !== tierOf(schedule, volume)) {
    journal.tell({ kind: 'feeTierChanged', account: address, tier: feeTierView(schedule, volume) });
  }
  return journal.close();
}

/** The newest hour may have its first trade in the same turn, where no reader of rows saw it. */
function nextDue(hour: number, oldest: number | undefined, newest: number): number | null {
  const first = oldest ?? (isExpired(newest, hour) ? undefined : newest);
  return first === undefined ? null : first + VOLUME_HOURS + 1;
}

/** An account's fee tier as it is shown: the volume to this moment, and the rates of the last evaluation. */
export function feeTierOf(schedule: FeeSchedule, { volume, newVolume }: AccountRecord): FeeTierView {
  const { makerPpm, takerPpm } = tierOf(schedule, volume);
  return { ...feeTierView(schedule, volume + newVolume), makerPpm, takerPpm };
}
