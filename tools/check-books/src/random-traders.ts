import { parseEther } from 'ethers';
import { Crew } from '../../kit/trading/crew';
import { seededRandom } from '../../kit/random';
import type { Endpoints } from '../../kit/running/endpoints';
import { Middle, RandomTrader } from './random-trader';

/** Traders of the demo that its markets seldom seat: the operator has raised their limits. */
const FIRST_KEY = 30;
/** So many commands of each are under way. */
const HANDS = 4;
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
    private readonly crew: Crew,
  ) {
    const hands = traders.flatMap((trader) => Array.from({ length: HANDS }, () => this.trade(trader)));
    this.trading = Promise.all(hands);
  }

  /** They come, are given what they lack, deposit it, and begin. */
  static async begin(count: number, endpoints: Endpoints): Promise<RandomTraders> {
    const [crew, middle] = [new Crew(endpoints), new Middle()];
    const traders = Array.from({ length: count }, (_, index) => {
      return new RandomTrader(crew.trader(FIRST_KEY + index), seededRandom(index + 1), middle, crew.tally);
    });
    await Promise.all(
      traders.map(async ({ trader }) => {
        await trader.arrive();
        for (const [symbol, amount] of MEANS) {
          await crew.bring(trader, crew.token(symbol), amount, amount / 2n);
        }
      }),
    );
    return new RandomTraders(traders, crew);
  }

  /** They cancel what is open and leave; what they did, in words. */
  async end(): Promise<string> {
    this.ending.abort();
    await this.trading;
    for (const { trader } of this.traders) await trader.cancelAll();
    this.crew.close();
    const edits = this.traders.reduce((sum, trader) => sum + trader.edits, 0);
    return `${this.traders.length} traders: ${edits} edited, ${this.crew.tally.text}`;
  }

  private async trade(trader: RandomTrader): Promise<void> {
    while (!this.ending.signal.aborted) await trader.act();
  }
}
