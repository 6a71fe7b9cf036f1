import { address, type Address, type Hash } from '@exchange/core/kernel';
import { type SignatureFormat, type SigningDomain, termsText } from '@exchange/core/order';
import type {
  AuthView,
  BalanceView,
  Command,
  CommandOf,
  ConfigObject,
  FeeTier,
  Listed,
  ListedMarket,
  ListedToken,
  OrderView,
  ServerEventName,
  ServerEventOf,
  ServerPacket,
} from '@exchange/core/wire';
import type { ClientEvents } from './client-events';
import { ServerConnection, type ServerOptions } from './connection/connection';
import { Requests } from './connection/requests';
import { awaited } from './awaited';
import { type Consent, consentOf } from './consent';
import { Delegates } from './delegates';
import { errorOf, ExchangeError } from './exchange-error';
import { Funds } from './funds';
import { History } from './history';
import { Identity } from './identity';
import { Listeners } from './listeners';
import { Login } from './login';
import { awaitMinimum, type MinimumConsent } from './minimum-nonce';
import { FollowedMarkets } from './market/followed-markets';
import type { LocalBook } from './market/local-book';
import { Markets } from './market/markets';
import { buildTerms, DEFAULT_LIFETIME_S, type OrderWish, randomNonce } from './order/build-terms';
import { smallestUnits } from './order/decimal';
import { type Signer, signOrder } from './order/signer';
import { signedWithdrawal, type Withdrawal } from './withdrawal';

export interface ClientOptions extends ServerOptions {
  /** How long to wait for the answer to a request, ms. */
  readonly timeoutMs?: number;
}

/** What an order does beyond resting at its rate (seed: placeOrder fields). */
export type OrderOptions = Partial<
  Pick<
    CommandOf<'placeOrder'>,
    | 'hidden'
    | 'postOnly'
    | 'immediateOrCancel'
    | 'fillOrKill'
    | 'timeInForce'
    | 'stopRate'
    | 'peggedTo'
    | 'peggedRate'
    | 'sellBookAmount'
    | 'buyBookAmount'
  >
>;

/** An order and how to sign it. */
export interface PlaceOrder extends OrderWish {
  readonly signer: Signer;
  /** Default `signTypedData`, which shows the owner what is signed. */
  readonly format?: SignatureFormat;
  readonly cid?: number;
  /** Unix seconds; by default 7 days from now. */
  readonly expiry?: number;
  /** Random by default. Sending a signed order again with its nonce is harmless: DUPLICATE_ORDER. */
  readonly nonce?: number;
  readonly rebateToken?: 'buy' | 'sell';
  readonly options?: OrderOptions;
}

const TIMEOUT_MS = 10_000;
/** Settlement of the last trades may take minutes. */
const SETTLEMENT_MS = 15 * 60_000;
/** Pause before the next try when a new connection could not be brought to where the last one was. */
const RETRY_S = 5;

/** The websocket interface (docs/interface). Methods reject with ExchangeError when the exchange refuses. */
export class ExchangeClient {
  private readonly listeners = new Listeners<ClientEvents>();
  private readonly connection: ServerConnection;
  private readonly requests: Requests;
  private readonly login = new Login(
    (command, ...events) => this.ask(command, ...events),
    () => this.config.name,
  );
  /** The keys that may act for the account. */
  readonly delegates = new Delegates(
    (...asked) => this.ask(...asked),
    (...asked) => this.requests.request(...asked),
    this.listeners,
  );
  /** Submitted withdrawals, and what is announced before it is mined. */
  readonly funds = new Funds(
    (...asked) => this.ask(...asked),
    (symbol) => this.token(symbol),
    () => this.domain,
  );
  /** Past orders, trades and ledger entries, and their way to the chain. */
  readonly history = new History((...asked) => this.ask(...asked));
  /** The account's name and salt, and messages to the operator. */
  readonly identity = new Identity((...asked) => this.ask(...asked));
  /** Looks at tokens and markets without a subscription. */
  readonly markets = new Markets((...asked) => this.ask(...asked));
  private readonly followed = new FollowedMarkets(
    (command) => this.request(command),
    (error) => this.unprepared(error),
  );
  private first: { resolve(): void; reject(error: unknown): void } | undefined;
  private lastError: string | undefined;
  private configObject: ConfigObject | undefined;
  private listedObject: Listed<ListedMarket> | undefined;

  constructor(options: ClientOptions) {
    this.connection = new ServerConnection(options, {
      opened: () => undefined,
      packet: (packet) => this.receive(packet),
      lost: (retryInMs) => this.lost(retryInMs),
      fault: (error) => this.fault(error),
    });
    this.requests = new Requests((frame) => this.connection.send(frame), options.timeoutMs ?? TIMEOUT_MS);
  }

  /** Connects and learns config and listings. Rejects when the first attempt fails; later ones are repeated. */
  connect(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.first = { resolve, reject };
      this.connection.open();
    });
  }

  close(): void {
    this.connection.close();
  }

  /** Listens to an event until the returned function is called. */
  on<N extends keyof ClientEvents>(name: N, handler: (event: ClientEvents[N]) => void): () => void {
    return this.listeners.on(name, handler);
  }

  get config(): ConfigObject {
    return known(this.configObject);
  }

  get listed(): Listed<ListedMarket> {
    return known(this.listedObject);
  }

  /** The account that is logged in. */
  get account(): Address | undefined {
    return this.login.account;
  }

  /** What orders are signed for. */
  get domain(): SigningDomain {
    const { name, chainId, contractAddress } = this.config;
    return { name, chainId, contract: address(contractAddress) };
  }

  /** Sends any command and gives the first packet of its answer; the rest come as events with its rid. */
  request(command: Command): Promise<ServerPacket> {
    return this.requests.request(command);
  }

  authenticate(signer: Signer): Promise<AuthView> {
    return this.login.own(signer);
  }

  authenticateDelegate(signer: Signer): Promise<AuthView> {
    return this.login.asDelegate(signer);
  }

  authenticateWithSession(account: string, session: string): Promise<AuthView> {
    return this.login.withSession(account, session);
  }

  logoff(): Promise<void> {
    return this.login.logoff();
  }

  /** Signs and places an order; resolves when it is accepted and funded. What it matches comes as events. */
  async placeOrder(order: PlaceOrder): Promise<OrderView> {
    const expiry = order.expiry ?? Math.floor(Date.now() / 1000) + DEFAULT_LIFETIME_S;
    const terms = buildTerms(order, this.listed, expiry, order.nonce ?? randomNonce());
    const format = order.format ?? 'signTypedData';
    const signature = await signOrder(order.signer, terms, format, this.domain);
    const command: CommandOf<'placeOrder'> = {
      c: 'placeOrder',
      market: order.market,
      ...termsText(terms),
      sellToken: terms.sellToken,
      buyToken: terms.buyToken,
      signature,
      signatureFormat: format,
      ...(order.cid === undefined ? {} : { cid: order.cid }),
      ...(order.rebateToken === undefined ? {} : { rebateToken: order.rebateToken }),
      ...order.options,
    };
    return (await this.ask(command, 'orderStatus')).order;
  }

  /** Changes an open order, named by id or cid; resolves with it when the engine has decided. Book amounts in smallest units. */
  async editOrder(change: Omit<CommandOf<'editOrder'>, 'c'>): Promise<OrderView> {
    return (await this.ask({ c: 'editOrder', ...change }, 'orderStatus')).order;
  }

  /** Resolves with the order when the engine has taken it out of the book. */
  async cancelOrder(order: { id: number } | { cid: number } | { hash: Hash }): Promise<OrderView> {
    return (await this.ask({ c: 'cancelOrder', ...order }, 'orderStatus')).order;
  }

  /** Cancels all open orders, of one market or of all; the orders come as events. */
  async cancelOrders(market?: string): Promise<void> {
    await this.ask(
      { c: 'cancelOrders', ...(market === undefined ? {} : { market }) },
      'orderStatus',
      'message',
    );
  }

  /**
   * Takes an order out of its book for good, and resolves with the consent for cancelOrdersCoSigned of the contract
   * when all its trades are settled. Either hash will do; an order that was never sent is named by its EIP-712 digest.
   */
  async voidOrder(hash: Hash, timeoutMs = SETTLEMENT_MS): Promise<Consent> {
    const shown = await this.shownHash(hash);
    const pick = ({ hash: of, signature }: ClientEvents['orderCancellationSignature']) =>
      of === shown ? consentOf(signature) : undefined;
    const ask = () => this.requests.request({ c: 'signOrderCancellation', hash }, timeoutMs);
    return awaited(this.listeners, 'orderCancellationSignature', pick, ask, timeoutMs);
  }

  /**
   * Cancels for good all orders that sell the token with a nonce below `minNonce`, known to the exchange or not, and
   * resolves with the consent for raiseMinNonceCoSigned when all their trades are settled. Such nonces are used up.
   */
  voidBelow(symbol: string, minNonce: number, timeoutMs = SETTLEMENT_MS): Promise<MinimumConsent> {
    const wanted = { token: address(this.token(symbol).contract), minNonce };
    return awaitMinimum(this.listeners, this.requests, wanted, timeoutMs);
  }

  async getOrder(order: { id: number } | { cid: number } | { hash: Hash }): Promise<OrderView> {
    return (await this.ask({ c: 'getOrder', ...order }, 'orderStatus')).order;
  }

  /** The hash by which the exchange shows the order: the one that was signed; the given one when it knows no such order. */
  private async shownHash(hash: Hash): Promise<string> {
    try {
      return (await this.getOrder({ hash })).hash;
    } catch (error) {
      if (error instanceof ExchangeError && error.code === 'UNKNOWN_ORDER') return hash.toLowerCase();
      throw error;
    }
  }

  async activeOrders(): Promise<readonly OrderView[]> {
    return (await this.ask({ c: 'getActiveOrderSnapshot' }, 'activeOrderSnapshot')).orders;
  }

  async balances(): Promise<readonly BalanceView[]> {
    return (await this.ask({ c: 'getBalanceSnapshot' }, 'balanceSnapshot')).balances;
  }

  async feeTier(): Promise<FeeTier> {
    return (await this.ask({ c: 'getFeeTier' }, 'feeTier')).feeTier;
  }

  /**
   * Asks for the co-signature of a withdrawal; `amount` in whole tokens. The owner then calls the contract. After
   * TIMEOUT, UNKNOWN_OUTCOME and CONNECTION_LOST look at the pending entries before asking again.
   */
  async withdraw(symbol: string, amount: string): Promise<Withdrawal> {
    const token = this.token(symbol);
    const command: Command = {
      c: 'signWithdrawal',
      token: address(token.contract),
      amount: smallestUnits(amount, token.decimals).toString(),
    };
    return signedWithdrawal((await this.ask(command, 'ledgerEntryStatus')).entry);
  }

  /** Subscribes to events of markets, e.g. `['ETHDAI'], ['trades', 'book20d5']`, also after reconnects. */
  subscribe(markets: string[], events: string[]): Promise<void> {
    return this.followed.subscribe(markets, events);
  }

  async unSubscribe(markets: string[], events: string[]): Promise<void> {
    await this.ask({ c: 'unSubscribe', markets, events }, 'message');
    this.followed.unsubscribed(markets, events);
  }

  /**
   * The order book of a market whose book is subscribed; empty until the snapshot arrives. Its checksum is checked, and
   * what is missing after a gap or a lost connection is asked for by itself.
   */
  book(market: string): LocalBook {
    return this.followed.book(market);
  }

  private token(symbol: string): ListedToken {
    const token = this.listed.tokens[symbol];
    if (token === undefined) throw new ExchangeError('UNKNOWN_TOKEN', `${symbol} is not listed`);
    return token;
  }

  private async ask<N extends ServerEventName>(command: Command, ...events: N[]): Promise<ServerEventOf<N>> {
    const packet: ServerPacket = await this.request(command);
    if ((events as ServerEventName[]).includes(packet.event)) return packet as unknown as ServerEventOf<N>;
    throw new ExchangeError('UNKNOWN_ERROR', `${command.c} was answered with ${packet.event}`);
  }

  private receive(packet: ServerPacket): void {
    switch (packet.event) {
      case 'config':
        this.configObject = packet.config;
        void this.prepare();
        break;
      case 'listed':
      case 'listings':
        this.listedObject = packet.listed;
        break;
      case 'reconnect':
        this.connection.reopenIn(packet.seconds);
        break;
      case 'error':
        this.lastError = packet.text;
        break;
      default:
        // A look at a book is none of the one that is followed.
        if (this.requests.commandOf(packet.rid) !== 'getOrderBookSnapshot') this.followed.take(packet);
        break;
    }
    this.listeners.emit(packet.event, packet as never);
    this.requests.receive(packet);
  }

  /** Makes a new connection what the last one was: listings, login, subscriptions. */
  private async prepare(): Promise<void> {
    try {
      await this.ask({ c: 'getListed' }, 'listed');
      await this.renewLogin();
      await this.followed.renew();
    } catch (error) {
      this.unprepared(error);
      return;
    }
    this.first?.resolve();
    this.first = undefined;
    this.listeners.emit('connected', undefined);
  }

  private unprepared(error: unknown): void {
    // A lost connection is told and repeated elsewhere.
    if (error instanceof ExchangeError && error.code === 'CONNECTION_LOST') return;
    if (this.first !== undefined) {
      this.first.reject(error);
      this.first = undefined;
      this.connection.close();
    } else {
      this.connection.reopenIn(RETRY_S);
      this.fault(error);
    }
  }

  /** Without a listener a fault is thrown, so that none goes unseen. */
  private fault(error: unknown): void {
    if (!this.listeners.emit('fault', error)) throw error;
  }

  private async renewLogin(): Promise<void> {
    try {
      await this.login.renew();
    } catch (error) {
      if (!(error instanceof ExchangeError) || error.code === 'CONNECTION_LOST') throw error;
      this.login.forget();
      this.listeners.emit('loginLost', error);
    }
  }

  private lost(retryInMs: number | undefined): void {
    this.requests.abandon();
    if (this.first !== undefined) {
      const { lastError } = this;
      this.first.reject(
        lastError === undefined ? new ExchangeError('CONNECTION_LOST', 'no connection') : errorOf(lastError),
      );
      this.first = undefined;
      this.connection.close();
    }
    this.listeners.emit('disconnected', { retryInMs });
  }
}

function known<T>(value: T | undefined): T {
  if (value !== undefined) return value;
  throw new ExchangeError('CONNECTION_LOST', 'call connect() first and await it');
}
