import { decimalFrom, type Ratio, ZERO_ADDRESS } from '@exchange/core/kernel';
import type { TokenRules } from '@exchange/core/ledger';
import type { ConversionRate } from '@exchange/core/message';

/** When market-data has said nothing about a pair for so long, its rate isn't fresh, whatever it said last. */
export const SILENCE_MS = 60_000;

const ETHER = 'ETH';
const ONE: Ratio = { numerator: 1n, denominator: 1n };

interface Heard {
  readonly rate: string | null;
  readonly at: number;
}

/** What this process has heard of conversion rates and of the gas price since it started. */
export class RateMemory {
  /** Wei; undefined until the first is heard. */
  gasPrice: bigint | undefined;
  private readonly heard = new Map<string, Heard>();
  /** The last ETH rate of each token that was ever fresh. */
  private readonly ether = new Map<string, string>();

  /** `at`: Unix ms of this turn. */
  hear({ token, currency, rate }: ConversionRate, at: number): void {
    this.heard.set(`${token} ${currency}`, { rate, at });
    if (currency === ETHER && rate !== null) this.ether.set(token, rate);
  }

  /** How much of a currency one whole token is worth; null when no fresh rate is known at `now` (Unix ms). */
  fresh(token: string, currency: string, now: number): string | null {
    const heard = this.heard.get(`${token} ${currency}`);
    return heard === undefined || now - heard.at > SILENCE_MS ? null : heard.rate;
  }

  /** The last known ETH per whole token as text, fresh or not; undefined when none was ever known. */
  etherRateText({ contract, symbol }: TokenRules): string | undefined {
    return contract === ZERO_ADDRESS ? '1' : this.ether.get(symbol);
  }

  etherRate(token: TokenRules): Ratio | undefined {
    const text = this.etherRateText(token);
    if (text === undefined) return undefined;
    return token.contract === ZERO_ADDRESS ? ONE : decimalFrom(text);
  }

  /** What was stored when a trade was last valued with it. */
  restoreEtherRate(token: string, rate: string): void {
    this.ether.set(token, rate);
  }
}
