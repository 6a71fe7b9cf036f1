import {
  config as configLayout,
  listedHttp,
  type SeedConnection,
  type SigningKey,
  type TypedDataDomain,
} from '@exchange/test/seed-client';
import { present } from '@exchange/core/kernel';
import { parseUnits, Wallet, ZeroAddress } from 'ethers';
import { ConformanceAccount, type OrderToSign } from './account';
import { ChainAccess } from './chain';
import { findMarkets, type ShownListing, type ListedPair, type Token } from './market';
import type { Options } from './options';
import { openConnection, type StrictOptions } from './strict/connection';
import { FrameJournal } from './strict/journal';
import { RestProbe } from './strict/rest-probe';

interface Config {
  readonly contractAddress: string;
  readonly network: string;
  readonly name: string;
  readonly chainId: number;
  readonly conversionCurrencies: Readonly<Record<string, string>>;
  readonly barDataPrecisions: Readonly<Record<string, number>>;
}

const LOTS = 400n;
const GAS_ETHER = parseUnits('5');

/** The exchange under test, and accounts of its own in it. */
export class World {
  alice!: ConformanceAccount;
  bob!: ConformanceAccount;

  private constructor(
    readonly options: Options,
    readonly rest: RestProbe,
    readonly chain: ChainAccess,
    readonly journal: FrameJournal,
    readonly config: Config,
    readonly listed: ShownListing,
    /** Those that can be traded in (findMarkets). */
    readonly markets: readonly ListedPair[],
    /** The market in which the accounts of this world trade. */
    readonly market: ListedPair,
  ) {}

  /** Looks at what is listed and picks markets; opens no account yet. */
  static async look(options: Options): Promise<World> {
    const rest = new RestProbe(options.rest);
    const config = await rest.data<Config>('/config', configLayout);
    const listed = await rest.data<ShownListing>('/listed', listedHttp);
    const markets = await findMarkets(rest, listed);
    const chain = new ChainAccess(options.rpc, config.chainId, config.contractAddress, options.key);
    return new World(
      options,
      rest,
      chain,
      new FrameJournal(),
      config,
      listed,
      markets,
      present(markets[0], 'a market'),
    );
  }

  /** The same exchange with two new accounts for a market: funded, and logged in with their own keys. */
  async withAccounts(market: ListedPair): Promise<World> {
    const { options, rest, chain, journal, config, listed, markets } = this;
    const world = new World(options, rest, chain, journal, config, listed, markets, market);
    [world.alice, world.bob] = (await world.fundedAccounts(2)) as [ConformanceAccount, ConformanceAccount];
    return world;
  }

  /** Another market, in which a token of the accounts is traded. */
  get other(): ListedPair {
    const { id, traded, quote } = this.market;
    const ours = [traded.contract, quote.contract];
    const isIt = (one: ListedPair) => one.id !== id && ours.includes(one.traded.contract);
    return present(this.markets.find(isIt), 'another market of the same tokens');
  }

  get domain(): TypedDataDomain {
    const { name, chainId, contractAddress } = this.config;
    return { name, chainId, contract: contractAddress };
  }

  /** New accounts that have deposited both tokens of the market, logged in. */
  async fundedAccounts(count: number): Promise<ConformanceAccount[]> {
    const keys = Array.from({ length: count }, () => new Wallet(Wallet.createRandom().privateKey));
    const accounts: ConformanceAccount[] = [];
    for (const key of keys) accounts.push(await this.account(key));
    await this.#fund(keys);
    for (const account of accounts) {
      await account.login();
      for (const { symbol } of [this.market.traded, this.market.quote]) {
        await untilUsable(account, symbol);
      }
    }
    return accounts;
  }

  account(key: SigningKey): Promise<ConformanceAccount> {
    return ConformanceAccount.connect(this.options.ws, this.journal, key, this.domain);
  }

  /** Another connection of an account, with the account's budget, not logged in. */
  again({ key, budget }: ConformanceAccount, options?: StrictOptions): Promise<ConformanceAccount> {
    return ConformanceAccount.connect(this.options.ws, this.journal, key, this.domain, budget, options);
  }

  connection(options?: StrictOptions): Promise<SeedConnection> {
    return openConnection(this.options.ws, this.journal, options);
  }

  /**
   * A connection from an address of its own among those of this machine, if the exchange is there: development setups
   * raise the limits of the usual one.
   */
  stranger(host: number): Promise<SeedConnection> {
    return this.connection({ localAddress: this.isLocal ? `127.0.0.${host}` : undefined });
  }

  private get isLocal(): boolean {
    const { hostname } = new URL(this.options.ws);
    return hostname === '127.0.0.1' || hostname === 'localhost';
  }

  /** Sells or buys lots at a percentage of the price. */
  readonly wish = (
    side: 'buy' | 'sell',
    lots: number,
    percent: number,
    more: Partial<OrderToSign> = {},
  ): OrderToSign => {
    const { id, traded, quote, lot, price } = this.market;
    const tradedAmount = lot * BigInt(lots);
    const quoteAmount = (price * BigInt(lots) * BigInt(percent)) / 100n;
    const amounts =
      side === 'sell'
        ? { sellAmount: tradedAmount, buyAmount: quoteAmount }
        : { sellAmount: quoteAmount, buyAmount: tradedAmount };
    const [sellToken, buyToken] =
      side === 'sell' ? [traded.contract, quote.contract] : [quote.contract, traded.contract];
    return { market: id, sellToken, buyToken, ...amounts, ...more };
  };

  async #fund(keys: readonly SigningKey[]): Promise<void> {
    const { traded, quote, lot, price } = this.market;
    const amounts: [Token, bigint][] = [
      [traded, lot * LOTS],
      [quote, price * LOTS],
    ];
    const given = [];
    for (const key of keys) {
      const ether = amounts.filter(([token]) => token.contract === ZeroAddress);
      const wanted = ether.reduce((sum, [, amount]) => sum + amount, GAS_ETHER);
      given.push(await this.chain.give(ZeroAddress, key.address, wanted));
      for (const [token, amount] of amounts) {
        if (token.contract !== ZeroAddress) {
          given.push(await this.chain.give(token.contract, key.address, amount));
        }
      }
    }
    await Promise.all(given.map((sent) => sent.wait()));
    await Promise.all(
      keys.map(async (key) => {
        for (const [token, amount] of amounts) await this.chain.deposit(key, token.contract, amount);
      }),
    );
  }
}

const DEPOSIT_MS_MAX = 60_000;

async function untilUsable(account: ConformanceAccount, symbol: string): Promise<void> {
  const end = Date.now() + DEPOSIT_MS_MAX;
  while ((await account.usable(symbol)) === 0n) {
    if (Date.now() > end) throw new Error(`the deposit of ${symbol} was not credited`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
