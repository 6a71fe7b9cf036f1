import { address } from '@exchange/core/kernel';
import type { Bar, BookLineView, CommandOf, TickerView, TokenView } from '@exchange/core/wire';
import type { Ask } from '../ask';

/** Lines per side (all when absent), and significant digits of the rates (5 when absent). */
export type BookLook = Pick<CommandOf<'getOrderBookSnapshot'>, 'limit' | 'decimals'>;

/** Which bars: those that open from `from` to `to`, Unix seconds or ms. */
export type BarsLook = Pick<CommandOf<'getBarData'>, 'precision' | 'from' | 'to'>;

/** Looks at tokens and markets, without a subscription and without a login. */
export class Markets {
  constructor(private readonly ask: Ask) {}

  async token(of: { symbol: string } | { contract: string }): Promise<TokenView> {
    const which = 'contract' in of ? { contract: address(of.contract) } : of;
    return (await this.ask({ c: 'getTokenInfo', ...which }, 'tokenInfo')).token;
  }

  async ticker(market: string): Promise<TickerView> {
    return (await this.ask({ c: 'getTicker', market }, 'ticker')).ticker;
  }

  /** The book now, buys before sells, best first. */
  async book(market: string, look: BookLook = {}): Promise<readonly BookLineView[]> {
    return (await this.ask({ c: 'getOrderBookSnapshot', market, ...look }, 'orderBookSnapshot')).lines;
  }

  /** At most 2000 bars, newest first; `last` when none is older. */
  async bars(market: string, look: BarsLook): Promise<{ bars: readonly Bar[]; last: boolean }> {
    const { bars, last } = await this.ask({ c: 'getBarData', market, ...look }, 'barData');
    return { bars, last };
  }
}
