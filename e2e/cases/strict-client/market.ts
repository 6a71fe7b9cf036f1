import { type EventMode, type SigningFormat, StrictClient } from '@exchange/test/seed-client';
import { Wallet } from 'ethers';
import { type Chain, ChainWallet } from '../../kit/chain';
import { withFreshMarket } from '../../kit/fresh-tokens';
import type { RunningExchange } from '../../kit/running-exchange';
import { StrictTrader, type StrictWish } from '../../kit/strict-trader';
import { until } from '../../kit/until';

export const UNIT = 10n ** 18n;
/** What both own on the chain of their token: Ann of the traded, Ben of the quote token. */
export const MINTED = 1_000_000n * UNIT;

/** Pays for the calls of Ann and Ben; index in endpoints.json. */
const FUNDER = 23;
const ETHER_EACH = 10n * UNIT;

/** One way in which clients of the interface differ. */
export interface Manner {
  readonly mode: EventMode;
  readonly tokens: readonly [traded: string, quote: string];
  /** How makers sign; takers sign in the other format. */
  readonly format: SigningFormat;
}

export const otherFormat = (format: SigningFormat): SigningFormat =>
  format === 'sign' ? 'signTypedData' : 'sign';

/** A market of its own, two accounts and somebody who only watches, each with a strict client. */
export class StrictMarket {
  private constructor(
    readonly manner: Manner,
    readonly chain: Chain,
    readonly wallets: { readonly ann: ChainWallet; readonly ben: ChainWallet },
    readonly ann: StrictTrader,
    readonly ben: StrictTrader,
    readonly watcher: StrictClient,
  ) {}

  static async open(exchange: RunningExchange, manner: Manner): Promise<StrictMarket> {
    // Of which the exchange has never heard.
    const [annKey, benKey] = [Wallet.createRandom(), Wallet.createRandom()];
    const [traded, quote] = manner.tokens;
    const chain = await withFreshMarket(exchange, manner.tokens, [
      [traded, annKey.address, MINTED],
      [quote, benKey.address, MINTED],
    ]);
    const { ws } = exchange.endpoints;
    const watcher = await StrictClient.open(ws, manner.mode);
    await until('the new market to be known', 20_000, async () => {
      return traded + quote in (await watcher.call('getListed')).markets;
    });
    const wallets = {
      ann: new ChainWallet(chain, annKey.privateKey),
      ben: new ChainWallet(chain, benKey.privateKey),
    };
    const funder = new ChainWallet(chain, exchange.endpoints.accounts[FUNDER]?.privateKey ?? '');
    for (const { address } of [wallets.ann, wallets.ben]) await funder.give('ETH', address, ETHER_EACH);
    const [ann, ben] = await Promise.all(
      [wallets.ann, wallets.ben].map((wallet) => StrictTrader.own(wallet, manner.mode)),
    );
    return new StrictMarket(manner, chain, wallets, ann as StrictTrader, ben as StrictTrader, watcher);
  }

  get market(): string {
    return this.manner.tokens.join('');
  }

  /** An order that sells the traded token at a whole rate. */
  sell(amount: bigint, rate: bigint, format: SigningFormat, fields = {}): StrictWish {
    const [traded, quote] = this.manner.tokens;
    return { market: this.market, sell: [traded, amount], buy: [quote, amount * rate], format, fields };
  }

  /** An order that buys the traded token at a whole rate. */
  buy(amount: bigint, rate: bigint, format: SigningFormat, fields = {}): StrictWish {
    const [traded, quote] = this.manner.tokens;
    return { market: this.market, sell: [quote, amount * rate], buy: [traded, amount], format, fields };
  }

  /** Throws if any of the clients met what the tables don't allow. */
  close(): void {
    this.chain.close();
    for (const client of [this.ann.client, this.ben.client, this.watcher]) client.close();
  }
}
