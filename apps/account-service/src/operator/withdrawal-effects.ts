import type { Address } from '@exchange/core/kernel';
import { type EntryOf, hasCause } from '@exchange/core/ledger';
import type { Effect } from '@exchange/core/message';
import type { Records } from '@exchange/platform';
import type { PausedWithdrawals } from '../listing/paused-withdrawals';
import { entryOf } from '../persistence/ledger-rows';
import { entryTable } from '../persistence/tables/entry-table';
import type { OperatorView } from './operator-view';

/** So many are counted; there are seldom as many. */
const COUNTED_MAX = 10_000;

type Withdrawal = EntryOf<'withdrawal'>;

/** Withdrawals of all groups' accounts that are promised and not final. */
export async function openWithdrawals(records: Records): Promise<readonly Withdrawal[]> {
  const where = { type: 'withdrawal', open: true } as const;
  const rows = await records.find(entryTable, { where, order: [['id', 'asc']], limit: COUNTED_MAX });
  return rows.map(entryOf).filter((entry): entry is Withdrawal => hasCause(entry, 'withdrawal'));
}

/** What becomes paused, and what no longer is. */
export function pauseEffects(
  { pausedWithdrawals: before, listing }: OperatorView,
  after: PausedWithdrawals,
): Effect[] {
  const tokens = [...new Set([...before.tokens, ...after.tokens])];
  const of = (paused: PausedWithdrawals, token: Address | undefined) =>
    (token === undefined ? paused.all : paused.tokens.includes(token)) ? 'paused' : 'taken';
  return [undefined, ...tokens].flatMap((token) => {
    const name = token === undefined ? 'all tokens' : listing.symbolOf(token);
    const [was, is] = [of(before, token), of(after, token)];
    return was === is ? [] : [{ what: 'withdrawals', of: name, before: was, after: is }];
  });
}

/** What settlement-service and the owners were given before, and goes on. `token`: only of this one. */
export function withdrawalsOf(
  open: readonly Withdrawal[],
  token: Address | undefined,
  symbol = 'all tokens',
): Effect[] {
  return (['cosigned', 'submitted'] as const).map((by) => ({
    ...{ what: `withdrawals ${by} and not final, which go on`, of: symbol },
    count: open.filter(({ cause }) => cause.by === by && (token === undefined || cause.token === token))
      .length,
  }));
}
