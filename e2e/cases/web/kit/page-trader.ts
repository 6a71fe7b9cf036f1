import { parseEther, type Wallet } from 'ethers';
import type { Browser, BrowserContext } from 'playwright-core';
import { Chain, ChainWallet } from '../../../kit/chain';
import type { RunningExchange } from '../../../kit/running-exchange';
import { Trader } from '../../../kit/trader';
import { DESKTOP } from '../opened-page';
import { PageWallet } from './page-wallet';
import { TraderPage } from './trader-page';

const FUNDS = { ETH: parseEther('50'), DAI: parseEther('20000') };
/** The dev accounts of those who trade at pages, and of those with whom they do. */
const PAGE_ACCOUNTS = {
  ...{ kinds: 10, maker: 11, taker: 12, refusals: 13, intents: 14, tabs: 15, restarts: 16, restingMaker: 17 },
} as const;
type PageAccount = keyof typeof PAGE_ACCOUNTS;

const walletOf = (chain: Chain, name: PageAccount) =>
  new ChainWallet(chain, chain.endpoints.accounts[PAGE_ACCOUNTS[name]]?.privateKey ?? '');

/** Gives each of these accounts, which had nothing at the exchange, 50 ETH and 20 000 DAI there, and waits until they are final. */
export async function fundPageAccounts(exchange: RunningExchange): Promise<void> {
  const chain = new Chain(exchange.endpoints);
  const names = Object.keys(PAGE_ACCOUNTS) as PageAccount[];
  await Promise.all(
    names.map(async (name) => {
      const [trader, owner] = [await traderOf(chain, name), walletOf(chain, name)];
      for (const [symbol, amount] of Object.entries(FUNDS)) await owner.deposit(symbol, amount);
      await trader.settledUntil(FUNDS);
      trader.close();
    }),
  );
  chain.close();
}

/** A connection of one of them, beside its page. */
export const traderOf = (chain: Chain, name: PageAccount): Promise<Trader> =>
  Trader.own(walletOf(chain, name));

/** Somebody with a browser, a wallet in it, and the trading page of ETHDAI in a tab. */
export class PageTrader {
  private constructor(
    readonly context: BrowserContext,
    readonly wallet: PageWallet,
    readonly tab: TraderPage,
    private readonly address: string,
  ) {}

  /** Logs in with the account's own key. `isRouted`: commands can be met on the line of the page. */
  static async open(
    browser: Browser,
    chain: Chain,
    key: Wallet,
    { isRouted = true } = {},
  ): Promise<PageTrader> {
    const context = await browser.newContext({ viewport: DESKTOP, locale: 'en-US' });
    const { rest, chainId } = chain.endpoints;
    const wallet = await PageWallet.in(context, key.connect(chain.provider), chainId);
    const address = `${rest}/#/market/ETHDAI`;
    const tab = await TraderPage.open(context, address, isRouted);
    await tab.logIn();
    return new PageTrader(context, wallet, tab, address);
  }

  /** One more tab of the same browser, which is logged in by itself. */
  async secondTab(): Promise<TraderPage> {
    const tab = await TraderPage.open(this.context, this.address);
    await tab.untilIn();
    return tab;
  }

  close(): Promise<void> {
    return this.context.close();
  }
}
