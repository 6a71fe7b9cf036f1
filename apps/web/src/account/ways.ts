import type { ExchangeClient } from '@exchange/client';
import { waysText } from '../text/ways';
import { WalletList } from '../wallet/wallet-list';
import type { Kept } from './kept';
import { OwnFunds } from './own-funds';
import { TradingAccount } from './trading-account';

/** The ways in: the wallets of the browser, who the page trades for, and what that account has. */
export interface Ways {
  readonly kept: Kept;
  readonly wallets: WalletList;
  readonly account: TradingAccount;
  readonly own: OwnFunds;
}

/** Opens the ways in for a client that is connected, and becomes who used the page last; asks nobody. */
export function openWays(client: ExchangeClient, kept: Kept): Ways {
  const wallets = new WalletList(window, waysText.connect.unnamed);
  const account = new TradingAccount({ client, wallets, store: kept.store, vault: kept.vault, page: window });
  const own = new OwnFunds(client);
  account.start().catch((error: unknown) => console.error('what was kept could not be taken up', error));
  return { kept, wallets, account, own };
}
