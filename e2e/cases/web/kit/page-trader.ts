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

const walletOf = (chain: Chain, index: number) =>
  new ChainWallet(chain, chain.endpoints.accounts[index]?.privateKey ?? '');

/** A dev account that had nothing at the exchange, with 50 ETH and 20 000 DAI there, which are final. */
export async function withFunds(chain: Chain, index: number): Promise<Trader> {
  const owner = walletOf(chain, index);
  const trader = await Trader.own(owner);
  for (const [symbol, amount] of Object.entries(FUNDS)) await owner.deposit(symbol, amount);
  await trader.settledUntil(FUNDS);
  return trader;
}

/** Gives funds to everybody who trades at pages. */
export async function fundPageAccounts(exchange: RunningExchange): Promise<void> {
  const chain = new Chain(exchange.endpoints);
  const funded = Object.values(PAGE_ACCOUNTS).map((index) => withFunds(chain, index));
  for (const trader of await Promise.all(funded)) trader.close();
  chain.close();
}

/** A connection of one of them, beside its page. */
export const traderOf = (chain: Chain, name: PageAccount): Promise<Trader> =>
  Trader.own(walletOf(chain, PAGE_ACCOUNTS[name]));

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
