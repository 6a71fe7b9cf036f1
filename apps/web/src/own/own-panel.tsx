import { type ReactNode, useState } from 'react';
import { useAccount } from '../account/use-ways';
import { RadioGroup } from '../ui/radio-group';
import { useCell, useExchange } from '../exchange/use-exchange';
import { refusalOf } from '../notices/refusal';
import { RefusalNotice } from '../notices/refusal-notice';
import { ownText as text } from '../text/own';
import { Notice } from '../ui/notice';
import { Panel } from '../ui/panel';
import { useRun } from '../ui/use-run';
import { feeWords, scheduleOf } from './fee-words';
import { FillHistory, LedgerHistory, OrderHistory } from './histories';
import { OpenOrders } from './open-orders';
import { WATCH_SECONDS } from './trading';

const TABS = ['open', 'orders', 'fills', 'entries'] as const;
type Tab = (typeof TABS)[number];

/** What the account has under way and has done: open orders and histories, fees, and how to end orders at once. */
export function OwnPanel({ market }: { market: string | undefined }): ReactNode {
  const { account } = useAccount();
  const { trading } = useExchange();
  const open = useCell(trading.activity.open);
  const [tab, setTab] = useState<Tab>('open');
  const [isOfMarket, setOfMarket] = useState(false);
  if (account === undefined) {
    return (
      <Panel title={text.title} area="own">
        <Notice title={text.loggedOff} hint={text.loggedOffHint} />
      </Panel>
    );
  }
  const only = isOfMarket ? market : undefined;
  return (
    <Panel title={text.title} area="own" tools={<Fees />}>
      <div className="own-bar">
        <RadioGroup
          {...{ legend: text.which, value: tab, choose: setTab }}
          options={TABS.map((each) => [
            each,
            each === 'open' && open !== undefined ? text.openCount(open.length) : text.tabs[each],
          ])}
        />
        {tab === 'open' && market !== undefined && (
          <label className="check">
            <input
              type="checkbox"
              checked={isOfMarket}
              onChange={({ target }) => setOfMarket(target.checked)}
            />
            {text.onlyMarket(market)}
          </label>
        )}
        <Watch />
        {tab === 'open' && (open?.length ?? 0) > 0 && <CancelAll market={only} />}
      </div>
      {tab === 'open' && <OpenOrders market={only} />}
      {tab === 'orders' && <OrderHistory />}
      {tab === 'fills' && <FillHistory />}
      {tab === 'entries' && <LedgerHistory />}
    </Panel>
  );
}

function Fees(): ReactNode {
  const { client, trading } = useExchange();
  const tier = useCell(trading.activity.feeTier);
  if (tier === undefined) return <span className="muted">{text.tier.unknown}</span>;
  const { line, hint, next } = feeWords(tier, scheduleOf(client.config));
  return (
    <span className="muted" title={hint}>
      {line}
      {next !== undefined && <span className="next-tier"> · {next}</span>}
      <span className="unseen">{hint}</span>
    </span>
  );
}

function Watch(): ReactNode {
  const { client, trading } = useExchange();
  const isWatched = useCell(trading.isWatched);
  const switching = useRun(refusalOf);
  return (
    <>
      <label className="check" title={text.watchHint(WATCH_SECONDS)}>
        <input
          type="checkbox"
          checked={isWatched}
          disabled={switching.isBusy}
          onChange={() =>
            switching.run(async () => {
              await client.cancelOnDisconnect(isWatched ? 0 : WATCH_SECONDS);
              trading.isWatched.set(!isWatched);
            })
          }
        />
        {text.watch}
      </label>
      {switching.problem !== undefined && (
        <RefusalNotice refusal={switching.problem} dismiss={switching.dismiss} />
      )}
    </>
  );
}

/** Two presses: what is canceled loses its place in the queue. */
function CancelAll({ market }: { market: string | undefined }): ReactNode {
  const { client } = useExchange();
  const [isAsked, setAsked] = useState(false);
  const canceling = useRun(refusalOf);
  return (
    <>
      <button
        type="button"
        aria-label={isAsked ? `${text.cancelAllHint(market)}. ${text.sure}` : text.cancelAllHint(market)}
        aria-disabled={canceling.isBusy}
        onBlur={() => setAsked(false)}
        onKeyDown={(event) => {
          if (event.repeat) event.preventDefault();
        }}
        onClick={() => {
          setAsked(!isAsked);
          if (isAsked) canceling.run(() => client.cancelOrders(market));
        }}
      >
        {canceling.isBusy ? text.canceling : isAsked ? text.sure : text.cancelAll}
      </button>
      {canceling.problem !== undefined && (
        <RefusalNotice refusal={canceling.problem} dismiss={canceling.dismiss} />
      )}
    </>
  );
}
