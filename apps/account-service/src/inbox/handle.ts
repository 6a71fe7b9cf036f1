import type { UnsettledTrades } from '@exchange/core/ledger';
import { handlersOf, type InboxTypes } from '@exchange/platform';
import type { AccountDeps } from '../account-deps';
import type { AccountNeeds } from '../accounts/account-loader';
import type { DisconnectSwitches } from '../disconnect/disconnect-switches';
import type { LedgerTurn } from '../ledger-turn';
import type { AccountPoints } from '../limits/account-points';
import { grantedAccount } from '../login/granted-account';

export interface AccountInbox extends InboxTypes {
  readonly deps: AccountDeps & {
    readonly switches: Pick<DisconnectSwitches, 'due'>;
    readonly points: Pick<AccountPoints, 'charge'>;
    readonly unsettled: Pick<UnsettledTrades, 'changedAccounts'>;
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
