import type { ChainNews } from './chain-fact';
import { minedAt, placeName } from './chain-fact';
import { plainChange } from './entry';
import type { Journal } from './journal';
import { changeEntry, openEntry } from './open-entry';

/**
 * A deposit is shown when seen, usable when final, and CANCELED when its block is undone (docs: ledger, entries):
 * APPLIED [0,0,-1] → [1,1,-1].
 */
export function applyDeposit(journal: Journal, news: ChainNews<'deposited'>): void {
  const { fact, place, phase } = news;
  const name = placeName(place);
  const known = journal.account.entriesOf('deposit').find((entry) => entry.cause.place === name);
  switch (phase) {
    case 'undone':
      if (known !== undefined) changeEntry(journal, known, { canceled: true, open: false });
      return;
    case 'seen':
      if (known === undefined) openDeposit(journal, news);
      return;
    case 'final': {
      const entry = known ?? openDeposit(journal, news);
      const { account } = journal;
      changeEntry(journal, entry, { applied: [1, 1, -1], open: false });
      journal.post({ kind: 'entry', id: entry.id }, [
        { owner: 'chain', token: fact.token, bucket: 'total', amount: -fact.amount },
        journal.line(fact.token, account.creditBucket(fact.token), fact.amount),
        journal.line(fact.token, 'settled', fact.amount),
      ]);
    }
  }
}

function openDeposit(journal: Journal, { fact, place }: ChainNews<'deposited'>) {
  const cause = { kind: 'deposit', place: placeName(place) } as const;
  return openEntry(journal, cause, {
    changes: [plainChange(fact.token, fact.amount)],
    applied: [0, 0, -1],
    description: 'deposit',
    ...minedAt(place),
  });
}
