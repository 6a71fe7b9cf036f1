import { buildTerms, DEFAULT_LIFETIME_S } from '@exchange/client';
import { address, type Side } from '@exchange/core/kernel';
import { type Keccak256, termsText } from '@exchange/core/order';
import type { ConfigObject, Listed, ListedMarket } from '@exchange/core/wire';
import { setTimeout as delay } from 'node:timers/promises';
import type { DevKey } from '../../../kit/chain/dev-keys';
import { MARKET, QUOTE } from '../../../kit/clients/accounts';
import { LoadConnection, RefusedCommand } from '../../../kit/clients/connection';
import { LoadKey } from '../../../kit/clients/load-key';
import { Claims } from './claims';

const RETRY_MS = 200;
const AMOUNT = '0.01';
/** One whole token. */
const WITHDRAWN = 10n ** 18n;
/** What an order is for: to be taken, to take, or to rest until its owner cancels it. */
export type OrderRole = 'maker' | 'taker' | 'resting';

const RATES: Readonly<Record<OrderRole, Readonly<Record<Side, string>>>> = {
  maker: { sell: '300.05', buy: '299.95' },
  taker: { sell: '297', buy: '303' },
  resting: { sell: '330', buy: '270' },
};

/** The command may have been carried out, or not. */
const NO_OUTCOME = ['UNKNOWN_OUTCOME'];

export interface ClientWorld {
  readonly listed: Listed<ListedMarket>;
  readonly keccak: Keccak256;
  /** Is told of every accepted order: when it was sent and answered, ms. */
  readonly accepted: (client: ChaosClient, sentAt: number, answeredAt: number) => void;
}

let lastLogin = 0;
/** Grows with time, whoever logs in. */
const loginNonce = (): number => (lastLogin = Math.max(lastLogin + 1, Date.now()));

/** An account that goes on whatever happens: it connects again, logs in again, and notes what it was told. */
export class ChaosClient {
  readonly claims = new Claims();
  readonly #ws: string;
  readonly #key: LoadKey;
  readonly #world: ClientWorld;
  #connection: LoadConnection | undefined;
  #config: ConfigObject | undefined;
  #connecting: Promise<void> | undefined;
  #nextCid: number;
  readonly #open: number[] = [];
  #ended = false;

  constructor(ws: string, key: DevKey, firstCid: number, world: ClientWorld) {
    this.#ws = ws;
    this.#key = new LoadKey(key, world.keccak);
    this.#world = world;
    this.#nextCid = firstCid;
  }

  get address(): string {
    return this.#key.address;
  }

  /** Places an order. Never throws: what comes of it is noted. */
  async place(role: OrderRole, side: Side): Promise<void> {
    const cid = this.#nextCid++;
    const sentAt = performance.now();
    const answer = await this.#try((config) => this.#order(config, cid, role, side), ['o']);
    if (answer === 'unknown') this.claims.unknown.add(cid);
    if (typeof answer === 'string') return;
    const id = (answer as readonly number[])[0] ?? 0;
    this.claims.orders.set(cid, id);
    if (role === 'resting') this.#open.push(id);
    this.#world.accepted(this, sentAt, performance.now());
  }

  /** Cancels an own order that may still rest. */
  async cancel(): Promise<void> {
    const id = this.#open.shift();
    if (id === undefined) return;
    const answer = await this.#try(() => ({ c: 'cancelOrder', id }), ['o']);
    // Position 5 of an order object says whether it was canceled; it may have been filled meanwhile.
    if (typeof answer !== 'string' && (answer as readonly unknown[])[5] === true)
      this.claims.canceled.add(id);
  }

  /** Asks for the co-signature of a small withdrawal, which nobody uses then. */
  async withdraw(): Promise<void> {
    const token = this.#world.listed.tokens[QUOTE]?.contract;
    const answer = await this.#try(() => ({ c: 'signWithdrawal', token, amount: `${WITHDRAWN}` }), ['le']);
    if (typeof answer === 'string') return;
    const { nonce } = (answer as readonly unknown[])[4] as { nonce?: number };
    if (nonce !== undefined) this.claims.withdrawals.add(nonce);
  }

  /** Resolves with a connection that is logged in, however long that takes. */
  async connected(): Promise<LoadConnection> {
    for (;;) {
      if (this.#connection !== undefined && this.#connection.closed === undefined) return this.#connection;
      this.#connecting ??= this.#connect().finally(() => (this.#connecting = undefined));
      await this.#connecting;
    }
  }

  close(): void {
    this.#ended = true;
    this.#connection?.close();
  }

  async #connect(): Promise<void> {
    while (!this.#ended) {
      let connection: LoadConnection | undefined;
      try {
        const opened = await LoadConnection.open(this.#ws);
        connection = opened.connection;
        this.#config = opened.config as ConfigObject;
        await connection.login(this.#key, this.#config.name, loginNonce());
        this.#connection = connection;
        return;
      } catch {
        connection?.close();
        await delay(RETRY_MS);
      }
    }
    throw new Error('the client has left');
  }

  #order(config: ConfigObject, cid: number, role: OrderRole, side: Side) {
    const rate = RATES[role][side];
    const expiry = Math.floor(Date.now() / 1000) + DEFAULT_LIFETIME_S;
    const terms = buildTerms({ market: MARKET, side, amount: AMOUNT, rate }, this.#world.listed, expiry, cid);
    const { name, chainId, contractAddress } = config;
    const domain = { name, chainId, contract: address(contractAddress) };
    return { c: 'placeOrder', market: MARKET, cid, ...termsText(terms), ...this.#key.order(terms, domain) };
  }

  /** Sends a command over whatever connection there is; the answer, or that it was refused or has no known outcome. */
  async #try(
    command: (config: ConfigObject) => { readonly c: string },
    events: string[],
  ): Promise<unknown | 'refused' | 'unknown'> {
    try {
      const connection = await this.connected();
      return await connection.ask(command(this.#config as ConfigObject), ...events);
    } catch (error) {
      const code = error instanceof RefusedCommand ? error.code : 'no answer';
      this.claims.refused(code);
      return error instanceof RefusedCommand && !NO_OUTCOME.includes(code) ? 'refused' : 'unknown';
    }
  }
}
