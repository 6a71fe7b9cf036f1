import { type Address, address } from '@exchange/core/kernel';
import { evaluateVolume, hourOf, type VolumeEvaluation, VOLUME_HOURS } from '@exchange/core/ledger';
import type { Records } from '@exchange/platform';
import type { LedgerTurn } from '../ledger-turn';
import { accountTable } from '../persistence/tables/account-tables';
import { volumeBucketTable } from '../persistence/tables/fee-tables';

/** With a tick each second far more than an hour has accounts that trade. */
const AT_ONCE = 50;

export interface DueVolume {
  readonly account: Address;
  readonly evaluation: VolumeEvaluation;
}

/** Accounts whose 30-day volume is to be evaluated in the hour of `now` (Unix ms), with what no longer counts. */
export async function dueVolumes(records: Records, now: number): Promise<DueVolume[]> {
  const hour = hourOf(now);
  const due = await records.find(accountTable, {
    where: { volumeDue: { lte: hour } },
    order: [['volumeDue', 'asc']],
    limit: AT_ONCE,
  });
  return Promise.all(due.map((row) => dueVolume(records, address(row.address), hour)));
}

async function dueVolume(records: Records, account: Address, hour: number): Promise<DueVolume> {
  const lastExpired = hour - VOLUME_HOURS - 1;
  const [expired, [oldest]] = await Promise.all([
    records.find(volumeBucketTable, { where: { account, hour: { lte: lastExpired } } }),
    records.find(volumeBucketTable, {
      where: { account, hour: { gt: lastExpired } },
      order: [['hour', 'asc']],
      limit: 1,
    }),
  ]);
  return { account, evaluation: { hour, expired, oldest: oldest?.hour } };
}

export function evaluateDueVolumes({ book, output, at }: LedgerTurn, due: readonly DueVolume[]): void {
  for (const { account, evaluation } of due) {
    if (!book.group.owns(account)) continue;
    output.take(account, evaluateVolume(book.ledgerOf(account), account, evaluation, at));
  }
}
