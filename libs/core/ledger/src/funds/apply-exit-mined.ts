import { ZERO_AMOUNT } from '@exchange/core/kernel';
import { type ChainNews, minedAt, placeName } from '../chain/chain-fact';
import { plainChange } from '../account/entry';
import { freezeShort } from '../account/frozen';
import type { Journal } from '../journal';
import { changeEntry, openEntry } from '../account/open-entry';
import { payOut } from './pay-out';

/**
 * An exit paid out all that the contract held, or a part of it, of which the rest stays blocked: from blocked, then from pending withdrawals, oldest first, which then
 * release nothing. APPLIED [0,-1,0] → [1,-1,1] when final. What it took beyond that is a shortfall: it was sold, and not
 * settled. More than the contract can have had is an alarm, and the account is frozen (docs: ledger, entries).
 */
export function applyExitMined(journal: Journal, { fact, place, phase }: ChainNews<'withdrawn'>): void {
  const name = placeName(place);
  const known = journal.account.entriesOf('exit').find((entry) => entry.cause.place === name);
  const open = () =>
    openEntry(
      journal,
      { kind: 'exit', place: name },
      {
        changes: [plainChange(fact.token, -fact.amount)],
        applied: [[0, -1, 0]],
        description: 'exit',
        ...minedAt(place),
      },
    );
  switch (phase) {
    case 'seen':
      if (known === undefined) open();
      return;
    case 'undone':
      if (known !== undefined) changeEntry(journal, known, { canceled: true, open: false });
      return;
    case 'final': {
      const entry = known ?? open();
      const detail = `an exit of ${fact.amount} of ${fact.token} in ${place.transaction}`;
      const beyond = payOut(journal, entry, { ...fact, ownPending: ZERO_AMOUNT, sources: ['blocked'] });
      if (beyond === undefined) {
        journal.record({ frozen: true });
        journal.alarm('exit_exceeds_balance', detail);
        return;
      }
      changeEntry(journal, entry, { applied: [[1, -1, 1]], open: false });
      if (beyond > 0n) freezeShort(journal, detail);
    }
  }
}
