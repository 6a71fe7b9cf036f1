import { handlersOf, type InboxTypes } from '@exchange/platform';
import type { AccountDeps } from '../account-deps';
import type { AccountNeeds } from '../accounts/account-loader';
import type { DisconnectSwitches } from '../disconnect/disconnect-switches';
import type { LedgerTurn } from '../ledger-turn';
import { grantedAccount } from '../login/granted-account';

export interface AccountInbox extends InboxTypes {
  readonly deps: AccountDeps & { readonly switches: Pick<DisconnectSwitches, 'due'> };
  readonly turn: LedgerTurn;
  readonly needs: AccountNeeds;
}

/** Declares a handler of account-service. */
export const handle = handlersOf<AccountInbox>();

/** The account that the grant of a request names. */
export function needsGranted(...input: Parameters<typeof grantedAccount>): AccountNeeds {
  const account = grantedAccount(...input);
  return { accounts: account === undefined ? [] : [account] };
}
