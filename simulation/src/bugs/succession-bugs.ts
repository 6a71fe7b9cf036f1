import { FencedError } from '@exchange/platform';
import type { Fault } from '../faults/fault-plan';
import type { SimServiceName } from '../services/build-services';
import { withCommitting } from './buggy-ports';
import type { InjectedBug } from './injected-bug';

const TWO_LEADERS = (service: SimServiceName): readonly Fault[] =>
  [10, 20, 30].map((steps) => ({ kind: 'two leaders', service, where: 'before commit', steps }));

/** What only two processes in one place can show. */
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
    finding: /wrote beside its successor|a service ended/,
  },
];
