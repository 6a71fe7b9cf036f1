import { address, type Address } from '@exchange/core/kernel';
import type { SigningDomain } from '@exchange/core/order';
import type {
  AuthView,
  Command,
  ConfigObject,
  Listed,
  ListedMarket,
  ServerPacket,
} from '@exchange/core/wire';
import { OwnFeed } from './account/own-feed';
import type { Ask, Request } from './ask';
import { ClientCommands } from './client-commands';
import type { ClientEvents } from './client-events';
import { type Timers, systemTimers } from './timers';
import { ServerConnection, type ServerOptions } from './connection/connection';
import { Requests } from './connection/requests';
import { marketPieces } from './connection/subscriptions';
import type { ConnectionState } from './connection/state';
import { Delegates } from './delegates';
import { errorOf, ExchangeError, isCode, LOGIN_ENDED } from './exchange-error';
import { Funds } from './funds';
import { History } from './history';
import { Identity } from './identity';
import { Login, type LoginState } from './login/login';
import { ownSessions, type SessionPlace } from './login/session-place';
import { type OrdersByName, OrdersOnDemand } from './orders/orders-on-demand';
import { FollowedMarkets } from './market/followed-markets';
import type { LocalBook } from './market/local-book';
import { Markets } from './market/markets';
import type { Signer } from './order/signer';
import { InMemoryStore } from './store/in-memory-store';
import type { Store } from './store/store';

export interface ClientOptions extends ServerOptions {
  /** How long to wait for the answer to a request after it was sent, ms. */
  readonly timeoutMs?: number;
  /** Points that the account has in a window, when the operator has raised them; else those of the configuration. */
  readonly points?: number;
  /** Seconds after which orders placed through a lost connection are canceled, 5 to 600; never when absent. */
  readonly cancelOnDisconnect?: number;
  /** Where the account's one session is: `sharedSessions` for the tabs of a page; with the client alone when absent. */
  readonly sessions?: SessionPlace;
  /** Where signed orders are kept before they are sent; in memory when absent, which a restart forgets. */
  readonly store?: Store;
}

const TIMEOUT_MS = 10_000;
/** Pause before the next try when a new connection could not be brought to where the last one was. */
const RETRY_S = 5;

/** The websocket interface (docs/interface). Methods reject with ExchangeError when the exchange refuses. */
export class ExchangeClient extends ClientCommands {
  readonly #timers: Timers;
  readonly #connection: ServerConnection;
  readonly #requests: Requests;
  readonly #asking: Ask = (...asked) => this.ask(...asked);
  protected readonly sendRequest: Request = (...asked) => this.#requests.request(...asked);
  readonly #login: Login;
  readonly #feed: OwnFeed;
  /** The keys that may act for the account. */
  readonly delegates = new Delegates(this.#asking, this.sendRequest, this.listeners);
  /** Submitted withdrawals, and what is announced before it is mined. */
  readonly funds = new Funds(
    this.#asking,
    (symbol) => this.token(symbol),
    () => this.domain,
  );
  /** Past orders, trades and ledger entries, and their way to the chain. */
  readonly history = new History(this.#asking);
  /** The account's name and salt, and messages to the operator. */
  readonly identity = new Identity(this.#asking);
  /** Looks at tokens and markets without a subscription. */
  readonly markets = new Markets(this.#asking);
  /** Orders by the caller's names, each placed once. */
  readonly orders: OrdersByName;
  readonly #followed: FollowedMarkets;
  #first: { resolve(): void; reject(error: unknown): void } | undefined;
  #lastError: string | undefined;
  #configObject: ConfigObject | undefined;
  #configAt = 0;
  #isRenewing = false;
  #listedObject: Listed<ListedMarket> | undefined;

  constructor(options: ClientOptions) {
    super();
    this.cancelAfterS = options.cancelOnDisconnect;
    this.#timers = options.timers ?? systemTimers;
    this.#connection = new ServerConnection(options, {
      packet: (packet) => this.#receive(packet),
      framed: () => this.#followed.framed(),
      silent: () => void this.request({ c: 'ping' }).catch(() => undefined),
      lost: (retryInMs) => this.#lost(retryInMs),
      fault: (error) => this.tellFault(error),
      state: (state) => this.listeners.emit('state', state),
    });
    const limit = () => (options.points ?? this.#configObject?.limits.points ?? 0) * 10;
    const send = (frame: string) => this.#connection.send(frame);
    this.#requests = new Requests(send, options.timeoutMs ?? TIMEOUT_MS, this.#timers, limit);
    this.#login = new Login({
      ask: this.#asking,
      timers: this.#timers,
      sessions: options.sessions ?? ownSessions(),
      name: () => this.config.name,
      serverTime: () => this.#serverTime,
      changed: (state) => this.listeners.emit('login', state),
    });
    this.#followed = new FollowedMarkets({
      timers: this.#timers,
      request: (command) => this.request(command),
      faulty: (market, fault) => this.listeners.emit('bookFault', { market, fault }),
      failed: (error) => this.#unprepared(error),
    });
    this.orders = new OrdersOnDemand({
      ask: this.#asking,
      timers: this.#timers,
      store: options.store ?? new InMemoryStore(),
      loggedIn: () => this.#loggedIn(),
      account: () => known(this.#login.account),
      listed: () => this.listed,
      sign: (order) => this.signedOrder(order),
      changed: (tracked) => this.listeners.emit('orderState', tracked),
    });
    this.#feed = new OwnFeed(this.#asking, {
      order: (order) => {
        this.orders.take(order);
        this.listeners.emit('order', order);
      },
      fill: (fill) => this.listeners.emit('fill', fill),
      entry: (entry) => this.listeners.emit('entry', entry),
    });
  }

  /** Connects and learns config and listings. Rejects when the first attempt fails; later ones are repeated. */
  connect(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#first = { resolve, reject };
      this.#connection.open();
    });
  }

  close(): void {
    this.#connection.close();
  }

  /** Listens to an event until the returned function is called. */
  on<N extends keyof ClientEvents>(name: N, handler: (event: ClientEvents[N]) => void): () => void {
    return this.listeners.on(name, handler);
  }

  /** How the client stands with the server. */
  get state(): ConnectionState {
    return this.#connection.state;
  }

  /** Who the client is to the exchange. */
  get loginState(): LoginState {
    return this.#login.state;
  }

  get config(): ConfigObject {
    return known(this.#configObject);
  }

  get listed(): Listed<ListedMarket> {
    return known(this.#listedObject);
  }

  /** The account that is logged in. */
  get account(): Address | undefined {
    return this.#login.account;
  }

  get domain(): SigningDomain {
    const { name, chainId, contractAddress } = this.config;
    return { name, chainId, contract: address(contractAddress) };
  }

  async request(command: Command): Promise<ServerPacket> {
    try {
      return await this.#requests.request(command);
    } catch (error) {
      // The exchange doesn't say so when a login's time is over.
      if (isCode(error, LOGIN_ENDED) && this.account !== undefined) void this.#renewUnasked();
      throw error;
    }
  }

  /** Logs in with the account's own key, which is asked again after a lost connection unless it asks a person. */
  authenticate(signer: Signer): Promise<AuthView> {
    return this.#logIn(() => this.#login.own(signer));
  }

  authenticateDelegate(signer: Signer): Promise<AuthView> {
    return this.#logIn(() => this.#login.asDelegate(signer));
  }

  authenticateWithSession(account: string, session: string): Promise<AuthView> {
    return this.#logIn(() => this.#login.withSession(account, session));
  }

  /**
   * Becomes the account that it was before a restart: by the session in `sessions`, else with its delegate's key.
   * `loginState` says whether that worked; lost connections are renewed in the same order.
   */
  async resumeLogin(account: string, delegate?: Signer): Promise<LoginState> {
    await this.#login.resume(address(account), delegate);
    if (this.account !== undefined) {
      await this.#watchOver();
      this.#catchUp();
    }
    return this.loginState;
  }

  /** From now on lost logins are renewed with the key of this delegate of the account, where its session is of no use. */
  renewWith(delegate: Signer): void {
    this.#login.renewWith(delegate);
  }

  async logoff(): Promise<void> {
    await this.#login.logoff();
    this.#feed.follow(undefined, this.#serverTime);
  }

  /**
   * Subscribes to events of markets, e.g. `['ETHDAI'], ['trades', 'book20d5']`, also after reconnects. Many pairs go in
   * several commands, of which those before a refused one stay.
   */
  subscribe(markets: string[], events: string[]): Promise<void> {
    return this.#followed.subscribe(markets, events);
  }

  async unSubscribe(markets: string[], events: string[]): Promise<void> {
    for (const piece of marketPieces(markets, events)) {
      try {
        await this.ask({ c: 'unSubscribe', markets: piece, events }, 'message');
      } catch (error) {
        // With the line its subscriptions are gone.
        if (!isCode(error, ['CONNECTION_LOST'])) throw error;
      }
      this.#followed.unsubscribed(piece, events);
    }
  }

  /**
   * The order book of a market whose book is subscribed; empty until the snapshot arrives, and while the connection is
   * lost. A fault of it is told by `bookFault`, and the book asked for again.
   */
  book(market: string): LocalBook {
    return this.#followed.book(market);
  }

  /** Tells of what went wrong outside of a call, by `fault`. Without a listener it is thrown, so that none goes unseen. */
  tellFault(error: unknown): void {
    if (!this.listeners.emit('fault', error)) throw error;
  }

  #receive(packet: ServerPacket): void {
    switch (packet.event) {
      case 'config':
        this.#configObject = packet.config;
        this.#configAt = this.#timers.now();
        void this.#prepare();
        break;
      case 'listed':
      case 'listings':
        this.#listedObject = packet.listed;
        break;
      case 'reconnect':
        this.#connection.drain(packet.seconds, packet.text);
        break;
      case 'error':
        this.#lastError = packet.text;
        break;
      case 'auth':
        // What follows in the same frame may be the account's already.
        if (packet.auth.status === 'authenticated')
          this.#feed.follow(address(packet.auth.address), this.#serverTime);
        if (packet.rid === undefined && this.#login.takeUnasked(packet.auth)) void this.#renewUnasked();
        break;
      default:
        this.#followed.take(packet, this.#requests.commandOf(packet.rid));
        this.#feed.take(packet);
        break;
    }
    this.listeners.emit(packet.event, packet as never);
    this.#requests.receive(packet);
  }

  /** Makes a new connection what the last one was: listings, login, subscriptions. */
  async #prepare(): Promise<void> {
    try {
      await Promise.all([this.ask({ c: 'getListed' }, 'listed'), this.#login.renew()]);
      if (this.#login.account !== undefined) await this.#watchOver();
      await this.#followed.renew();
    } catch (error) {
      this.#unprepared(error);
      return;
    }
    this.#connection.ready();
    this.#first?.resolve();
    this.#first = undefined;
    this.listeners.emit('connected', undefined);
    this.#catchUp();
  }

  async #logIn(login: () => Promise<AuthView>): Promise<AuthView> {
    const auth = await login();
    await this.#watchOver();
    this.#catchUp();
    return auth;
  }

  /** The exchange has ended the login, as that of a delegate that was removed. */
  async #renewUnasked(): Promise<void> {
    if (this.#isRenewing) return;
    this.#isRenewing = true;
    try {
      await this.#login.renew();
      if (this.#login.account === undefined) return;
      await this.#watchOver();
      this.#catchUp();
    } catch (error) {
      this.#unprepared(error);
    } finally {
      this.#isRenewing = false;
    }
  }

  /** Before any order is placed on this connection. */
  async #watchOver(): Promise<void> {
    const { cancelAfterS: seconds } = this;
    if (seconds !== undefined) await this.request({ c: 'cancelOnDisconnect', seconds });
  }

  get #serverTime(): number {
    return this.config.time + this.#timers.now() - this.#configAt;
  }

  /** Tells what was missed. What goes wrong with it is tried again on the next connection. */
  #catchUp(): void {
    if (this.#login.account === undefined) return;
    this.#feed.catchUp().then(
      () => this.listeners.emit('caughtUp', undefined),
      (error: unknown) => this.#unprepared(error),
    );
  }

  /** Resolves when it is connected and logged in; CONNECTION_LOST when it is closed for good. */
  #loggedIn(): Promise<void> {
    const isThere = () =>
      ['ready', 'draining', 'stale'].includes(this.state.kind) && this.account !== undefined;
    if (isThere()) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const look = () => {
        const isClosed = this.state.kind === 'closed' && this.state.retryInMs === undefined;
        if (!isThere() && !isClosed) return;
        for (const stop of stops) stop();
        if (isClosed) reject(new ExchangeError('CONNECTION_LOST', 'the client was closed'));
        else resolve();
      };
      const stops = [this.on('state', look), this.on('login', look)];
      look();
    });
  }

  #unprepared(error: unknown): void {
    // A lost connection is told and repeated elsewhere.
    if (error instanceof ExchangeError && error.code === 'CONNECTION_LOST') return;
    if (this.#first !== undefined) {
      this.#first.reject(error);
      this.#first = undefined;
      this.#connection.close();
    } else {
      this.#connection.reopenIn(RETRY_S);
      this.tellFault(error);
    }
  }

  #lost(retryInMs: number | undefined): void {
    this.#requests.abandon();
    this.#followed.lost();
    this.#feed.lost();
    if (this.#first !== undefined) {
      const lastError = this.#lastError;
      this.#first.reject(
        lastError === undefined ? new ExchangeError('CONNECTION_LOST', 'no connection') : errorOf(lastError),
      );
      this.#first = undefined;
      this.#connection.close();
    }
    this.listeners.emit('disconnected', { retryInMs });
  }
}

function known<T>(value: T | undefined): T {
  if (value !== undefined) return value;
  throw new ExchangeError('CONNECTION_LOST', 'call connect() first and await it');
}
