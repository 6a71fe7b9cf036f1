import { RestClient } from '@exchange/client';
import { expect } from '@jest/globals';
import { parseEther } from 'ethers';
import type { Browser } from 'playwright-core';
import { Chain } from '../../../kit/chain';
import type { RunningExchange } from '../../../kit/running-exchange';
import type { ShownOrder, Trader } from '../../../kit/trader';
import { until } from '../../../kit/until';
import { openBrowser } from '@exchange/test/browser';
import { PageTrader, traderOf } from './page-trader';
import type { Entered, TraderPage } from './trader-page';

const SEEN_MS = 20_000;
export const IOC = { immediateOrCancel: true };
/** A buy as the form has it at first; amount and rate are to be added. */
export const BUY: Entered = {
  ...{ side: 'Buy', kind: 'Limit', execution: 'Good till it ends', hidden: false },
  ...{ lasts: '7 days', rebate: 'DAI', offered: '' },
};

/** An order as its owner's own connection has it. */
export interface StatedOrder {
  readonly id: number;
  readonly active: boolean;
  readonly canceled: boolean;
  readonly stop: string | null;
  readonly peg: readonly [currency: string | null, rate: string | null];
  readonly hidden: boolean;
  readonly info: string;
}

/** The page of somebody, the same account beside it, and others to trade with in ETHDAI. */
export class TradedPage {
  private constructor(
    private readonly browser: Browser,
    private readonly chain: Chain,
    readonly rest: RestClient,
    readonly tab: TraderPage,
    readonly beside: Trader,
    readonly maker: Trader,
    readonly taker: Trader,
  ) {}

  static async open(exchange: RunningExchange): Promise<TradedPage> {
    const chain = new Chain(exchange.endpoints);
    const [browser, beside, maker, taker] = await Promise.all([
      openBrowser(),
      traderOf(chain, 'kinds'),
      traderOf(chain, 'maker'),
      traderOf(chain, 'taker'),
    ]);
    const { tab } = await PageTrader.open(browser, chain, beside.key);
    return new TradedPage(browser, chain, new RestClient(exchange.endpoints.rest), tab, beside, maker, taker);
  }

  async close(): Promise<void> {
    await this.browser.close();
    for (const end of [this.beside, this.maker, this.taker, this.chain]) end.close();
  }

  /** Somebody sells so much ether at a rate. */
  sells(who: Trader, ether: string, rate: bigint, fields = {}): Promise<ShownOrder> {
    const amount = parseEther(ether);
    const [sell, buy] = [['ETH', amount] as const, ['DAI', amount * rate] as const];
    return who.place({ market: 'ETHDAI', format: 'sign', sell, buy, fields });
  }

  /** Somebody buys so much ether at a rate. */
  buys(who: Trader, ether: string, rate: bigint, fields = {}): Promise<ShownOrder> {
    const amount = parseEther(ether);
    const [sell, buy] = [['DAI', amount * rate] as const, ['ETH', amount] as const];
    return who.place({ market: 'ETHDAI', format: 'sign', sell, buy, fields });
  }

  /** The order of a name now. */
  async stated(cid: number): Promise<StatedOrder> {
    const told = (await this.beside.connection.answer({ c: 'getOrder', cid }, 'o')) as readonly unknown[];
    const [id, , , , active, canceled] = told;
    const [stop, currency, rate, hidden, , info] = told.slice(15);
    return { id, active, canceled, stop, peg: [currency, rate], hidden, info } as StatedOrder;
  }

  /** What the order of a name was placed with. */
  async termsOf(cid: number): Promise<Readonly<Record<string, unknown>>> {
    const told = await this.beside.connection.answer({ c: 'getOrderTerms', cid }, 'ot');
    return told as Readonly<Record<string, unknown>>;
  }

  /** Waits until the order of a name has ended. */
  async ended(cid: number): Promise<StatedOrder> {
    await until('the order to end', SEEN_MS, async () => !(await this.stated(cid)).active);
    return this.stated(cid);
  }

  /** Waits until REST has so much ether at this rate; undefined: no line. */
  inBook(rate: string, ether: string | undefined): Promise<void> {
    return until(`${ether ?? 'nothing'} at ${rate} in the book`, SEEN_MS, async () => {
      const line = (await this.rest.orderBook('ETHDAI')).find((each) => each.rate === rate);
      return line?.amount === (ether === undefined ? undefined : `${parseEther(ether)}`);
    });
  }

  /** Waits until the order of a name is canceled for a reason, and the page has told that. */
  async canceledWithReason(cid: number): Promise<void> {
    const { canceled, info } = await this.ended(cid);
    expect([canceled, info === '']).toEqual([true, false]);
    await this.tab.notices
      .getByText(/^Canceled: /)
      .filter({ hasText: info })
      .first()
      .waitFor();
  }

  /** Cancels an open order at the page. */
  async cancelAtPage(cid: number): Promise<void> {
    await this.tab.cancel((await this.stated(cid)).id);
    await this.canceledWithReason(cid);
  }
}
