import type { ReactNode } from 'react';
import type { Cell } from '../exchange/cell';
import type { Opening } from '../exchange/exchange';
import { AccountButton } from '../account/account-button';
import { CommandButton } from '../commands/command-button';
import { ExchangeProvider, useCell } from '../exchange/use-exchange';
import { MarketPage } from '../market/market-page';
import { NoticeList } from '../notices/notice-list';
import { text } from '../text/en';
import { lazyPart } from '../ui/lazy-part';
import { Notice } from '../ui/notice';
import { ConnectionStatus } from './connection-status';
import { ErrorBoundary } from './error-boundary';
import { type Route, useRoute } from './route';
import { Shell } from './shell';

/** Loaded when somebody first looks at it. */
const FundsPage = lazyPart(
  async () => (await import('../funds/funds-page')).FundsPage,
  <Notice title={text.app.loading} />,
);

/** The whole page: waits for the exchange, then shows what the address names. */
export function App({ opening }: { opening: Cell<Opening> }): ReactNode {
  const state = useCell(opening);
  const route = useRoute();
  switch (state.kind) {
    case 'opening':
      return (
        <Shell name={text.app.name}>
          <Notice isView title={text.app.opening} />
        </Shell>
      );
    case 'failed':
      return (
        <Shell name={text.app.name}>
          <Notice isView title={text.app.failed} hint={`${text.app.failedHint} (${state.reason})`} />
        </Shell>
      );
    case 'open':
      return (
        <ExchangeProvider exchange={state.exchange}>
          <Shell
            name={state.exchange.config.name}
            status={<ConnectionStatus />}
            commands={<CommandButton />}
            account={<AccountButton />}
          >
            <ErrorBoundary>
              <View route={route} />
            </ErrorBoundary>
            <NoticeList />
          </Shell>
        </ExchangeProvider>
      );
  }
}

function View({ route }: { route: Route }): ReactNode {
  switch (route.view) {
    case 'market':
      return <MarketPage asked={route.market} />;
    case 'funds':
      return <FundsPage />;
    case 'unknown':
      return (
        <Notice isView title={text.app.unknown} hint={text.app.unknownHint}>
          <a className="button" href="#/">
            {text.app.toMarkets}
          </a>
        </Notice>
      );
  }
}
