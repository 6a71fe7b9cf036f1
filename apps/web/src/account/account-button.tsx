import { useEffect, useRef } from 'react';
import { useCell } from '../exchange/use-exchange';
import { waysText as text } from '../text/ways';
import { whenAsked } from './ask-ways';
import { ConnectDialog } from './connect-dialog';
import { useAccount, type UsedAccount } from './use-ways';

/** Who the page trades for, or the next step to that, always to be seen: opens the dialog of the ways in. */
export function AccountButton() {
  const dialog = useRef<HTMLDialogElement>(null);
  const used = useAccount();
  const { trading, account, standing, login } = used;
  const wantsLogin = useCell(trading.wantsLogin);
  useEffect(() => {
    if (!wantsLogin) return;
    trading.wantsLogin.set(false);
    if (dialog.current?.open === false) dialog.current.showModal();
  }, [trading, wantsLogin]);
  useEffect(() => whenAsked(() => dialog.current?.showModal()), []);
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
        {label(used)}
      </button>
      <ConnectDialog dialog={dialog} />
    </>
  );
}

/** Whom it trades for, or what comes next. */
function label({ account, isLoginOver, shown, isStarting }: UsedAccount): string {
  if (account !== undefined) return text.account.short(account);
  if (isLoginOver) return text.login.needed;
  if (isStarting) return `${text.connect.open}…`;
  return shown === undefined ? text.connect.open : text.login.title;
}
