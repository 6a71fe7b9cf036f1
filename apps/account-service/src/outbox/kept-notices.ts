import { accountNotice } from '@exchange/contract/bus';
import type { AccountNotice } from '@exchange/core/message';
import type { Records } from '@exchange/platform';
import type { AccountDeps } from '../account-deps';
import { noticeTable } from '../persistence/tables/output-tables';

const RECENT_MS = 60_000;
const RESENT_MAX = 5_000;

/**
 * Sends the notices of the last minute again: those that a crash kept between commit and sending are among them.
 * Who has seen one already ignores it by its sequence; who missed an older one asks.
 */
export async function resendNotices(
  { database, clock, group }: Pick<AccountDeps, 'database' | 'clock' | 'group'>,
  send: (subject: string, data: Uint8Array) => void,
): Promise<void> {
  const rows = await database.find(noticeTable, {
    where: { at: { gte: clock.now() - RECENT_MS } },
    order: [['at', 'desc']],
    limit: RESENT_MAX,
  });
  rows.sort((a, b) => a.seq - b.seq);
  for (const row of rows.filter(({ account }) => group.owns(account))) {
    send(accountNotice.subject(row.account), accountNotice.encode(row.notice as AccountNotice));
  }
}

const FORGOTTEN_AT_ONCE = 500;

/** Keys of notices that are too old for anyone to ask for, of all accounts: one group forgets them for all. */
export async function outdatedNotices({
  records,
  clock,
  noticesKeptMs,
  group,
}: Pick<AccountDeps, 'clock' | 'group' | 'noticesKeptMs'> & { readonly records: Records }) {
  if (!group.isHome) return [];
  const rows = await records.find(noticeTable, {
    // eslint-disable-next-line no-restricted-syntax -- they are stored with Unix time
    where: { at: { lt: clock.now() - noticesKeptMs } },
    limit: FORGOTTEN_AT_ONCE,
  });
  return rows.map(({ account, seq }) => ({ account, seq }));
}
