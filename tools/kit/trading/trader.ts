import { ExchangeClient, type OrderWish } from '@exchange/client';
import { wholeTokens } from '@exchange/core/kernel';
import { WebSocket } from 'ws';
import { RAISED_POINTS } from '../listing/raised-points';
import type { ChainAccount } from './chain-account';
import type { Tally } from './tally';

const CREDIT_MS_MAX = 60_000;

export interface HeldToken {
  readonly symbol: string;
  readonly contract: string;
  readonly decimals: number;
}

/** One account with its own key, its connection, and the orders it has open. */
export class DemoTrader {
  readonly chain: ChainAccount;
  readonly client: ExchangeClient;
  /** Ids of the open orders of each side, oldest first. */
  readonly open = { buy: new Set<number>(), sell: new Set<number>() };
  readonly #tally: Tally;
  readonly #leaving: AbortSignal;

  /** `leaving` ends every wait for the exchange. */
  constructor(chain: ChainAccount, ws: string, tally: Tally, leaving: AbortSignal) {
    this.chain = chain;
    this.client = new ExchangeClient({ url: ws, socket: WebSocket as never, points: RAISED_POINTS });
    this.#tally = tally;
    this.#leaving = leaving;
    this.client.on('userTrade', () => {
      tally.add('filled');
    });
    this.client.on('orderStatus', ({ order }) => {
      if (order.active) return;
      this.open.buy.delete(order.id);
      this.open.sell.delete(order.id);
    });
  }

  /** Logs in, and cancels what an earlier demo left open. */
  async arrive(): Promise<void> {
    await this.client.connect();
    await this.client.authenticate(this.chain.wallet);
    await this.client.cancelOrders();
  }

  async cancelAll(): Promise<void> {
    try {
      await this.client.cancelOrders();
    } catch (error) {
      this.#tally.refused(error);
    }
  }

  /** Usable smallest units of a token. */
  async usable(token: HeldToken): Promise<bigint> {
    const balances = await this.client.balances();
    return BigInt(balances.find((balance) => balance.token === token.symbol)?.usable ?? '0');
  }

  /** Deposits on the chain and waits until the exchange has credited it, or the trader leaves. */
  async deposit(token: HeldToken, amount: bigint): Promise<void> {
    const credited = new Set<string>();
    let notify: () => void = () => undefined;
    const onLeaving = () => {
      notify();
    };
    const deaf = this.client.on('ledgerEntryStatus', ({ entry }) => {
      const settled = entry.applied.every(([mark]) => mark === 1);
      if (entry.type === 'deposit' && settled && entry.transaction !== null) credited.add(entry.transaction);
      notify();
    });
    try {
      const hash = await this.chain.deposit(token.contract, amount);
      await new Promise<void>((resolve, reject) => {
        const late = () => {
          reject(
            new Error(`a deposit of ${token.symbol} was not credited within ${CREDIT_MS_MAX / 1_000} s`),
          );
        };
        const timer = setTimeout(late, CREDIT_MS_MAX);
        notify = () => {
          if (!credited.has(hash) && !this.#leaving.aborted) return;
          clearTimeout(timer);
          resolve();
        };
        this.#leaving.addEventListener('abort', onLeaving);
        notify();
      });
    } finally {
      deaf();
      this.#leaving.removeEventListener('abort', onLeaving);
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
