import { JsonRpcProvider, parseEther, ZeroAddress } from 'ethers';
import { ChainAccount } from '../../demo/src/chain-account';
import { traderKey } from '../../demo/src/keys';
import { seededRandom } from '../../demo/src/random';
import { Tally } from '../../demo/src/tally';
import { type HeldToken, DemoTrader } from '../../demo/src/trader';
import type { Endpoints } from '../../launcher/src/settings/endpoints';
import { Middle, RandomTrader } from './random-trader';

/** Traders of the demo that its markets seldom seat: the operator has raised their limits. */
const FIRST_KEY = 30;
/** So many commands of each are under way. */
const HANDS = 4;
const GAS_MONEY = parseEther('1');
const MEANS: readonly (readonly [symbol: string, amount: bigint])[] = [
  ['ETH', parseEther('100')],
  ['DAI', parseEther('30000')],
];

/** Several accounts that trade at random with each other, as fast as the exchange lets them. */
export class RandomTraders {
  private readonly ending = new AbortController();
  private readonly trading: Promise<unknown>;

  private constructor(
    private readonly traders: readonly RandomTrader[],
    private readonly tally: Tally,
    private readonly provider: JsonRpcProvider,
  ) {
    const hands = traders.flatMap((trader) => Array.from({ length: HANDS }, () => this.trade(trader)));
    this.trading = Promise.all(hands);
  }

  /** They come, are given what they lack, deposit it, and begin. */
  static async begin(count: number, endpoints: Endpoints): Promise<RandomTraders> {
    const { rpc, chainId, contract, ws, accounts, tokens } = endpoints;
    const provider = new JsonRpcProvider(rpc, chainId, { staticNetwork: true, cacheTimeout: -1 });
    provider.pollingInterval = 250;
    const account = (key: string) => new ChainAccount(key, provider, contract);
    const [tally, middle] = [new Tally(), new Middle()];
    const { signal } = new AbortController();
    const traders = Array.from({ length: count }, (_, index) => {
      const trader = new DemoTrader(account(traderKey(FIRST_KEY + index)), ws, tally, signal);
      return new RandomTrader(trader, seededRandom(index + 1), middle, tally);
    });
    const banker = account(accounts.at(-1)?.privateKey ?? '');
    await Promise.all(
      traders.map(async ({ trader }) => {
        await trader.arrive();
        for (const [symbol, amount] of MEANS) {
          await bring(banker, trader, { symbol, contract: tokens[symbol] ?? '', decimals: 18 }, amount);
        }
      }),
    );
    return new RandomTraders(traders, tally, provider);
  }

  /** They cancel what is open and leave; what they did, in words. */
  async end(): Promise<string> {
    this.ending.abort();
    await this.trading;
    for (const { trader } of this.traders) {
      await trader.cancelAll();
      trader.client.close();
    }
    this.provider.destroy();
    const edits = this.traders.reduce((sum, trader) => sum + trader.edits, 0);
    return `${this.traders.length} traders: ${edits} edited, ${this.tally.text}`;
  }

  private async trade(trader: RandomTrader): Promise<void> {
    while (!this.ending.signal.aborted) await trader.act();
  }
}

/** Gives a trader a token, as far as it lacks it at the exchange. */
async function bring(
  banker: ChainAccount,
  trader: DemoTrader,
  token: HeldToken,
  amount: bigint,
): Promise<void> {
  if ((await trader.usable(token)) >= amount / 2n) return;
  const { address } = trader.chain.wallet;
  await banker.give(address, ZeroAddress, GAS_MONEY);
  await banker.give(address, token.contract, amount);
  await trader.deposit(token, amount);
}
