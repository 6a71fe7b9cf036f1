import {
  nextNonce,
  type SigningFormat,
  signOrder,
  type SeedConnection,
  type SeedCommand,
} from '@exchange/test/seed-client';
import { Wallet } from 'ethers';
import type { Chain, ChainWallet, WithdrawalConsent } from './chain';
import { until } from './until';
import { openConnection } from './connection';

/** An order in the words of the seed. Amounts in smallest units. */
export interface Wish {
  readonly market: string;
  readonly sell: readonly [symbol: string, amount: bigint];
  readonly buy: readonly [symbol: string, amount: bigint];
  readonly format: SigningFormat;
  readonly cid?: number;
  readonly expiry?: number;
  readonly nonce?: number;
  /** Any other fields of placeOrder. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** The members of an order object that tests look at (seed: Order object). */
export interface ShownOrder {
  readonly id: number;
  readonly cid: number;
  readonly active: boolean;
  readonly canceled: boolean;
  readonly sellRemaining: bigint;
  readonly buyRemaining: bigint;
  readonly sellBook: bigint;
  readonly buyBook: bigint;
  readonly rate: string;
  readonly trades: readonly number[];
  readonly info: string;
}

export function orderObject(message: unknown): ShownOrder {
  const at = message as unknown[];
  const amount = (index: number) => BigInt(at[index] as string);
  return {
    id: at[0] as number,
    cid: at[1] as number,
    active: at[4] as boolean,
    canceled: at[5] as boolean,
    sellRemaining: amount(10),
    buyRemaining: amount(11),
    sellBook: amount(12),
    buyBook: amount(13),
    rate: at[14] as string,
    trades: at[19] as number[],
    info: at[20] as string,
  };
}

/** Settled, usable and blocked (seed: Balance object), by symbol. */
export type Balances = Readonly<Record<string, { settled: bigint; usable: bigint; blocked: bigint }>>;

const WEEK_S = 604_800;
const SETTLEMENT_MS_MAX = 45_000;

/** An account at the exchange: one connection, and the key that it logged in with. */
export class Trader {
  private constructor(
    readonly chain: Chain,
    readonly connection: SeedConnection,
    readonly key: Wallet,
    readonly name: string,
  ) {}

  /** Connects and logs in with the account's own key. */
  static async own(owner: ChainWallet): Promise<Trader> {
    const key = new Wallet(owner.wallet.privateKey);
    const trader = await Trader.#connect(owner.chain, key);
    const auth = (await trader.#login('authenticate')) as unknown[];
    if (auth[1] !== owner.address) throw new Error(`logged in as ${String(auth[1])}`);
    return trader;
  }

  /** Like `own`, for an account that had nothing of the token: deposits so much, and waits until it is final. */
  static async funded(owner: ChainWallet, symbol: string, amount: bigint): Promise<Trader> {
    const trader = await Trader.own(owner);
    await owner.deposit(symbol, amount);
    await trader.settledUntil({ [symbol]: amount });
    return trader;
  }

  /** Connects and logs in with a delegate's key. */
  static async delegate(chain: Chain, key: Wallet): Promise<Trader> {
    const trader = await Trader.#connect(chain, key);
    try {
      await trader.#login('authenticateDelegate');
      return trader;
    } catch (error) {
      trader.close();
      throw error;
    }
  }

  static async #connect(chain: Chain, key: Wallet): Promise<Trader> {
    const connection = await openConnection(chain.endpoints.ws);
    const config = connection.packets[0]?.message as { name: string };
    return new Trader(chain, connection, key, config.name);
  }

  async #login(c: 'authenticate' | 'authenticateDelegate'): Promise<unknown> {
    const nonce = nextNonce();
    const message = `Good morning, ${this.name}: ${nonce}`;
    const signature = await this.key.signMessage(message);
    return this.connection.answer({ c, message, nonce, signature }, 'auth');
  }

  /** The signed command of an order. */
  async placeCommand(wish: Wish): Promise<SeedCommand> {
    const { market, sell, buy, format, cid, fields } = wish;
    const expiry = wish.expiry ?? Math.floor(Date.now() / 1000) + WEEK_S;
    const nonce = wish.nonce ?? nextNonce();
    const [sellToken, buyToken] = [this.chain.token(sell[0]), this.chain.token(buy[0])];
    const { contract, chainId } = this.chain.endpoints;
    const terms = { sellToken, sellAmount: sell[1], buyToken, buyAmount: buy[1], expiry, nonce };
    const signature = await signOrder(this.key, { name: this.name, chainId, contract }, terms, format);
    return {
      c: 'placeOrder',
      ...{ market, sellToken, buyToken, sellAmount: `${sell[1]}`, buyAmount: `${buy[1]}`, expiry, nonce },
      ...{ signature, signatureFormat: format },
      ...(cid === undefined ? {} : { cid }),
      ...fields,
    };
  }

  /** Places an order; resolves when it is accepted. */
  async place(wish: Wish): Promise<ShownOrder> {
    return orderObject(await this.connection.answer(await this.placeCommand(wish), 'o'));
  }

  async order(id: number): Promise<ShownOrder> {
    return orderObject(await this.connection.answer({ c: 'getOrder', id }, 'o'));
  }

  /** Waits until the order is as it should be. */
  async orderUntil(id: number, what: string, isIt: (order: ShownOrder) => boolean): Promise<ShownOrder> {
    let order = await this.order(id);
    await until(`order ${id}: ${what}`, 10_000, async () => isIt((order = await this.order(id))));
    return order;
  }

  async activeOrders(): Promise<unknown[]> {
    return (await this.connection.answer({ c: 'getActiveOrderSnapshot' }, 'os')) as unknown[];
  }

  async cancel(id: number): Promise<ShownOrder> {
    return orderObject(await this.connection.answer({ c: 'cancelOrder', id }, 'o'));
  }

  async balances(): Promise<Balances> {
    const rows = (await this.connection.answer({ c: 'getBalanceSnapshot' }, 'bs')) as string[][];
    return Object.fromEntries(
      rows.map(([token = '', settled = '0', usable = '0', blocked = '0']) => [
        token,
        { settled: BigInt(settled), usable: BigInt(usable), blocked: BigInt(blocked) },
      ]),
    );
  }

  /** Waits until the settled figures of these tokens are exactly these. */
  async settledUntil(figures: Readonly<Record<string, bigint>>): Promise<void> {
    const isSettled = async () => {
      const balances = await this.balances();
      return Object.entries(figures).every(([symbol, value]) => (balances[symbol]?.settled ?? 0n) === value);
    };
    await until(`settled balances ${Object.entries(figures).join(' ')}`, SETTLEMENT_MS_MAX, isSettled);
  }

  /** The co-signature of a withdrawal, which its answer carries. */
  async signedWithdrawal(symbol: string, amount: bigint): Promise<WithdrawalConsent> {
    const asked = { c: 'signWithdrawal', token: this.chain.token(symbol), amount: `${amount}` };
    const entry = (await this.connection.answer(asked, 'le')) as unknown[];
    const signature = entry[4] as WithdrawalConsent;
    if (!/^0x[0-9a-f]{64}$/.test(signature.r))
      throw new Error(`${JSON.stringify(signature)} is no co-signature`);
    return signature;
  }

  close(): void {
    this.connection.close();
  }
}
