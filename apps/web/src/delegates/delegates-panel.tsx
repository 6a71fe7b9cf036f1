import { useState } from 'react';
import { address, type Address } from '@exchange/core/kernel';
import type { DelegateView } from '@exchange/core/wire';
import { Problem, useTask } from '../account/use-task';
import { useAccount, useWays } from '../account/use-ways';
import { useCell, useExchange } from '../exchange/use-exchange';
import { waysText as text } from '../text/ways';
import { Notice } from '../ui/notice';
import { makeBrowserKey } from './browser-key';

const YEAR_S = 31_536_000;

/** The keys that may trade for the account: makes one in this browser, names and removes them. */
export function DelegatesPanel() {
  const { account: trading } = useWays();
  const { account, isOwn, hasKey } = useAccount();
  const delegates = useCell(trading.delegates);
  if (account === undefined) return null;
  return (
    <div className="form">
      <p>{text.delegates.what}</p>
      {!isOwn && <p>{text.delegates.needsOwn}</p>}
      {isOwn && !hasKey && <MakeKey account={account} />}
      {delegates === undefined ? (
        <Notice title={text.delegates.loading} />
      ) : delegates.length === 0 ? (
        <p className="muted">{text.delegates.none}</p>
      ) : (
        <ul className="delegates" aria-label={text.delegates.title}>
          {delegates.map((delegate) => (
            <DelegateItem key={delegate.delegate} delegate={delegate} isOwn={isOwn} account={account} />
          ))}
        </ul>
      )}
    </div>
  );
}

function MakeKey({ account }: { account: Address }) {
  const { config, client } = useExchange();
  const { kept, desk, account: trading } = useWays();
  const { standing } = useAccount();
  const [label, setLabel] = useState<string>(text.delegates.labelFirst);
  const task = useTask();
  const { vault } = kept;
  const validUntil = Math.floor(Date.now() / 1000) + YEAR_S;
  if (vault === undefined) return <p className="muted">{text.delegates.noVault}</p>;
  const make = () =>
    task.run(async () => {
      const key = await makeBrowserKey(vault, trading.placeOf(account));
      await client.delegates.announce(key.address, label.trim());
      await trading.loadKey(account);
      await desk.begin({
        ...{
          kind: 'addDelegate',
          account,
          symbol: '',
          subject: address(key.address),
          amount: '0',
          validUntil,
        },
      });
    });
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        make();
      }}
    >
      <label className="field">
        <span>{text.delegates.label}</span>
        <input value={label} maxLength={LABEL_MAX} onChange={({ target }) => setLabel(target.value)} />
        <span className="muted">{text.delegates.labelHint}</span>
      </label>
      <p className="signed-words">
        {text.delegates.words(account, config.name, new Date(validUntil * 1000).toLocaleDateString())}
      </p>
      <button className="main" disabled={task.isBusy || standing !== 'same'}>
        {text.delegates.do}
      </button>
      <Problem task={task} />
    </form>
  );
}

const LABEL_MAX = 30;

interface DelegateItemProps {
  readonly delegate: DelegateView;
  readonly account: Address;
  readonly isOwn: boolean;
}

function DelegateItem({ delegate, account, isOwn }: DelegateItemProps) {
  const { client } = useExchange();
  const { desk, kept, account: trading } = useWays();
  const { hasKey, standing } = useAccount();
  const [asked, ask] = useState<'nothing' | 'name' | 'removal'>('nothing');
  const [label, setLabel] = useState(delegate.label);
  const task = useTask();
  const key = useCell(trading.key);
  const isHere = hasKey && key?.address === delegate.delegate;
  const rename = () =>
    task.run(async () => {
      await client.delegates.label(delegate.delegate, label.trim());
      ask('nothing');
    });
  const remove = () =>
    task.run(async () => {
      ask('nothing');
      if (isHere) await kept.vault?.forget(trading.placeOf(account));
      const subject = address(delegate.delegate);
      await desk.begin({ kind: 'removeDelegate', account, symbol: '', subject, amount: '0' });
      if (isHere) await trading.loadKey(account);
    });
  return (
    <li className="delegate">
      <p>
        <strong>{delegate.label === '' ? text.delegates.unnamed : delegate.label}</strong>{' '}
        <span className="figures muted" title={delegate.delegate}>
          {text.account.short(delegate.delegate)}
        </span>{' '}
        <span>{text.delegates.states[stateOf(delegate)]}</span>
        {isHere && <span> · {text.delegates.here}</span>}
        {delegate.isTradingLogin && <span> · {text.delegates.tradingLogin}</span>}
      </p>
      {asked === 'name' && (
        <label className="field">
          <span>{text.delegates.label}</span>
          <input value={label} maxLength={LABEL_MAX} onChange={({ target }) => setLabel(target.value)} />
        </label>
      )}
      {asked === 'removal' && <p className="signed-words">{text.delegates.removeWords(delegate.delegate)}</p>}
      {isOwn && (
        <p className="actions">
          {asked === 'nothing' && (
            <>
              <button type="button" onClick={() => ask('name')}>
                {text.delegates.rename}
              </button>
              {delegate.accepted && (
                <button type="button" onClick={() => ask('removal')}>
                  {text.delegates.remove}
                </button>
              )}
            </>
          )}
          {asked === 'name' && (
            <button type="button" disabled={task.isBusy} onClick={rename}>
              {text.delegates.save}
            </button>
          )}
          {asked === 'removal' && (
            <button type="button" disabled={task.isBusy || standing !== 'same'} onClick={remove}>
              {text.delegates.removeDo}
            </button>
          )}
          {asked !== 'nothing' && (
            <button type="button" onClick={() => ask('nothing')}>
              {text.delegates.keep}
            </button>
          )}
        </p>
      )}
      <Problem task={task} />
    </li>
  );
}

/** How a key stands. */
function stateOf({ active, accepted, removalSignature }: DelegateView): keyof typeof text.delegates.states {
  if (accepted) return 'accepted';
  if (removalSignature.v !== undefined) return 'stopped';
  return active ? 'waiting' : 'announced';
}
