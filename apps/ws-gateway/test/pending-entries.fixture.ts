import { accountQueries } from '@exchange/contract/bus';
import type { ToldEntry } from '@exchange/core/message';
import type { Owners } from './gateway.fixture';

/** More than what may wait for a client. */
export const PENDING = 15_000;
/** Entries of one answer. */
export const PART = 436;

const entryOf = (id: number): ToldEntry => ({
  ...{ id: 2 ** 47 + id, type: 'trade', applied: [0, 1, -1], signature: {}, transaction: null },
  changes: ['ETH', 'DAI'].map((token) => ({
    ...{ token, amount: '-123456789012345678901', fees: '1234567890123456', net: '-123456789012345678901' },
  })),
  appliedItems: [
    [0, 1, -1],
    [0, -1, 1],
  ],
  ...{ blockNumber: null, blockHash: null, canceled: false, description: 'trade in the market ETHDAI' },
  ...{ timestamp: 1_700_000_000_000, lastUpdated: 1_700_000_000_000 },
});

/** Trades that no block has settled. */
export const pendingEntries: readonly ToldEntry[] = Array.from({ length: PENDING }, (_, id) => entryOf(id));

/** Accepts logins of an account that has them, and tells them in parts. */
export function tellInParts(owners: Owners): void {
  owners.acceptLogins({ pendingEntries: pendingEntries.slice(0, PART), moreEntries: true });
  owners.answer(accountQueries.pendingEntriesAfterQuery, ({ id }) => {
    const from = pendingEntries.findIndex((entry) => entry.id === id) + 1;
    const entries = pendingEntries.slice(from, from + PART);
    return { accountSeq: 0, entries, more: from + entries.length < PENDING };
  });
}
