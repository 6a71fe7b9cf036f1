import type { CaseChapter } from '../case';
import { balanceCases } from './funds/balances';
import { bookCases } from './market/books';
import { bulkCancelCases } from './orders/bulk-cancels';
import { cancellationCases } from './orders/cancellations';
import { costCases } from './account/costs';
import { delegateCases } from './account/delegates';
import { editCases } from './orders/editing';
import { eventModeCases } from './market/event-modes';
import { exitCases, waitingCases } from './funds/exits';
import { fieldCases } from './protocol/fields';
import { framingCases } from './protocol/framing';
import { fundCases } from './funds/funds';
import { historyCases } from './funds/history';
import { identityCases } from './account/identity';
import { limitCases } from './account/limits';
import { loginCases } from './account/logins';
import { minimumCases } from './orders/minimums';
import { orderKindCases } from './orders/order-kinds';
import { orderCases } from './orders/orders';
import { restCases } from './protocol/rest';
import { sequencedBookCases } from './market/sequenced-books';
import { sessionCases } from './account/sessions';
import { statisticsCases } from './market/statistics';
import { submittedWithdrawalCases } from './funds/submitted-withdrawals';
import { subscriptionCases } from './market/subscriptions';
import { tradeCases } from './market/trades';

/** Chapters run side by side. Each of the two that trade has a market to itself; in the third nothing may trade. */
export const chapters: readonly CaseChapter[] = [
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
      ...sequencedBookCases,
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
