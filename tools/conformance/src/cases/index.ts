import type { Chapter } from '../case';
import { balanceCases } from './balances';
import { bookCases } from './books';
import { bulkCancelCases } from './bulk-cancels';
import { cancellationCases } from './cancellations';
import { costCases } from './costs';
import { delegateCases } from './delegates';
import { editCases } from './editing';
import { eventModeCases } from './event-modes';
import { exitCases, waitingCases } from './exits';
import { fieldCases } from './fields';
import { framingCases } from './framing';
import { fundCases } from './funds';
import { historyCases } from './history';
import { identityCases } from './identity';
import { limitCases } from './limits';
import { loginCases } from './logins';
import { minimumCases } from './minimums';
import { orderKindCases } from './order-kinds';
import { orderCases } from './orders';
import { restCases } from './rest';
import { sessionCases } from './sessions';
import { statisticsCases } from './statistics';
import { submittedWithdrawalCases } from './submitted-withdrawals';
import { subscriptionCases } from './subscriptions';
import { tradeCases } from './trades';

/** Chapters run side by side. Each of the two that trade has a market to itself; in the third nothing may trade. */
export const chapters: readonly Chapter[] = [
  {
    market: 0,
    cases: [
      ...balanceCases,
      ...tradeCases,
      ...orderKindCases,
      ...minimumCases,
      ...subscriptionCases,
      ...historyCases,
      ...restCases,
      ...eventModeCases,
      ...statisticsCases,
    ],
  },
  { market: 1, cases: [...bookCases, ...waitingCases, ...exitCases] },
  { market: 2, cases: [...orderCases, ...bulkCancelCases] },
  { market: 2, cases: [...editCases, ...cancellationCases] },
  { market: 0, cases: [...fundCases, ...submittedWithdrawalCases] },
  { market: 2, cases: [...delegateCases, ...identityCases] },
  { market: 2, cases: [...framingCases, ...loginCases, ...sessionCases, ...fieldCases] },
  { market: 0, cases: [...costCases, ...limitCases] },
];
