import { FencedError } from '@exchange/platform';
import type { Fault } from '../faults/fault-plan';
import type { SimServiceName } from '../services/build-services';
import { withCommitting, withSharedPlaces } from './buggy-ports';
import type { InjectedBug } from './injected-bug';

const TWO_LEADERS = (service: SimServiceName): readonly Fault[] =>
  [10, 20, 30].map((steps) => ({ kind: 'two leaders', service, where: 'before commit', steps }));

const MOVES: readonly Fault[] = ['a', 'b', 'a'].map((group) => ({
  ...{
    kind: 'move group',
    group,
    trouble: 'giver dies',
    after: 1,
    where: 'after commit',
    steps: 20,
    late: false,
  },
}));

/** What only two processes can show. */
export const SUCCESSION_BUGS: readonly InjectedBug[] = [
  {
    name: 'a writer that was replaced takes its place again',
    rebuild: () => ({
      'account-service': withCommitting(async (database, turn) => {
        try {
          await database.commit(turn);
        } catch (error) {
          if (!(error instanceof FencedError)) throw error;
          await database.claimWriter();
          await database.commit(turn);
        }
      }),
    }),
    faults: TWO_LEADERS('account-service'),
    shownBy: 1,
    finding: /wrote beside its successor|a service ended/,
  },
  {
    name: 'two groups of accounts have one place in a log together',
    rebuild: () => ({ 'account-service': withSharedPlaces }),
    layout: 'groups',
    faults: MOVES,
    shownBy: 1,
    finding: /settled \d+, the contract holds|differs from|postings say|was never settled|a service ended/,
  },
];
