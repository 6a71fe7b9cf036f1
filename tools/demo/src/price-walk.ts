import type { Random } from '../../kit/random';

/** Prices in millionths of a dollar per whole token. */
export type Prices = Readonly<Record<string, bigint>>;

const MILLION = 1_000_000n;
/** The largest step of a tick. */
const STEP_PPM_MAX = 600;
/** How much of the way back to where it began a price goes in each tick, so that it never runs away. */
const PULL_PPM = 500n;

const BEGIN: Prices = {
  ETH: 3_000n * MILLION,
  WBTC: 60_000n * MILLION,
  LINK: 15n * MILLION,
  DAI: MILLION,
  USDC: MILLION,
};
/** Tokens that are worth a dollar by intent. */
const STABLE = new Set(['DAI', 'USDC']);

/** Prices that wander: each tick moves each token a little, at random and back to where it came from. */
export class PriceWalk {
  readonly #random: Random;
  #prices: Prices = BEGIN;

  constructor(random: Random) {
    this.#random = random;
  }

  get prices(): Prices {
    return this.#prices;
  }

  /** Whether it has a price for every one of these tokens. */
  knows(...symbols: readonly string[]): boolean {
    return symbols.every((symbol) => Object.hasOwn(this.#prices, symbol));
  }

  tick(): void {
    this.#prices = Object.fromEntries(
      Object.entries(this.#prices).map(([symbol, price]) => [symbol, this.#step(symbol, price)]),
    );
  }

  #step(symbol: string, price: bigint): bigint {
    if (STABLE.has(symbol)) return price;
    const move = (price * BigInt(this.#random.between(-STEP_PPM_MAX, STEP_PPM_MAX))) / MILLION;
    const pull = (((BEGIN[symbol] ?? price) - price) * PULL_PPM) / MILLION;
    return price + move + pull;
  }
}
