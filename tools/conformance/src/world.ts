import { parseUnits, Wallet, ZeroAddress } from 'ethers';
import { Account, type Domain, type Key, type Wish } from './account';
import { Chain } from './chain';
import type { Options } from './options';
import { Connection } from './strict/connection';
import { Journal } from './strict/journal';
import { config as configLayout, listedHttp } from './strict/layouts';
import { RestProbe } from './strict/rest-probe';

export interface Token {
  readonly symbol: string;
  readonly contract: string;
  readonly decimals: number;
}

/** A market with amounts that are well above its minimums: one lot is `lot` of the traded token for `price` of the quote. */
export interface Market {
  readonly id: string;
  readonly traded: Token;
  readonly quote: Token;
  readonly lot: bigint;
  readonly price: bigint;
}

export interface Config {
  readonly contractAddress: string;
  readonly network: string;
  readonly name: string;
  readonly chainId: number;
  readonly conversionCurrencies: Readonly<Record<string, string>>;
  readonly barDataPrecisions: Readonly<Record<string, number>>;
}

interface Listed {
  readonly tokens: Readonly<Record<string, { contract: string; decimals: number }>>;
  readonly markets: Readonly<Record<string, { traded: string; quote: string }>>;
}

const LOTS = 400n;
const GAS_ETHER = parseUnits('5');

/** The exchange under test, and accounts of its own in it. */
export class World {
  alice!: Account;
  bob!: Account;

  private constructor(
    readonly options: Options,
    readonly rest: RestProbe,
    readonly chain: Chain,
    readonly journal: Journal,
    readonly config: Config,
    readonly listed: Listed,
    readonly market: Market,
    readonly other: Market,
  ) {}

  /** Looks at what is listed and picks a market; opens no account yet. */
  static async look(options: Options): Promise<World> {
    const rest = new RestProbe(options.rest);
    const config = await rest.data<Config>('/config', configLayout);
    const listed = await rest.data<Listed>('/listed', listedHttp);
    const [market, other] = await pickMarkets(rest, listed);
    const chain = new Chain(options.rpc, config.chainId, config.contractAddress, options.key);
    return new World(options, rest, chain, new Journal(), config, listed, market, other);
  }

  /** The same exchange with two new accounts: funded, and logged in with their own keys. */
  async withAccounts(): Promise<World> {
    const { options, rest, chain, journal, config, listed, market, other } = this;
    const world = new World(options, rest, chain, journal, config, listed, market, other);
    [world.alice, world.bob] = (await world.#fundedAccounts(2)) as [Account, Account];
    return world;
  }

  get domain(): Domain {
    const { name, chainId, contractAddress } = this.config;
    return { name, chainId, contract: contractAddress };
  }

  /** New accounts that have deposited both tokens of the market, logged in. */
  async #fundedAccounts(count: number): Promise<Account[]> {
    const keys = Array.from({ length: count }, () => new Wallet(Wallet.createRandom().privateKey));
    const accounts: Account[] = [];
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

  account(key: Key): Promise<Account> {
    return Account.connect(this.options.ws, this.journal, key, this.domain);
  }

  /** Another connection of an account, with the account's budget, not logged in. */
  again(account: Account): Promise<Account> {
    return Account.connect(this.options.ws, this.journal, account.key, this.domain, account.budget);
  }

  connection(): Promise<Connection> {
    return Connection.open(this.options.ws, this.journal);
  }

  /** Sells or buys lots at a percentage of the price. */
  readonly wish = (side: 'buy' | 'sell', lots: number, percent: number, more: Partial<Wish> = {}): Wish => {
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

  async #fund(keys: readonly Key[]): Promise<void> {
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

async function untilUsable(account: Account, symbol: string): Promise<void> {
  const end = Date.now() + DEPOSIT_MS_MAX;
  while ((await account.usable(symbol)) === 0n) {
    if (Date.now() > end) throw new Error(`the deposit of ${symbol} was not credited`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** The quietest market whose quote token is the chain's coin, and one in which that coin is traded. */
async function pickMarkets(rest: RestProbe, listed: Listed): Promise<[Market, Market]> {
  const { data } = (await rest.answer('/listed')).body as { data: Listed };
  const found: { market: Market; lines: number }[] = [];
  for (const [id, { traded, quote }] of Object.entries(data.markets)) {
    if (listed.tokens[quote]?.contract !== ZeroAddress) continue;
    const { body } = await rest.answer(`/market/${id}/orderbook`);
    const lines = (body as { data: { direction: string; rate: string }[] }).data;
    found.push({ market: await marketAround(rest, listed, id, traded, quote), lines: lines.length });
  }
  found.sort((a, b) => a.lines - b.lines);
  const [first] = found;
  const other = Object.entries(data.markets).find(([, { traded }]) => traded === first?.market.quote.symbol);
  if (first === undefined || other === undefined) {
    throw new Error(
      "the run needs a market that is quoted in the chain's coin, and one that trades the coin",
    );
  }
  const [id, { traded, quote }] = other;
  return [first.market, await marketAround(rest, listed, id, traded, quote)];
}

const DEFAULT_RATE = '0.01';

/** A rate's first two digits: so that cases can go some percent up and down without a rounded rate. */
function shortened(rate: string): string {
  let digits = 0;
  return rate.replace(/\d/g, (digit) => {
    if (digits > 0 || digit !== '0') digits += 1;
    return digits > 2 ? '0' : digit;
  });
}

async function marketAround(
  rest: RestProbe,
  listed: Listed,
  id: string,
  tradedSymbol: string,
  quoteSymbol: string,
): Promise<Market> {
  const token = (symbol: string): Token => {
    const known = listed.tokens[symbol];
    if (known === undefined) throw new Error(`market ${id} has a token ${symbol} that isn't listed`);
    return { symbol, ...known };
  };
  const [traded, quote] = [token(tradedSymbol), token(quoteSymbol)];
  const { body } = await rest.answer(`/market/${id}/ticker`);
  const { rate } = (body as { data: { rate: string } }).data;
  // Ten whole tokens are a lot that is above the minimums of what is listed on test networks.
  const lot = 10n * 10n ** BigInt(traded.decimals);
  return {
    id,
    traded,
    quote,
    lot,
    price: 10n * parseUnits(rate === '0' ? DEFAULT_RATE : shortened(rate), quote.decimals),
  };
}
