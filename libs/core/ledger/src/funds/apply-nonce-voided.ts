import { changeEntry } from '../account/open-entry';
import type { ChainNews } from '../chain/chain-fact';
import { releasePending } from '../chain/pass-block-time';
import type { Journal } from '../journal';

/**
 * The owner used up a withdrawal's nonce, co-signed or submitted: what it had pending is released when that is final, since
 * an undone void leaves a withdrawal that can still be mined.
 */
export function applyNonceVoided(journal: Journal, { fact, phase }: ChainNews<'nonce_voided'>): void {
  if (phase !== 'final') return;
  const entry = journal.account.entriesOf('withdrawal').find(({ cause }) => cause.nonce === fact.nonce);
  if (entry === undefined) return;
  changeEntry(journal, entry, {
    canceled: true,
    open: false,
    description: 'withdrawal, voided by its owner',
  });
  releasePending(journal, entry);
}
