import { accountNotice } from '@exchange/contract/bus';
import type { Records } from '@exchange/platform';
import type { AccountDeps } from '../account-deps';
import { noticeTable } from '../persistence/tables/output-tables';

const RECENT_MS = 60_000;
const RESENT_MAX = 5_000;
/** As far as the clocks of two processes may be apart, in ms; what is later was told by one that was set wrongly. */
const APART_MS_MAX = 60_000;

/**
 * Sends the notices of the last minute again: those that a crash kept between commit and sending are among them.
 * Who has seen one already ignores it by its sequence; who missed an older one asks. Returns the time of the newest one,
 * Unix ms, which may be ahead: by the clock of whoever told it; 0 when there is none.
 */
export async function resendNotices(
  { database, clock, group }: Pick<AccountDeps, 'database' | 'clock' | 'group'>,
  send: (subject: string, data: Uint8Array) => void,
): Promise<number> {
  const latest = clock.now() + APART_MS_MAX;
  const rows = await database.find(noticeTable, {
    where: { at: { gte: clock.now() - RECENT_MS } },
    order: [['at', 'desc']],
    limit: RESENT_MAX,
  });
  rows.sort((a, b) => a.seq - b.seq);
  const own = rows.filter(({ account }) => group.owns(account));
  for (const { account, data } of own) send(accountNotice.subject(account), data);
  return own.reduce((newest, { at }) => (at > latest ? newest : Math.max(newest, at)), 0);
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
