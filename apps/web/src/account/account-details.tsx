import { waysText as text } from '../text/ways';
import { Problem, useTask } from './use-task';
import { useAccount } from './use-ways';
import { LoginStep } from './login-step';

/** Who is logged in, what signs for it, and the way out. */
export function AccountDetails({ close }: { close: () => void }) {
  const { trading, account, isOwn, hasKey, standing, walletName } = useAccount();
  const task = useTask();
  const signs = hasKey
    ? text.account.key
    : standing === 'same' && walletName !== undefined
      ? text.account.wallet(walletName)
      : text.account.nobody;
  return (
    <section className="dialog-part">
      <p className="figures">{account}</p>
      <p>{isOwn ? text.account.own : text.account.byKey}</p>
      <p>{signs}</p>
      {!isOwn && standing === 'same' && <LoginStep done={() => undefined} />}
      <p className="actions">
        <a className="button" href="#/funds" onClick={close}>
          {text.account.funds}
        </a>
        <button
          type="button"
          disabled={task.isBusy}
          title={text.account.logOffHint}
          onClick={() => task.run(() => trading.logOff())}
        >
          {text.account.logOff}
        </button>
      </p>
      <Problem task={task} />
    </section>
  );
}
