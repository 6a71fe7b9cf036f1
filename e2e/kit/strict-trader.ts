import {
  type Answer,
  type TypedDataDomain,
  type EventMode,
  nextNonce,
  orderHash,
  signLogin,
  type SigningFormat,
  signOrder,
  StrictClient,
} from '@exchange/test/seed-client';
import { Wallet } from 'ethers';
import type { Chain, ChainWallet } from './chain';

/** An order in the words of the seed. Amounts in smallest units. */
export interface StrictWish {
  readonly market: string;
  readonly sell: readonly [symbol: string, amount: bigint];
  readonly buy: readonly [symbol: string, amount: bigint];
  readonly format: SigningFormat;
  /** Any other fields of placeOrder. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

const WEEK_S = 604_800;

/** Where orders are signed for, as the configuration says. */
export function domainOf({ config }: StrictClient): TypedDataDomain {
  const { name, chainId, contractAddress } = config;
  if (name === undefined || chainId === undefined) throw new Error('no signing domain in the configuration');
  return { name, chainId, contract: contractAddress };
}

/** An account at the exchange with a strict client. */
export class StrictTrader {
  private constructor(
    readonly chain: Chain,
    readonly client: StrictClient,
    readonly key: Wallet,
    readonly auth: Answer<'authenticate'>,
  ) {}

  /** Connects and logs in with the account's own key. */
  static own(owner: ChainWallet, mode: EventMode): Promise<StrictTrader> {
    return StrictTrader.#login('authenticate', owner.chain, new Wallet(owner.wallet.privateKey), mode);
  }

  /** Connects and logs in with a delegate's key. */
  static delegate(chain: Chain, key: Wallet, mode: EventMode): Promise<StrictTrader> {
    return StrictTrader.#login('authenticateDelegate', chain, key, mode);
  }

  static async #login(
    c: 'authenticate' | 'authenticateDelegate',
    chain: Chain,
    key: Wallet,
    mode: EventMode,
  ): Promise<StrictTrader> {
    const client = await StrictClient.open(chain.endpoints.ws, mode);
    try {
      return new StrictTrader(chain, client, key, await client.call(c, await signLogin(key)));
    } catch (error) {
      client.close();
      throw error;
    }
  }

  get domain(): TypedDataDomain {
    return domainOf(this.client);
  }

  /** The signed fields of placeOrder, and the hash that was signed. */
  async signed({ market, sell, buy, format, fields }: StrictWish) {
    const expiry = Math.floor(Date.now() / 1000) + WEEK_S;
    const [sellToken, buyToken] = [this.chain.token(sell[0]), this.chain.token(buy[0])];
    const terms = { sellToken, sellAmount: sell[1], buyToken, buyAmount: buy[1], expiry, nonce: nextNonce() };
    const signature = await signOrder(this.key, this.domain, terms, format);
    const amounts = { sellAmount: `${terms.sellAmount}`, buyAmount: `${terms.buyAmount}` };
    return {
      command: { market, ...terms, ...amounts, signature, signatureFormat: format, ...fields },
      hash: orderHash(this.domain, terms, format),
      digest: orderHash(this.domain, terms, 'signTypedData'),
    };
  }

  /** Places an order; its first status. */
  async place(wish: StrictWish): Promise<Answer<'placeOrder'>> {
    return this.client.call('placeOrder', (await this.signed(wish)).command);
  }
}
