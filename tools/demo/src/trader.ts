import { ExchangeClient, type OrderWish } from '@exchange/client';
import { wholeTokens } from '@exchange/core/kernel';
import { WebSocket } from 'ws';
import type { ChainAccount } from './chain-account';
import type { Tally } from './tally';

const BALANCE_POLL_MS = 2_000;
const CREDIT_MS_MAX = 120_000;

export interface HeldToken {
  readonly symbol: string;
  readonly contract: string;
  readonly decimals: number;
}

/** One account with its own key, its connection, and the orders it has open. */
export class Trader {
  readonly chain: ChainAccount;
  readonly client: ExchangeClient;
  /** Ids of the open orders of each side, oldest first. */
  readonly open = { buy: new Set<number>(), sell: new Set<number>() };
  readonly #tally: Tally;

  constructor(chain: ChainAccount, ws: string, tally: Tally) {
    this.chain = chain;
    this.client = new ExchangeClient({ url: ws, socket: WebSocket as never });
    this.#tally = tally;
    this.client.on('userTrade', () => {
      tally.add('filled');
    });
    this.client.on('orderStatus', ({ order }) => {
      if (order.active) return;
      this.open.buy.delete(order.id);
      this.open.sell.delete(order.id);
    });
    this.client.on('loginLost', () => {
      void this.client.authenticate(this.chain.wallet).catch((error: unknown) => {
        tally.refused(error);
      });
    });
  }

  /** Logs in, and cancels what an earlier demo left open. */
  async arrive(): Promise<void> {
    await this.client.connect();
    await this.client.authenticate(this.chain.wallet);
    await this.client.cancelOrders();
  }

  async leave(): Promise<void> {
    try {
      await this.client.cancelOrders();
    } catch (error) {
      this.#tally.refused(error);
    }
    this.client.close();
  }

  /** Usable smallest units of a token. */
  async usable(token: HeldToken): Promise<bigint> {
    const balances = await this.client.balances();
    return BigInt(balances.find((balance) => balance.token === token.symbol)?.usable ?? '0');
  }

  /** Deposits on the chain and waits until the exchange has credited it. */
  async deposit(token: HeldToken, amount: bigint): Promise<void> {
    const before = await this.usable(token);
    await this.chain.deposit(token.contract, amount);
    const deadline = performance.now() + CREDIT_MS_MAX;
    // Its own orders and fills move the balance too, but never up by as much as a deposit in so short a time.
    while ((await this.usable(token)) < before + amount / 2n) {
      if (performance.now() > deadline) throw new Error(`a deposit of ${token.symbol} was never credited`);
      await new Promise((resolve) => setTimeout(resolve, BALANCE_POLL_MS));
    }
    this.#tally.add('deposits');
  }

  /** Takes an amount out to its own address on the chain. */
  async withdraw(token: HeldToken, amount: bigint): Promise<void> {
    const withdrawal = await this.client.withdraw(token.symbol, wholeTokens(amount, token.decimals));
    await this.chain.withdraw(token.contract, amount, withdrawal);
    this.#tally.add('withdrawals');
  }

  /** Places an order; its id when it was accepted. A refusal is counted, and the show goes on. */
  async place(wish: OrderWish): Promise<number | undefined> {
    try {
      const { id } = await this.client.placeOrder({ ...wish, signer: this.chain.wallet });
      this.open[wish.side].add(id);
      this.#tally.add('placed');
      return id;
    } catch (error) {
      this.#tally.refused(error);
      return undefined;
    }
  }

  async cancel(id: number): Promise<void> {
    try {
      await this.client.cancelOrder({ id });
      this.#tally.add('canceled');
    } catch (error) {
      // It may have been filled in the meantime.
      this.#tally.refused(error);
    }
    this.open.buy.delete(id);
    this.open.sell.delete(id);
  }
}
