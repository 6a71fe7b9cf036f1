import { address } from '@exchange/core/kernel';
import type { BookLineView, CommandOf, TickerView, TokenView } from '@exchange/core/wire';
import type { Ask } from '../exchange-client';

/** Lines per side (all when absent), and significant digits of the rates (5 when absent). */
export type BookLook = Pick<CommandOf<'getOrderBookSnapshot'>, 'limit' | 'decimals'>;

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
}
