import {
  accountCommands,
  operatorCommands,
  type RequestDefinition,
  type RequestOf,
} from '@exchange/contract/bus';
import { type Address, amount, marketId, partitionOf, present } from '@exchange/core/kernel';
import { type OperatorOrder, placementOptions } from '@exchange/core/message';
import type { OrderTerms } from '@exchange/core/order';
import { REQUESTS as ALL_REQUESTS, Requester } from '@exchange/platform';
import { type SeededRandom, seededRandom, settle } from '@exchange/test/kit';
import { check } from '../audit/finding';
import { LedgerAudit } from '../audit/ledger-audit';
import { CONFIRMATIONS } from '../services/build-services';
import { MARKETS, SimulatedWorld, TOKENS } from '../world';
import { hostileBytes } from './hostile-bytes';
import { randomJson } from './random-json';
import { checkUnordered } from './unordered-changes';

const GATEWAY = 'ws-1';
const ANSWER_WITHIN_MS = 60_000;
const DAY_SECONDS = 86_400;
/** Operators ask seldom: each listing is one more for ever. */
const OPERATOR_SHARE = 0.08;
/** What gateways and operators may send; of those that are simulated, and of which no process must be named. */
const OWNERS = ['account-service', 'market-data'];
const REQUESTS = ALL_REQUESTS.filter(
  ({ owner, senders }) => OWNERS.includes(owner) && senders.some((name) => /gateway|operator/.test(name)),
);
const byOperator = REQUESTS.filter(({ senders }) => senders.includes('operator-gateway'));
const ORDERED = new Set<unknown>(Object.values(operatorCommands));
const byGateways = REQUESTS.filter((definition) => !byOperator.includes(definition));

/** What a stranger with the operator's credentials does, and is called so. */
const FORKED = 'operator_log_forked';

const LAST_MARKET = present(MARKETS.at(-1), 'market').id;

const OPTIONS = new Set(Object.keys(placementOptions.members));
/** Those that say the most, and those that keep others from saying anything. */
const { placeOrder, editOrder, logoff } = accountCommands;
const { setMarketStatus } = operatorCommands;

interface Sent {
  readonly what: string;
  readonly definition: RequestDefinition;
  readonly fits: boolean;
  /** Only who says when it was sent can be told that it came too late. */
  readonly saysWhen: boolean;
  answer?: Uint8Array;
  failure?: unknown;
}

/** How often each kind of request was carried out, and how often it was refused. */
export type Outcomes = Map<RequestDefinition, { done: number; refused: number }>;

/**
 * Sends the services whatever the credentials of a gateway or an operator let through: all requests of the bus with
 * values of their schemas, extremes among them, and what fits no schema. Each must be answered, no service may end,
 * and the books must add up.
 */
export class HostileRequests {
  readonly outcomes: Outcomes = new Map(REQUESTS.map((request) => [request, { done: 0, refused: 0 }]));
  private readonly random: SeededRandom;
  private readonly bus;
  private readonly audit: LedgerAudit;
  private readonly known = new Map<string, unknown[]>();
  private readonly sent: Sent[] = [];
  private readonly orders: OperatorOrder[] = [];
  private grants = new Map<Address, string>();
  private nonce = 1_000_000;
  private begun = -1;

  private constructor(
    readonly world: SimulatedWorld,
    private readonly seed: string,
  ) {
    this.random = seededRandom(`hostile ${seed}`);
    this.bus = world.broker.connect('hostile gateway');
    this.audit = new LedgerAudit(world.service('account-service').store);
  }

  static async open(seed: string): Promise<HostileRequests> {
    const hostile = new HostileRequests(await SimulatedWorld.open(seed), seed);
    await hostile.prepare();
    return hostile;
  }

  /** So many requests, a few at a time. */
  async send(count: number): Promise<void> {
    for (let left = count; left > 0; left -= 20) {
      if (left % 100 === 0) await this.logIn();
      for (let asked = 0; asked < Math.min(20, left); asked += 1) this.sendOne();
      await this.pass(this.random.pick([200, 1_000, 11_000]));
      this.judge();
    }
  }

  /** Every service still does its work: a trade is made, published and settled, and who asks is told. */
  async worksStill(): Promise<void> {
    await this.restoreListing();
    const { services, chain } = this.world;
    const marketData = present(services.get('market-data'), 'market-data');
    const counts = () => [marketData.store.table('trades').size, chain.state.settled.size];
    const before = counts();
    await this.logIn();
    await checkUnordered(this.world);
    const [seller, buyer] = this.world.traders;
    for (const trader of [seller, buyer]) {
      const terms = this.terms(trader === buyer);
      const placed = this.ask(accountCommands.placeOrder, present(trader, 'trader').address, {
        ...this.authority(present(trader, 'trader').address),
        ...this.signed(present(trader, 'trader').address, terms),
        market: marketId('ETHDAI'),
      });
      await this.pass(1_000);
      const reply = await placed;
      check(reply.ok, () => `an order is refused in the end: ${JSON.stringify(reply)}`);
    }
    for (let round = 0; round < 10; round += 1) await this.pass(1_000);
    const after = counts();
    check(
      after.every((size, index) => size > (before[index] ?? 0)),
      () => `nothing is traded any more: ${String(before)} to ${String(after)}`,
    );
    check(chain.height > 0, () => 'the chain stands still');
    this.judge();
  }

  private async prepare(): Promise<void> {
    for (const trader of this.world.traders)
      for (let times = 0; times < 5; times += 1) for (const token of TOKENS) trader.deposit(token);
    for (let round = 0; round < 2 * (CONFIRMATIONS + 2); round += 1) await this.pass(1_000);
    await this.logIn();
    const texts = {
      account: this.world.traders.map(({ address }) => address),
      market: MARKETS.map(({ id }) => id),
      token: TOKENS.map(({ contract }) => contract),
      symbol: TOKENS.map(({ symbol }) => symbol),
      currency: ['USD', 'ETH', 'JPY'],
      gateway: [GATEWAY, GATEWAY, 'ws-2'],
      connection: [1, 2, 3],
      decimals: [0, 6, 18, 27, 28],
    };
    for (const [name, values] of Object.entries(texts)) this.known.set(name, values);
    this.known.set('delegate', [...(this.known.get('account') ?? [])]);
  }

  private async logIn(): Promise<void> {
    const { operator } = this.world;
    const { setAccountLimits, unfreezeAccount } = operatorCommands;
    await this.all(({ address: account }) =>
      Promise.all([
        operator.order(setAccountLimits, { account, pointTenths: null }, partitionOf(account)),
        operator.order(unfreezeAccount, { account }, partitionOf(account)),
      ]),
    );
    const grants = await this.all(async (trader) => {
      this.nonce += 1;
      const message = `hostile ${this.nonce}`;
      const { nonce } = this;
      const request = {
        origin: this.origin(),
        deadline: this.deadline,
        ...{ account: trader.address, message, nonce },
        signature: trader.key.signMessage(message),
        byDelegate: false,
      };
      const reply = await this.ask(accountCommands.authenticate, trader.address, request);
      return reply.ok ? [trader.address, reply.value.grant] : [];
    });
    const found = grants.filter(([account]) => account !== undefined) as [Address, string][];
    check(found.length > 0, () => 'nobody can log in');
    this.grants = new Map(found);
  }

  private async all<T>(work: (trader: SimulatedWorld['traders'][number]) => Promise<T>): Promise<T[]> {
    const working = Promise.all(this.world.traders.map(work));
    await this.world.drain();
    return working;
  }

  /** What the services know of the account by now, so that requests name it. */
  private learnOf(account: Address): void {
    const { store } = this.world.service('account-service');
    const column = (table: string, name: string, newest: number, only?: string) =>
      [...store.table(table).values()]
        .filter((row) => row['account'] === account && (only === undefined || row[only] === true))
        .slice(-newest)
        .flatMap((row) => row[name] ?? []);
    const open = [...column('orders', 'id', 20, 'active'), ...column('orders', 'id', 2)];
    const now = this.world.clock.now();
    const found = {
      id: open,
      orderId: open,
      cid: [1, 2, 3, ...column('orders', 'cid', 5)],
      hash: column('orders', 'hash', 20),
      entryId: column('entry', 'id', 20),
      before: column('entry', 'id', 5),
      deadline: [this.deadline, this.deadline, this.deadline, now - 1],
      limit: [1, 10, 50],
      order: [...this.orders.slice(-3), this.nextOrder()],
      grant: [this.grants.get(account) ?? ''],
    };
    for (const [name, values] of Object.entries(found)) this.known.set(name, values);
  }

  /** The next entry of the operator's log, as it would be. */
  private nextOrder(): OperatorOrder {
    const order = this.world.operator.log.next();
    this.orders.push(order);
    return order;
  }

  /** Most commands of operators are ordered: others change nothing. None is far ahead of the log, or it would pass all to come. */
  private inLog(definition: RequestDefinition, request: Record<string, unknown>): Record<string, unknown> {
    const newest = present(this.orders.at(-1), 'entry of the log');
    const { order } = request as { order?: OperatorOrder };
    const isAhead = order !== undefined && order.seq > newest.seq;
    const isToBeOrdered = order === undefined && ORDERED.has(definition) && this.random.chance(0.6);
    return isAhead || isToBeOrdered ? { ...request, order: newest } : request;
  }

  private sendOne(): void {
    const { random } = this;
    const account = random.pick(this.world.traders).address;
    const definition = this.someDefinition();
    this.learnOf(account);
    const request = this.requestOf(definition, account);
    const fits = random.chance(0.75);
    const data = fits ? Buffer.from(JSON.stringify(request)) : hostileBytes(request, random);
    const subject = this.subjectOf(definition, account);
    const sent: Sent = {
      what: `${subject} ${Buffer.from(data).toString().slice(0, 2_000)}`,
      definition,
      fits,
      saysWhen: Buffer.from(data).includes('"sent"'),
    };
    this.sent.push(sent);
    this.bus.request(subject, data, ANSWER_WITHIN_MS).then(
      (answer) => (sent.answer = answer),
      (error: unknown) => (sent.failure = error),
    );
  }

  /** Each kind once, then some more than others. */
  private someDefinition(): RequestDefinition {
    const { random } = this;
    const next = REQUESTS[(this.begun += 1)];
    if (next !== undefined) return next;
    if (random.chance(0.35)) return random.chance(0.6) ? placeOrder : editOrder;
    const definition = random.pick(random.chance(OPERATOR_SHARE) ? byOperator : byGateways);
    const isRare = definition === logoff || definition === setMarketStatus;
    return isRare && random.chance(0.8) ? placeOrder : definition;
  }

  private requestOf(definition: RequestDefinition, account: Address): unknown {
    const { random } = this;
    const fitting = randomJson(definition.request.schema, random, this.known);
    const any = this.inLog(definition, fitting as Record<string, unknown>);
    if (random.chance(0.1)) return any;
    const request = 'grant' in any ? { ...any, ...this.authority(account) } : any;
    // That is for ever, and the market must work in the end.
    if (definition === setMarketStatus && any['status'] === 'delisted')
      return { ...request, market: LAST_MARKET };
    if (definition !== accountCommands.placeOrder) return request;
    // Most with little beside the signed terms: what is wrong in one place must not hide what is in another.
    const kept = Object.entries(request).filter(([name]) => !OPTIONS.has(name) || random.chance(0.25));
    const terms = random.chance(0.9) ? this.terms(random.chance(0.5)) : (request['terms'] as OrderTerms);
    const market = random.chance(0.9) ? 'ETHDAI' : request['market'];
    return { ...Object.fromEntries(kept), ...this.jsonOf(this.signed(account, terms)), market };
  }

  /** Anything stands in the place of the partition, which no permission of the broker sees to. */
  private subjectOf(definition: RequestDefinition, account: Address): string {
    const sender = definition.senders.includes('operator-gateway') ? 'operator-gateway' : GATEWAY;
    if (definition.owner === 'market-data') return definition.subject(sender);
    const { random } = this;
    const strange = ['0', '63', '64', '-1', '007', 'x'];
    const own = definition.senders.includes('operator-gateway') ? 0 : partitionOf(account);
    return definition.subject(random.chance(0.9) ? own : random.pick(strange), sender);
  }

  private terms(buys: boolean): OrderTerms {
    const { random } = this;
    this.nonce += 1;
    const traded = 10n ** 17n * BigInt(random.integer(6, 20));
    const quote = traded * (buys ? 3n : 2n);
    const [ether, dai] = TOKENS.map(({ contract }) => contract);
    const tokens = { sell: present(buys ? dai : ether, 'token'), buy: present(buys ? ether : dai, 'token') };
    return {
      ...{ sellToken: tokens.sell, sellAmount: amount(buys ? quote : traded) },
      ...{ buyToken: tokens.buy, buyAmount: amount(buys ? traded : quote) },
      expiry: Math.floor(this.world.clock.now() / 1000) + DAY_SECONDS + random.integer(5, 2_000),
      nonce: this.nonce,
    };
  }

  private signed(account: Address, terms: OrderTerms) {
    const trader = present(
      this.world.traders.find(({ address }) => address === account),
      'trader',
    );
    const format = this.random.pick(['sign', 'signTypedData'] as const);
    try {
      const signature = trader.key.signOrder(terms, format, this.world.settings.domain);
      return { terms, signature, format };
    } catch {
      // Terms that can't even be hashed.
      const zeros = `0x${'0'.repeat(64)}` as never;
      return { terms, signature: { v: 27, r: zeros, s: zeros }, format };
    }
  }

  private jsonOf(value: object): object {
    const text = JSON.stringify(value, (_, member: unknown) =>
      typeof member === 'bigint' ? member.toString() : member,
    );
    return JSON.parse(text) as object;
  }

  private authority(account: Address) {
    return { grant: this.grants.get(account) ?? '', origin: this.origin(), deadline: this.deadline };
  }

  private origin() {
    return { gateway: GATEWAY, connection: 1, command: this.random.integer(1, 1_000_000) };
  }

  private get deadline(): number {
    return this.world.clock.now() + ANSWER_WITHIN_MS;
  }

  private ask<D extends RequestDefinition>(definition: D, account: Address, request: RequestOf<D>) {
    const parameters = [partitionOf(account), GATEWAY];
    return new Requester(this.bus).ask(definition, parameters, request, ANSWER_WITHIN_MS);
  }

  /** Time goes on, and everyone does what there is to do. */
  private async pass(ms: number): Promise<void> {
    const { world } = this;
    await world.drain();
    await world.clock.advance(ms);
    world.chain.mine();
    for (const service of world.services.values())
      service.beside((error) => world.fatal.push(error as Error));
    await settle();
    await world.drain();
  }

  private judge(): void {
    const { fatal, log } = this.world;
    const lately = () => this.sent.slice(-20).map(({ what }) => `\n  ${what}`);
    const [error] = fatal;
    check(error === undefined, () => `seed ${this.seed}: a service ended: ${error?.stack ?? ''}${lately()}`);
    const alarm = log.alarms.find(({ alarm }) => alarm !== FORKED);
    check(alarm === undefined, () => `seed ${this.seed}: ${JSON.stringify(alarm)}${lately()}`);
    for (const { what, definition, fits, saysWhen, answer, failure } of this.sent.splice(0)) {
      check(answer !== undefined, () => `seed ${this.seed}: not answered (${String(failure)}): ${what}`);
      const reply = definition.decodeReply(present(answer, 'answer'));
      const outcome = present(this.outcomes.get(definition), definition.pattern);
      if (reply.ok) outcome.done += 1;
      else outcome.refused += 1;
      const isLate = saysWhen && !reply.ok && /waited too long/.test(reply.message);
      const isBusy = !isLate && !reply.ok && reply.code === 'UNAVAILABLE';
      check(!isBusy, () => `seed ${this.seed}: too busy for ${what} (${String(fits)})`);
    }
    this.audit.check();
  }

  /** What hostile operators made of the markets is taken back. */
  private async restoreListing(): Promise<void> {
    const { operator } = this.world;
    const market = marketId('ETHDAI');
    const least = amount(20_000n);
    const words = {
      name: 'T',
      description: 'A token.',
      links: {},
      minOrderAmount: least,
      minOrderRemaining: amount(0n),
    };
    const edits = [
      ...TOKENS.map(({ symbol }) => operator.order(operatorCommands.editToken, { symbol, ...words })),
      operator.order(operatorCommands.editMarket, {
        ...{ market, minOrderAmountQuote: least, minOrderRemainingQuote: amount(0n) },
      }),
      operator.order(setMarketStatus, { market, status: 'open' }),
    ];
    for (let round = 0; round < 3; round += 1) await this.pass(11_000);
    for (const reply of await Promise.all(edits)) {
      check(reply.ok, () => `an operator is refused in the end: ${JSON.stringify(reply)}`);
    }
  }
}
