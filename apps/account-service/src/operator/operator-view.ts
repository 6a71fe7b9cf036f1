import type { Address } from '@exchange/core/kernel';
import type { Account, AnnouncementLimits, FeeVersions } from '@exchange/core/ledger';
import type { AccountGroup } from '../groups/account-group';
import type { AccountPoints } from '../limits/account-points';
import type { ListingState } from '../listing/listing-state';
import type { PausedWithdrawals } from '../listing/paused-withdrawals';

/** An account to look at. */
export type AccountLook = Readonly<
  Pick<Account, 'address' | 'record' | 'isReversing' | 'entriesOf'> & {
    [M in 'orders' | 'balances' | 'exits' | 'delegates' | 'cancellations']: Account[M] extends Map<
      infer K,
      infer V
    >
      ? ReadonlyMap<K, V>
      : never;
  }
>;

/** What the plan of an operator's command looks at: nothing of it changes anything. */
export interface OperatorView {
  readonly group: AccountGroup;
  readonly listing: Pick<ListingState, 'copy' | 'wanted' | 'market' | 'symbolOf' | 'namedToken'>;
  readonly points: Pick<AccountPoints, 'raisedLimit'>;
  readonly fees: Pick<FeeVersions, 'current' | 'next' | 'nextNumber'>;
  readonly feeLimits: AnnouncementLimits;
  readonly pausedWithdrawals: PausedWithdrawals;
  readonly withdrawalPause: string | undefined;
  /** One that the command needs. */
  account(account: Address): AccountLook;
}
