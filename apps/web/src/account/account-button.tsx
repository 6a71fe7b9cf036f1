import { useRef } from 'react';
import { waysText as text } from '../text/ways';
import { ConnectDialog } from './connect-dialog';
import { useAccount } from './use-ways';

/** Who the page trades for, always to be seen: opens the dialog of the ways in. */
export function AccountButton() {
  const dialog = useRef<HTMLDialogElement>(null);
  const { account, standing, login, isStarting } = useAccount();
  const needsLook = standing === 'otherAccount' || standing === 'otherChain' || login.kind === 'loginNeeded';
  const of = account ?? (login.kind === 'loginNeeded' ? login.account : undefined);
  return (
    <>
      <button
        type="button"
        className="account-button"
        aria-haspopup="dialog"
        title={of === undefined ? undefined : text.account.is(of)}
        data-state={needsLook ? 'look' : account === undefined ? 'out' : 'in'}
        onClick={() => dialog.current?.showModal()}
      >
        {of === undefined
          ? isStarting
            ? text.connect.open + '…'
            : text.connect.open
          : text.account.short(of)}
      </button>
      <ConnectDialog dialog={dialog} />
    </>
  );
}
