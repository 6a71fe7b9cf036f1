import { accountCommands, type RequestDefinition, type RequestOf } from '@exchange/contract/bus';
import { type Address, amount, marketId, orderId, partitionOf } from '@exchange/core/kernel';
import type { OrderTerms } from '@exchange/core/order';
import { type Bus, type Clock, Requester } from '@exchange/platform';
import type { SeededRandom } from '@exchange/test/kit';
import type { SimSettings, Traded } from '../services/build-services';
import {
  addDelegate,
  balanceKey,
  cancelExit,
  deposit,
  raiseMinNonce,
  removeDelegate,
  requestExit,
  requestMinNonce,
  voidNonce,
  withdraw,
  withdrawExit,
} from '../chain/sim-contract';
import { TraderFeed } from './account-feed';
import { editWishes, placeWishes } from './order-wishes';
import { TraderKey } from './trader-key';

export interface SimMarket {
  readonly id: string;
  readonly traded: Traded;
  readonly quote: Traded;
  /** Quote per traded in whole tokens, times 10 000. */
  readonly price: bigint;
}

/** An order that a trader signed and sent, whatever became of it. */
export interface SentOrder {
  readonly account: Address;
  readonly market: string;
  readonly terms: OrderTerms;
  /** Set when the exchange said so. */
  acceptedAs?: number;
}

const GATEWAY = 'ws-1';
const COMMAND_DEADLINE_MS = 5_000;
const DAY_SECONDS = 86_400;
const DELEGATION_SECONDS = 10 * DAY_SECONDS;

/** One account's owner: deposits, trades, cancels and withdraws at random, and remembers what it was promised. */
export class SimulatedTrader {
  readonly feed: TraderFeed;
  readonly sent: SentOrder[] = [];
  readonly deposited = new Map<Address, bigint>();
  private readonly delegates: TraderKey[] = [];
  private readonly requester: Requester;
  private grant: string | undefined;
  private nonce = 0;
  private command = 0;
  private readonly submitted = new Set<number>();

  constructor(
    readonly key: TraderKey,
    private readonly connection: number,
    bus: Bus,
    private readonly clock: Clock,
    private readonly random: SeededRandom,
    private readonly settings: SimSettings,
  ) {
    this.requester = new Requester(bus);
    this.feed = new TraderFeed(key.address, GATEWAY, this.requester);
  }

  get address(): Address {
    return this.key.address;
  }

  deposit({ contract, decimals }: Traded): void {
    const value = BigInt(this.random.integer(1, 50)) * 10n ** BigInt(decimals);
    this.settings.chain.submit(deposit(this.address, contract, value));
  }

  /**
   * An exit is asked for, or given up soon: its time never comes within a run, but for those that nobody saw before it was
   * over. Of such a one what is left is taken in parts, too.
   */
  requestOrCancelExit({ contract }: Traded): void {
    const { chain } = this.settings;
    const exitAt = chain.state.exits.get(balanceKey(this.address, contract));
    const isAsked = exitAt !== undefined;
    if (isAsked && exitAt <= this.nowSeconds && this.random.chance(0.5)) {
      chain.submit(withdrawExit(this.address, contract, BigInt(this.random.integer(1, 3))));
      return;
    }
    chain.submit(isAsked ? cancelExit(this.address, contract) : requestExit(this.address, contract));
  }

  /** All orders that sell the token are canceled, but for the newest few; the newest ones may not be known yet. */
  async cancelInMass({ contract }: Traded): Promise<void> {
    const minNonce = Math.max(1, this.nonce - this.random.integer(0, 4));
    if (this.random.chance(0.5)) {
      this.settings.chain.submit(requestMinNonce(this.address, contract, BigInt(minNonce)));
      return;
    }
    if (!(await this.logIn()) || this.grant === undefined) return;
    const request = { ...this.authority(this.grant), token: contract, minNonce };
    await this.ask(accountCommands.signMinimumNonce, request);
  }

  /** Takes the co-signature of a minimum nonce to the contract; says whether there was one. */
  private raiseMinimum(): boolean {
    const signed = this.feed.signedMinimums.shift();
    if (signed === undefined) return false;
    const { token, minNonce, signature } = signed;
    this.settings.chain.submit(raiseMinNonce(this.address, token, BigInt(minNonce), signature.deadline));
    return true;
  }

  /** A co-signature is made void, often one that is on its way to the contract. */
  voidWithdrawal(): void {
    const nonces = [...this.feed.signedEntries.values()].flatMap(({ signature }) => signature.nonce ?? []);
    if (nonces.length > 0) this.settings.chain.submit(voidNonce(this.address, this.random.pick(nonces)));
  }

  /** Another key may sign, or one no longer may; often both before the first is final. */
  changeDelegates(): void {
    const { chain, crypto } = this.settings;
    const removes = this.delegates.length > 0 && this.random.chance(0.5);
    if (removes) {
      chain.submit(removeDelegate(this.address, this.random.pick(this.delegates).address));
      return;
    }
    const delegate = new TraderKey(this.random.bytes(32), crypto);
    this.delegates.push(delegate);
    const validUntil = Math.floor(this.clock.now() / 1000) + DELEGATION_SECONDS;
    chain.submit(addDelegate(this.address, delegate.address, validUntil));
    if (this.random.chance(0.2)) chain.submit(removeDelegate(this.address, delegate.address));
  }

  /** Logs in, when it isn't; a grant outlives restarts of everything. */
  async logIn(): Promise<boolean> {
    this.grant ??= await this.grantFor(this.key);
    return this.grant !== undefined;
  }

  private async grantFor(key: TraderKey): Promise<string | undefined> {
    this.nonce += 1;
    const { nonce } = this;
    const message = `log in ${nonce}`;
    const { v, r, s } = key.signMessage(message);
    const reply = await this.ask(accountCommands.authenticate, {
      origin: this.origin(),
      deadline: this.deadline,
      account: this.address,
      message,
      nonce,
      signature: { v, r, s },
      byDelegate: key !== this.key,
    });
    return reply.ok ? reply.value.grant : undefined;
  }

  /** The account's own key, or one of its delegates, accepted or not. */
  private get someKey(): TraderKey {
    return this.random.chance(0.7) || this.delegates.length === 0
      ? this.key
      : this.random.pick(this.delegates);
  }

  async placeOrder(market: SimMarket): Promise<void> {
    if (!(await this.logIn()) || this.grant === undefined) return;
    const terms = this.randomTerms(market);
    const order: SentOrder = { account: this.address, market: market.id, terms };
    this.sent.push(order);
    const format = this.random.chance(0.5) ? 'sign' : 'signTypedData';
    const { v, r, s } = this.someKey.signOrder(terms, format, this.settings.domain);
    const reply = await this.ask(accountCommands.placeOrder, {
      ...this.authority(this.grant),
      market: marketId(market.id),
      terms,
      signature: { v, r, s },
      format,
      rebateToken: this.random.chance(0.5) ? 'sell' : 'buy',
      ...placeWishes(this.random, market.price, terms, this.nowSeconds),
    });
    if (reply.ok) order.acceptedAs = reply.value.orderId;
  }

  async editSomething(markets: readonly SimMarket[]): Promise<void> {
    if (!(await this.logIn()) || this.grant === undefined) return;
    const open = [...this.feed.orders.values()].filter((order) => order.active);
    if (open.length === 0) return;
    // Whose offer is used up is quoted anew: that is what loosely signed orders are for.
    const idle = open.filter(({ sellBook, stopRate }) => sellBook === '0' && stopRate === null);
    const isIdle = idle.length > 0 && this.random.chance(0.6);
    const { id, market, sellAmount, buyAmount } = this.random.pick(isIdle ? idle : open);
    const price = markets.find((listed) => listed.id === market)?.price ?? 1n;
    const signed = { sellAmount: BigInt(sellAmount), buyAmount: BigInt(buyAmount) };
    await this.ask(accountCommands.editOrder, {
      ...this.authority(this.grant),
      id: orderId(id),
      ...editWishes(this.random, price, signed, this.nowSeconds),
    });
  }

  async cancelSomething(): Promise<void> {
    if (!(await this.logIn())) return;
    const key = this.someKey;
    const grant = key === this.key ? this.grant : await this.grantFor(key);
    const open = [...this.feed.orders.values()].filter((order) => order.active);
    if (open.length === 0 || grant === undefined) return;
    if (this.random.chance(0.1)) await this.ask(accountCommands.cancelOrders, this.authority(grant));
    else
      await this.ask(accountCommands.cancelOrder, {
        ...this.authority(grant),
        id: orderId(this.random.pick(open).id),
      });
  }

  async signWithdrawal(token: Traded): Promise<void> {
    if (!(await this.logIn()) || this.grant === undefined) return;
    const usable = BigInt(this.feed.balances.get(token.symbol)?.usable ?? '0');
    const part = (usable * BigInt(this.random.integer(1, 120))) / 100n;
    const request = { ...this.authority(this.grant), token: token.contract, amount: amount(part) };
    await this.ask(accountCommands.signWithdrawal, request);
  }

  /** Takes a co-signature to the contract, which was told to the feed. */
  submitCosigned(tokens: readonly Traded[]): void {
    if (this.raiseMinimum()) return;
    for (const entry of this.feed.signedEntries.values()) {
      const { nonce, deadline } = entry.signature;
      const [change] = entry.changes;
      const token = tokens.find(({ symbol }) => symbol === change?.token);
      if (nonce === undefined || deadline === undefined || change === undefined || token === undefined)
        continue;
      if (this.submitted.has(nonce)) continue;
      this.submitted.add(nonce);
      this.settings.chain.submit(
        withdraw(this.address, token.contract, -BigInt(change.amount), nonce, deadline),
      );
      return;
    }
  }

  private randomTerms(market: SimMarket): OrderTerms {
    const buys = this.random.chance(0.5);
    const quantity = BigInt(this.random.integer(1, 4_000_000));
    const skew = this.random.integer(-300, 300) + (buys ? -40 : 40);
    const traded =
      quantity * 10n ** BigInt(Math.max(0, market.traded.decimals - 6)) + BigInt(this.random.integer(0, 9));
    const price = market.price * BigInt(10_000 + skew);
    const scale = 10n ** BigInt(market.traded.decimals + 8);
    const quote = (traded * price * 10n ** BigInt(market.quote.decimals)) / scale + 10_001n;
    this.nonce += 1;
    return {
      sellToken: buys ? market.quote.contract : market.traded.contract,
      sellAmount: amount(buys ? quote : traded + 10_001n),
      buyToken: buys ? market.traded.contract : market.quote.contract,
      buyAmount: amount(buys ? traded + 10_001n : quote),
      expiry: Math.floor(this.clock.now() / 1000) + DAY_SECONDS + this.random.integer(5, 2_000),
      nonce: this.nonce,
    };
  }

  private authority(grant: string) {
    return { grant, origin: this.origin(), deadline: this.deadline };
  }

  private origin() {
    this.command += 1;
    return { gateway: GATEWAY, connection: this.connection, command: this.command };
  }

  private get nowSeconds(): number {
    return Math.floor(this.clock.now() / 1000);
  }

  private get deadline(): number {
    return this.clock.now() + COMMAND_DEADLINE_MS;
  }

  private ask<D extends RequestDefinition>(definition: D, request: RequestOf<D>) {
    const parameters = [partitionOf(this.address), GATEWAY];
    return this.requester.ask(definition, parameters, request, COMMAND_DEADLINE_MS);
  }
}
