import type { AnnouncementLimits, FeeVersions } from '@exchange/core/ledger';
import type { AccountGroup } from '../groups/account-group';
import type { AccountPoints } from '../limits/account-points';
import type { ListingState } from '../listing/listing-state';

/** What the plan of an operator's command looks at: nothing of it changes anything. */
export interface OperatorView {
  readonly group: AccountGroup;
  readonly listing: Pick<ListingState, 'copy' | 'wanted'>;
  readonly points: Pick<AccountPoints, 'raisedLimit'>;
  readonly fees: Pick<FeeVersions, 'current' | 'next' | 'nextNumber'>;
  readonly feeLimits: AnnouncementLimits;
}
