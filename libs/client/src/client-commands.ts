import { address, type Hash } from '@exchange/core/kernel';
import { type SignatureFormat, type SigningDomain, termsText } from '@exchange/core/order/terms';
import type {
  BalanceView,
  Command,
  CommandOf,
  FeeTier,
  Listed,
  ListedMarket,
  ListedToken,
  OrderView,
  ServerEventName,
  ServerEventOf,
  ServerPacket,
} from '@exchange/core/wire';
import { awaited } from './awaited';
import type { Request } from './ask';
import type { ClientEvents } from './client-events';
import { type Consent, consentOf } from './consent';
import { ExchangeError } from './exchange-error';
import { Listeners } from './listeners';
import { awaitMinimum, type MinimumConsent } from './minimum-nonce';
import { buildTerms, DEFAULT_LIFETIME_S, type OrderWish, randomNonce } from './order/build-terms';
import { smallestUnits } from './order/decimal';
import { type Signer, signOrder } from './order/signer';
import { signedWithdrawal, type Withdrawal } from './withdrawal';

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

/** Settlement of the last trades may take minutes. */
const SETTLEMENT_MS = 15 * 60_000;

/** The commands of an account's orders and balances. Methods reject with ExchangeError when the exchange refuses. */
export abstract class ClientCommands {
  protected readonly listeners = new Listeners<ClientEvents>();
  protected abstract readonly sendRequest: Request;
  abstract get listed(): Listed<ListedMarket>;
  /** What orders are signed for. */
  abstract get domain(): SigningDomain;
  /** After so many seconds orders of a lost connection are canceled; each new connection is told. */
  protected cancelAfterS: number | undefined;

  /** Sends any command and gives the first packet of its answer; the rest come as events with its rid. */
  abstract request(command: Command): Promise<ServerPacket>;

  /** Signs and places an order; resolves when it is accepted and funded. What it matches comes as events. */
  async placeOrder(order: PlaceOrder): Promise<OrderView> {
    return (await this.ask(await this.signedOrder(order), 'orderStatus')).order;
  }

  /** The signed command of an order, which is harmless to send again: it is accepted once. */
  async signedOrder(order: PlaceOrder): Promise<CommandOf<'placeOrder'>> {
    const expiry = order.expiry ?? Math.floor(Date.now() / 1000) + DEFAULT_LIFETIME_S;
    const terms = buildTerms(order, this.listed, expiry, order.nonce ?? randomNonce());
    const format = order.format ?? 'signTypedData';
    const signature = await signOrder(order.signer, terms, format, this.domain);
    return {
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
    const shown = await this.#shownHash(hash);
    const pick = ({ hash: of, signature }: ClientEvents['orderCancellationSignature']) =>
      of === shown ? consentOf(signature) : undefined;
    const ask = () => this.sendRequest({ c: 'signOrderCancellation', hash }, timeoutMs);
    return awaited(this.listeners, 'orderCancellationSignature', pick, ask, timeoutMs);
  }

  /**
   * Cancels for good all orders that sell the token with a nonce below `minNonce`, known to the exchange or not, and
   * resolves with the consent for raiseMinNonceCoSigned when all their trades are settled. Such nonces are used up.
   */
  voidBelow(symbol: string, minNonce: number, timeoutMs = SETTLEMENT_MS): Promise<MinimumConsent> {
    const wanted = { token: address(this.token(symbol).contract), minNonce };
    return awaitMinimum(this.listeners, this.sendRequest, wanted, timeoutMs);
  }

  /**
   * Has the orders that are placed through this client canceled so many seconds after its connection is lost, 5 to 600, on
   * later connections too; 0 turns it off.
   */
  async cancelOnDisconnect(seconds: number): Promise<void> {
    await this.request({ c: 'cancelOnDisconnect', seconds });
    this.cancelAfterS = seconds === 0 ? undefined : seconds;
  }

  async getOrder(order: { id: number } | { cid: number } | { hash: Hash }): Promise<OrderView> {
    return (await this.ask({ c: 'getOrder', ...order }, 'orderStatus')).order;
  }

  /** The hash by which the exchange shows the order: the one that was signed; the given one when it knows no such order. */
  async #shownHash(hash: Hash): Promise<string> {
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

  protected token(symbol: string): ListedToken {
    const token = this.listed.tokens[symbol];
    if (token === undefined) throw new ExchangeError('UNKNOWN_TOKEN', `${symbol} is not listed`);
    return token;
  }

  /** Sends a command and takes the first packet of its answer, which must be one of these events. */
  protected async ask<N extends ServerEventName>(
    command: Command,
    ...events: N[]
  ): Promise<ServerEventOf<N>> {
    const packet: ServerPacket = await this.request(command);
    if ((events as ServerEventName[]).includes(packet.event)) return packet as unknown as ServerEventOf<N>;
    throw new ExchangeError('UNKNOWN_ERROR', `${command.c} was answered with ${packet.event}`);
  }
}
