import type { ExchangeClient, Wallet } from '@exchange/client';
import type { ConfigObject } from '@exchange/core/wire';
import { keyIn } from '../delegates/browser-key';
import { developmentNode } from '../development/development-chain';
import { FundsDesk } from '../funds/jobs/funds-desk';
import { waysText } from '../text/ways';
import { WalletList } from '../wallet/wallet-list';
import type { Kept } from './kept';
import { OwnFunds } from './own-funds';
import { TradingAccount } from './trading-account';

/** The ways in: the wallets of the browser, who the page trades for, what that account has and what it set going. */
export interface Ways {
  readonly kept: Kept;
  readonly wallets: WalletList;
  readonly account: TradingAccount;
  readonly own: OwnFunds;
  readonly desk: FundsDesk;
}

/** Opens the ways in for a client that is connected, and becomes who used the page last; asks nobody. */
export function openWays(client: ExchangeClient, config: ConfigObject, kept: Kept): Ways {
  const wallets = new WalletList(window, waysText.connect.unnamed);
  const account = new TradingAccount({
    ...{ client, wallets, store: kept.store, vault: kept.vault, page: window },
    loggedOff: new BroadcastChannel(`exchange ${config.chainId} logged off`),
  });
  const desk = new FundsDesk({
    ...{ client, store: kept.store, depositRouter: config.depositRouter, alone },
    walletOf: (owner) => {
      const link = account.link.get();
      return link?.shows.account === owner ? link.wallet : undefined;
    },
    keyOf: (owner, delegate) => keyIn(kept.vault, account.placeOf(owner), delegate),
  });
  const own = new OwnFunds(client);
  const takeUp = () => {
    const { account: owner } = account;
    if (owner !== undefined) desk.takeUp(owner).catch(report);
  };
  account.login.subscribe(takeUp);
  account.link.subscribe(takeUp);
  if (developmentNode(config) !== undefined) {
    import('../development/development-wallet')
      .then(({ announceDevelopmentWallets }) => announceDevelopmentWallets(window, config, localStorage))
      .catch(report);
  }
  account.start().catch(report);
  return { kept, wallets, account, own, desk };
}

/** What the chain is read through: the wallet that is linked. */
export const chainReader = ({ account }: Ways): Wallet | undefined =>
  account.link.get()?.wallet.wallet.provider;

const report = (error: unknown): void => console.error('what was kept could not be taken up', error);

/** One tab at a time. A page that isn't from https has no locks, and its tabs are not kept apart. */
async function alone(name: string, work: () => Promise<void>): Promise<void> {
  const { locks } = navigator as Partial<Navigator>;
  await (locks === undefined ? work() : locks.request(name, work));
}
