import { oneOf } from '../codec';

/** What the standing check can find to differ, from the chain's own figures to single accounts. */
export const differenceKind = oneOf(
  'holdings_short',
  'liabilities_differ',
  'balance_differs',
  'ledger_differs',
  'account_differs',
);
