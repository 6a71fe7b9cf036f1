import { useExchange } from '../exchange/use-exchange';
import { waysText as text } from '../text/ways';
import { Problem, useTask } from './use-task';
import { useAccount } from './use-ways';

/** The login's signature: says what is signed, then has the wallet ask. */
export function LoginStep({ done }: { done: () => void }) {
  const { config } = useExchange();
  const { trading, shown, login, isLoginOver, standing } = useAccount();
  const task = useTask();
  if (shown === undefined) return null;
  return (
    <section className="dialog-part">
      {isLoginOver && login.kind === 'loginNeeded' && login.account === shown && (
        <p className="muted">{text.login.neededHint}</p>
      )}
      <p className="signed-words">{text.login.words(shown, config.name)}</p>
      <button
        type="button"
        className="main"
        disabled={task.isBusy || standing === 'otherChain'}
        onClick={() =>
          task.run(async () => {
            await trading.logIn();
            done();
          })
        }
      >
        {text.login.do}
      </button>
      {task.isBusy && <p role="status">{text.login.asking}</p>}
      <Problem task={task} />
    </section>
  );
}
