import { withMessages } from './buggy-ports';
import { withoutFacts } from './changed-facts';
import type { InjectedBug } from './injected-bug';

/** What owners and the guardian restrict in the contract, and the ledger doesn't hear of. */
export const RESTRICTION_BUGS: readonly InjectedBug[] = [
  {
    name: 'a mass cancel is not heard',
    rebuild: () => ({
      'chain-watcher': withMessages(withoutFacts(({ kind }) => kind === 'min_nonce_requested')),
    }),
    shownBy: 1,
    finding: /the least nonce of .* the ledger knows|is open, though its nonce/,
  },
  {
    name: 'a pause of settlement is not heard',
    rebuild: () => ({
      'chain-watcher': withMessages(
        withoutFacts((fact) => fact.kind === 'parameter' && fact.name === 'settlementPausedUntil'),
      ),
    }),
    faults: [1, 2, 3].map(() => ({ kind: 'pause settlement', steps: 40 })),
    shownBy: 1,
    finding: /trades while settlement was paused/,
  },
];
