import { type ReactNode, useState } from 'react';
import { StandingNotice } from '../account/standing-notice';
import { useAccount } from '../account/use-ways';
import { ErrorBoundary } from '../app/error-boundary';
import { DelegatesPanel } from '../delegates/delegates-panel';
import { developmentNode } from '../development/development-chain';
import { FaucetPanel } from '../development/faucet-panel';
import { useExchange } from '../exchange/use-exchange';
import { waysText as text } from '../text/ways';
import { Notice } from '../ui/notice';
import { BalancesTable } from './balances-table';
import { DepositForm } from './forms/deposit-form';
import { ExitForm } from './forms/exit-form';
import { WithdrawForm } from './forms/withdraw-form';
import { JobsList } from './jobs/jobs-list';

const TABS = ['deposit', 'withdraw', 'exit', 'keys'] as const;
type Tab = (typeof TABS)[number];

/** What the account has, the ways in and out of it, and the keys that trade for it. */
export function FundsPage() {
  const { config } = useExchange();
  const { account, isStarting } = useAccount();
  const hasFaucet = developmentNode(config) !== undefined;
  if (account === undefined)
    return (
      <Notice
        title={isStarting ? text.connect.starting : text.funds.needsLogin}
        hint={text.funds.needsLoginHint}
      />
    );
  return (
    <div className="funds">
      <header>
        <h1>{text.funds.title}</h1>
        <a href="#/">{text.funds.back}</a>
      </header>
      <StandingNotice chainName={config.name} />
      <div className="funds-part">
        <BalancesTable hasFaucet={hasFaucet} />
      </div>
      <ErrorBoundary>
        <JobsList />
      </ErrorBoundary>
      <Tabs />
      {hasFaucet && <FaucetPanel account={account} />}
    </div>
  );
}

function Tabs() {
  const [tab, setTab] = useState<Tab>('deposit');
  return (
    <section className="funds-part" aria-label={text.funds.tabs[tab]}>
      <div className="tabs" role="group" aria-label={text.funds.choose}>
        {TABS.map((each) => (
          <button type="button" key={each} aria-pressed={each === tab} onClick={() => setTab(each)}>
            {text.funds.tabs[each]}
          </button>
        ))}
      </div>
      <ErrorBoundary key={tab}>{contentOf(tab)}</ErrorBoundary>
    </section>
  );
}

function contentOf(tab: Tab): ReactNode {
  switch (tab) {
    case 'deposit':
      return <DepositForm />;
    case 'withdraw':
      return <WithdrawForm />;
    case 'exit':
      return <ExitForm />;
    case 'keys':
      return <DelegatesPanel />;
  }
}
