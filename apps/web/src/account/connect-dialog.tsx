import type { RefObject } from 'react';
import { isDevelopmentWallet } from '../development/development-chain';
import { useCell, useExchange } from '../exchange/use-exchange';
import { waysText as text } from '../text/ways';
import type { FoundWallet } from '../wallet/wallet-provider';
import { AccountDetails } from './account-details';
import { LoginStep } from './login-step';
import { StandingNotice } from './standing-notice';
import { Problem, useTask } from './use-task';
import { useAccount, useWays } from './use-ways';

/** The ways in, step by step: a wallet, its account, the login; then who is logged in. */
export function ConnectDialog({ dialog }: { dialog: RefObject<HTMLDialogElement | null> }) {
  const { account, login, shown } = useAccount();
  const { config } = useExchange();
  const isIn = account !== undefined;
  const needsLogin = !isIn && (shown !== undefined || login.kind === 'loginNeeded');
  const title = isIn ? text.account.title : needsLogin ? text.login.title : text.connect.title;
  return (
    <dialog ref={dialog} className="dialog" aria-label={title}>
      <div className="dialog-head">
        <h2>{title}</h2>
        <button
          type="button"
          className="quiet"
          aria-label={text.connect.close}
          onClick={() => dialog.current?.close()}
        >
          ✕
        </button>
      </div>
      <StandingNotice chainName={config.name} />
      {isIn && <AccountDetails close={() => dialog.current?.close()} />}
      {needsLogin && shown !== undefined && <LoginStep done={() => dialog.current?.close()} />}
      {needsLogin && shown === undefined && <p>{text.login.neededHint}</p>}
      {shown === undefined && <WalletChoice />}
    </dialog>
  );
}

/** The wallets of this browser. */
function WalletChoice() {
  const { wallets, account } = useWays();
  const found = useCell(wallets.cell);
  const task = useTask();
  const choose = (wallet: FoundWallet) => task.run(() => account.connect(wallet));
  const own = found.filter(({ id }) => !isDevelopmentWallet(id));
  const development = found.filter(({ id }) => isDevelopmentWallet(id));
  return (
    <section className="dialog-part">
      <p>{text.connect.choose}</p>
      <WalletButtons wallets={own} choose={choose} isBusy={task.isBusy} />
      {own.length === 0 && (
        <div className="hint">
          <p>{text.connect.none}</p>
          <p className="muted">{text.connect.noneHint}</p>
          <button type="button" onClick={() => wallets.look()}>
            {text.connect.look}
          </button>
        </div>
      )}
      {development.length > 0 && (
        <>
          <h3>{text.connect.development}</h3>
          <WalletButtons wallets={development} choose={choose} isBusy={task.isBusy} />
        </>
      )}
      {task.isBusy && <p role="status">{text.login.asking}</p>}
      <Problem task={task} />
    </section>
  );
}

interface WalletButtonsProps {
  readonly wallets: readonly FoundWallet[];
  readonly choose: (wallet: FoundWallet) => void;
  readonly isBusy: boolean;
}

function WalletButtons({ wallets, choose, isBusy }: WalletButtonsProps) {
  return (
    <ul className="wallets">
      {wallets.map((wallet) => (
        <li key={wallet.id}>
          <button type="button" disabled={isBusy} onClick={() => choose(wallet)}>
            {wallet.name}
          </button>
        </li>
      ))}
    </ul>
  );
}
