import { deployTestToken, encodeRegisterToken, testTokenAbi } from '@exchange/contract/chain';
import type { ReadPacket, SeedConnection } from '@exchange/test/seed-client';
import { Contract, NonceManager, parseEther, Wallet } from 'ethers';
import { operatorKeys } from '../../../tools/kit/chain/dev-keys';
import { Chain, ChainWallet } from '../../kit/chain';
import { codeIn } from '../../kit/code-in';
import { openConnection } from '../../kit/connection';
import type { RunningExchange } from '../../kit/running-exchange';
import { type ShownOrder, Trader, type Wish } from '../../kit/trader';
import { until } from '../../kit/until';
import type { DayTrades } from './day-trades';

const TOKENS = parseEther('1000');
const FUNDED_MS_MAX = 20_000;
const SEEN_MS_MAX = 30_000;

interface Listing {
  readonly tokens: Readonly<Record<string, { readonly contract: string }>>;
  readonly markets: Readonly<
    Record<string, { readonly status: string; readonly minOrderAmountQuote: string }>
  >;
}

/** What a cast is made from. */
export interface CastPlan {
  readonly symbol: string;
  /** Accounts of `endpoints.json`, with which nobody else trades. */
  readonly maker: number;
  readonly taker: number;
  /** Fees that are announced start that much later. */
  readonly feesAfterMs: number;
}

/** Who has the day played to: a new token, its market against DAI, two traders, and somebody who watches the listing. */
export class Cast {
  readonly symbol: string;
  readonly market: string;
  /** The maker's order that rests. */
  resting: ShownOrder | undefined;
  /** When the fees start that were announced, Unix ms. */
  feesStartAt = 0;
  /** Trades while other things happen. */
  trading: DayTrades | undefined;

  private constructor(
    readonly plan: CastPlan,
    /** Of the token. */
    readonly contract: string,
    readonly chain: Chain,
    readonly maker: Trader,
    readonly taker: Trader,
    /** An account that nobody has raised. */
    public newcomer: Trader,
    readonly onlooker: SeedConnection,
    /** As it is without the token. */
    private readonly plain: Chain,
  ) {
    this.symbol = plan.symbol;
    this.market = `${plan.symbol}DAI`;
  }

  /** Deploys the token, lets the contract take it, gives it to the maker, and funds the taker. */
  static async create(exchange: RunningExchange, plan: CastPlan): Promise<Cast> {
    const { endpoints } = exchange;
    const { symbol } = plan;
    const plain = new Chain(endpoints);
    const signer = ({ privateKey }: { readonly privateKey: string }) =>
      new NonceManager(new Wallet(privateKey, plain.provider));
    const deployer = signer(operatorKeys.tokenDeployer);
    const { address } = await deployTestToken(deployer, { name: symbol, symbol, decimals: 18 });
    const data = encodeRegisterToken(address);
    await (await signer(operatorKeys.lister).sendTransaction({ to: endpoints.contract, data })).wait();
    const chain = new Chain({ ...endpoints, tokens: { ...endpoints.tokens, [symbol]: address } });
    const own = (key = '') => Trader.own(new ChainWallet(chain, key));
    const keys = [plan.maker, plan.taker].map((at) => endpoints.accounts[at]?.privateKey);
    const [maker, taker] = (await Promise.all(keys.map(own))) as [Trader, Trader];
    const token = new Contract(address, testTokenAbi, deployer);
    await (await token.getFunction('mint')(maker.key.address, TOKENS)).wait();
    await new ChainWallet(chain, taker.key.privateKey).deposit('DAI', TOKENS);
    const usable = async () => (await taker.balances())['DAI']?.usable ?? 0n;
    await until('the deposit', FUNDED_MS_MAX, async () => (await usable()) >= TOKENS);
    const onlooker = await openConnection(endpoints.ws);
    await onlooker.call({ c: 'subscribe', markets: ['exchange'], events: ['listings'] }, 'lis');
    const newcomer = await own(Wallet.createRandom().privateKey);
    return new Cast(plan, address.toLowerCase(), chain, maker, taker, newcomer, onlooker, plain);
  }

  /** The maker deposits the token: it is listed. */
  async deposit(): Promise<void> {
    await new ChainWallet(this.chain, this.maker.key.privateKey).deposit(this.symbol, TOKENS);
    await this.maker.settledUntil({ [this.symbol]: TOKENS });
  }

  /** The newcomer logs in once more. */
  async newcomerAgain(): Promise<Trader> {
    const { privateKey } = this.newcomer.key;
    this.newcomer.close();
    this.newcomer = await Trader.own(new ChainWallet(this.chain, privateKey));
    return this.newcomer;
  }

  /** The newest listing as it was told. */
  get listing(): Listing {
    const told = this.onlooker.packets.filter(({ event }) => event === 'lis').at(-1);
    return told?.message as Listing;
  }

  async listingUntil(what: string, isIt: (listing: Listing) => boolean): Promise<void> {
    await until(`the listing to say ${what}`, SEEN_MS_MAX, () => isIt(this.listing));
  }

  statusUntil(status: string): Promise<void> {
    return this.listingUntil(status, ({ markets }) => markets[this.market]?.status === status);
  }

  /** One whole token for one DAI. */
  offer(more: Partial<Wish> = {}): Wish {
    const one = parseEther('1');
    const { market, symbol } = this;
    return { market, sell: [symbol, one], buy: ['DAI', one], format: 'signTypedData', ...more };
  }

  demand(): Wish {
    const { sell, buy, ...more } = this.offer();
    return { ...more, sell: buy, buy: sell };
  }

  /** An order that somebody places by a command that the exchange refuses: with which code. */
  async refusalOf(trader: Trader, wish: Wish): Promise<string> {
    return codeIn(await trader.connection.refusal(await trader.placeCommand(wish)));
  }

  /**
   * The maker's order rests in the book. The engine hears of a status by the log of one group and of an order by that of
   * another, so a market may still be closed to the first order after its status was told.
   */
  async rest(): Promise<void> {
    await until("the maker's order to rest", SEEN_MS_MAX, async () => {
      this.resting = await this.maker.place(this.offer());
      return this.#untilInBook(this.resting.id);
    });
  }

  /** False if it is canceled instead. Nobody else sells. */
  async #untilInBook(id: number): Promise<boolean> {
    const look = { c: 'getOrderBookSnapshot', market: this.market };
    let isInBook = false;
    await until('the order to rest or end', SEEN_MS_MAX, async () => {
      const { message } = await this.onlooker.call(look, 'obs');
      isInBook = (message as unknown[]).length > 0;
      return isInBook || !(await this.maker.order(id)).active;
    });
    return isInBook;
  }

  /** How the order that rests has ended; it was canceled by nobody who trades. */
  async endOfResting(): Promise<string> {
    const { id = 0 } = this.resting ?? {};
    return (await this.maker.orderUntil(id, 'canceled', ({ canceled }) => canceled)).info;
  }

  /** Both trade one token; what the taker paid for it, in parts per million of what it bought. */
  async trade(): Promise<{ readonly id: number; readonly takerPpm: number }> {
    const from = this.taker.connection.packets.length;
    await this.maker.place(this.offer());
    await this.taker.place(this.demand());
    const isTrade = ({ channel, event, message }: ReadPacket) =>
      channel === this.market && event === 'ts' && !Array.isArray((message as unknown[])[0]);
    const { message } = await this.taker.connection.find('the trade', from, isTrade);
    const [id, , , , , fee] = message as [number, ...string[]];
    return { id, takerPpm: Number((BigInt(fee ?? 0) * 1_000_000n) / parseEther('1')) };
  }

  close(): void {
    for (const end of [this.maker, this.taker, this.newcomer, this.onlooker, this.chain, this.plain])
      end.close();
  }
}
