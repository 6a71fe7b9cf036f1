import { useExchange } from '../exchange/use-exchange';
import { waysText as text } from '../text/ways';
import { switchChain } from '../wallet/switch-chain';
import { Problem, useTask } from './use-task';
import { useAccount } from './use-ways';

/** Says that the wallet shows another account or chain, and offers what to do about it. */
export function StandingNotice({ chainName }: { chainName: string }) {
  const { config } = useExchange();
  const { trading, account, shown, standing } = useAccount();
  const task = useTask();
  const link = trading.link.get();
  if (standing === 'otherAccount' && account !== undefined && shown !== undefined)
    return (
      <div className="standing" role="alert">
        <p>{text.standing.otherAccount(text.account.short(shown), text.account.short(account))}</p>
        <button type="button" disabled={task.isBusy} onClick={() => task.run(() => trading.goToShown())}>
          {text.standing.goTo(text.account.short(shown))}
        </button>
        <p className="muted">{text.standing.goBack}</p>
        <Problem task={task} />
      </div>
    );
  if (standing === 'otherChain' && link !== undefined)
    return (
      <div className="standing" role="alert">
        <p>{text.standing.otherChain(link.shows.chainId, config.chainId)}</p>
        <button
          type="button"
          disabled={task.isBusy}
          onClick={() =>
            task.run(async () => {
              const { chainId, rpcUrl } = config;
              await switchChain(link.wallet.wallet.provider, { chainId, name: chainName, rpcUrl });
              await link.wallet.look();
            })
          }
        >
          {text.standing.switch(config.chainId)}
        </button>
        <Problem task={task} />
      </div>
    );
  return null;
}
