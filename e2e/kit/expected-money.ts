/** One trade as the test says it must be. Gross amounts in smallest units. */
export interface ExpectedTrade {
  readonly maker: string;
  readonly taker: string;
  readonly makerSells: readonly [symbol: string, amount: bigint];
  readonly takerSells: readonly [symbol: string, amount: bigint];
}

/** What takers pay of what they buy: 0.25 %, rounded down. Makers pay nothing, and nobody pays for settlement. */
const TAKER_FEE = { part: 25n, of: 10_000n };

/**
 * The money of all accounts by the published rules, computed by the test itself: deposits, trades and withdrawals go
 * in, and what each account and the fee collector must own comes out.
 */
export class ExpectedMoney {
  readonly #owned = new Map<string, bigint>();

  constructor(readonly collector: string) {}

  of(account: string, symbol: string): bigint {
    return this.#owned.get(`${account} ${symbol}`) ?? 0n;
  }

  deposit(account: string, symbol: string, amount: bigint): void {
    this.#add(account, symbol, amount);
  }

  withdraw(account: string, symbol: string, amount: bigint): void {
    this.#add(account, symbol, -amount);
  }

  trade({ maker, taker, makerSells, takerSells }: ExpectedTrade): void {
    const fee = (makerSells[1] * TAKER_FEE.part) / TAKER_FEE.of;
    this.#add(maker, makerSells[0], -makerSells[1]);
    this.#add(taker, makerSells[0], makerSells[1] - fee);
    this.#add(this.collector, makerSells[0], fee);
    this.#add(taker, takerSells[0], -takerSells[1]);
    this.#add(maker, takerSells[0], takerSells[1]);
  }

  #add(account: string, symbol: string, amount: bigint): void {
    this.#owned.set(`${account} ${symbol}`, this.of(account, symbol) + amount);
  }
}
