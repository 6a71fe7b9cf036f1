import { announcedDeposit } from './announce-deposit';
import { type ChainNews, minedAt, placeName } from '../chain/chain-fact';
import { plainChange, settledMarks } from '../account/entry';
import type { Journal } from '../journal';
import { postCredit } from '../account/credit';
import { changeEntry, openEntry } from '../account/open-entry';

/**
 * A deposit is shown when seen, usable when final (blocked while the account is leaving with the token), and CANCELED
 * when its block is undone (docs: ledger, entries).
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
      if (known === undefined) takeAnnounced(journal, news);
      return;
    case 'final': {
      const entry = known ?? takeAnnounced(journal, news);
      const { account } = journal;
      const applied = settledMarks([account.creditMarks(fact.token, 1)]);
      changeEntry(journal, entry, { applied, open: false });
      postCredit(journal, { kind: 'entry', id: entry.id }, fact.token, fact.amount, [
        { owner: 'chain', token: fact.token, bucket: 'total', amount: -fact.amount },
        journal.line(fact.token, 'settled', fact.amount),
      ]);
    }
  }
}

/** A deposit that was announced goes on as the same entry; what the account said of it is replaced by what is true. */
function takeAnnounced(journal: Journal, news: ChainNews<'deposited'>) {
  const { fact, place } = news;
  const announced = announcedDeposit(journal.account, place.transaction, fact);
  if (announced === undefined) return openDeposit(journal, news);
  return changeEntry(journal, announced, {
    cause: { kind: 'deposit', place: placeName(place) },
    changes: [plainChange(fact.token, fact.amount)],
    applied: [journal.account.creditMarks(fact.token, 0)],
    description: 'deposit',
    ...minedAt(place),
  });
}

function openDeposit(journal: Journal, { fact, place }: ChainNews<'deposited'>) {
  const cause = { kind: 'deposit', place: placeName(place) } as const;
  return openEntry(journal, cause, {
    changes: [plainChange(fact.token, fact.amount)],
    applied: [journal.account.creditMarks(fact.token, 0)],
    description: 'deposit',
    ...minedAt(place),
  });
}
