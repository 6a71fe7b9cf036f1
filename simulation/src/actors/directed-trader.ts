import {
  accountCommands,
  accountQueries,
  type RequestDefinition,
  type RequestOf,
} from '@exchange/contract/bus';
import { type Address, amount, marketId, partitionOf, present } from '@exchange/core/kernel';
import type { OrderTerms } from '@exchange/core/order';
import { Requester } from '@exchange/platform';
import { deposit, requestExit, withdraw, withdrawExit } from '../chain/sim-contract';
import type { SimulatedWorld } from '../world';
import { TraderFeed } from './account-feed';
import { TraderKey } from './trader-key';

const GATEWAY = 'ws-1';
const ANSWER_MS = 5_000;
const WEEK_S = 604_800;

/** An account whose owner does what a test says, and nothing else. */
export class DirectedTrader {
  readonly key: TraderKey;
  readonly feed: TraderFeed;
  private readonly requester: Requester;
  private grant = '';
  private nonce = 0;
  private commands = 0;

  private constructor(
    private readonly world: SimulatedWorld,
    private readonly number: number,
  ) {
    this.key = new TraderKey(new Uint8Array(32).fill(number), world.settings.crypto);
    const bus = world.broker.connect(`directed ${number}`);
    this.requester = new Requester(bus);
    this.feed = new TraderFeed(this.key.address, GATEWAY, this.requester);
    void this.feed.listen(bus);
  }

  static async enter(world: SimulatedWorld, number: number): Promise<DirectedTrader> {
    const trader = new DirectedTrader(world, number);
    trader.nonce += 1;
    const message = `log in ${trader.nonce}`;
    const answer = await trader.ask(accountCommands.authenticate, {
      ...trader.origin,
      ...{ account: trader.address, message, nonce: trader.nonce, byDelegate: false },
      signature: trader.key.signMessage(message),
    });
    if (!answer.ok) throw new Error(answer.message);
    trader.grant = answer.value.grant;
    return trader;
  }

  get address(): Address {
    return this.key.address;
  }

  deposit(token: Address, units: bigint): void {
    this.world.chain.submit(deposit(this.address, token, units));
  }

  requestExit(token: Address, waitingPeriod: number): void {
    this.world.chain.submit(requestExit(this.address, token, waitingPeriod));
  }

  withdrawExit(token: Address): void {
    this.world.chain.submit(withdrawExit(this.address, token));
  }

  /** A code, or `ok`. */
  async place(
    market: string,
    sell: readonly [token: Address, units: bigint],
    buy: readonly [Address, bigint],
  ) {
    this.nonce += 1;
    const terms: OrderTerms = {
      ...{ sellToken: sell[0], sellAmount: amount(sell[1]), buyToken: buy[0], buyAmount: amount(buy[1]) },
      ...{ expiry: Math.floor(this.world.clock.now() / 1_000) + WEEK_S, nonce: this.nonce },
    };
    const signature = this.key.signOrder(terms, 'signTypedData', this.world.settings.domain);
    const format = 'signTypedData' as const;
    const wanted = { ...this.authority, market: marketId(market), terms, signature, format };
    const reply = await this.ask(accountCommands.placeOrder, wanted);
    return reply.ok ? 'ok' : `${reply.code}: ${reply.message}`;
  }

  async signWithdrawal(token: Address, units: bigint): Promise<void> {
    const wanted = { ...this.authority, token, amount: amount(units) };
    const reply = await this.ask(accountCommands.signWithdrawal, wanted);
    if (!reply.ok) throw new Error(reply.message);
  }

  /** Takes what was co-signed to the contract. */
  withdraw(token: Address, units: bigint): void {
    const [entry] = this.feed.signedEntries.values();
    const { nonce, deadline } = present(entry, 'co-signed withdrawal').signature;
    const [own, until] = [present(nonce, 'nonce'), present(deadline, 'deadline')];
    this.world.chain.submit(withdraw(this.address, token, units, own, until));
  }

  async balance(symbol: string) {
    const reply = await this.ask(accountQueries.balancesQuery, { grant: this.grant });
    if (!reply.ok) throw new Error(reply.message);
    const found = reply.value.balances.find(({ token }) => token === symbol);
    const { settled = '0', usable = '0', blocked = '0' } = found ?? {};
    return { settled: BigInt(settled), usable: BigInt(usable), blocked: BigInt(blocked) };
  }

  private get authority() {
    return { grant: this.grant, ...this.origin };
  }

  private get origin() {
    const origin = { gateway: GATEWAY, connection: this.number, command: (this.commands += 1) };
    return { origin, deadline: this.world.clock.now() + ANSWER_MS };
  }

  private async ask<D extends RequestDefinition>(definition: D, request: RequestOf<D>) {
    const reply = this.requester.ask(definition, [partitionOf(this.address), GATEWAY], request, ANSWER_MS);
    await this.world.drain();
    return reply;
  }
}
