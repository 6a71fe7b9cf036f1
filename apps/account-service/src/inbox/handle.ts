import type { FeeVersions, UnsettledTrades } from '@exchange/core/ledger';
import { handlersOf, type HeldLease, type InboxTypes, type Records } from '@exchange/platform';
import type { AccountDeps } from '../account-deps';
import type { AccountNeeds } from '../accounts/account-loader';
import type { DisconnectSwitches } from '../disconnect/disconnect-switches';
import type { LedgerTurn } from '../ledger-turn';
import type { AccountPoints } from '../limits/account-points';
import { grantedAccount } from '../login/granted-account';

export interface AccountInbox extends InboxTypes {
  readonly deps: Omit<AccountDeps, 'database'> & {
    /** With the rows of turns whose commits are under way. */
    readonly records: Records;
    /** Who holds which writer now. */
    leases(): Promise<readonly HeldLease[]>;
    readonly switches: Pick<DisconnectSwitches, 'due'>;
    readonly points: Pick<AccountPoints, 'charge'>;
    readonly unsettled: Pick<UnsettledTrades, 'changedAccounts'>;
    readonly fees: Pick<FeeVersions, 'schedule'>;
  };
  readonly turn: LedgerTurn;
  readonly needs: AccountNeeds;
}

/** Declares a handler of account-service. */
export const handle = handlersOf<AccountInbox>();

/** The account that the grant of a request names. */
export const needsGranted = (...input: Parameters<typeof grantedAccount>): AccountNeeds => ({
  accounts: [grantedAccount(...input)],
});
