import { accountCommands, ledgerControl, ledgerMarket, operatorCommands } from '@exchange/contract/bus';
import {
  type Address,
  address,
  amount,
  type FeeRow,
  marketId,
  type OrderId,
  PARTITIONS,
  partition,
  partitionOf,
  present,
} from '@exchange/core/kernel';
import { DEFAULT_POLICY } from '@exchange/core/ledger';
import type { MarketEvent, RecordedInput } from '@exchange/core/message';
import { seededRandom } from '@exchange/test/kit';
import { Wallet } from 'ethers';
import { AccountGroup } from '../../../apps/account-service/src/groups/account-group';
import { AccountWorld, DAI, ETH, ONE } from '../../../apps/account-service/test/account-world.fixture';
import { MarketProcessor } from '../../../apps/matching-engine/src/markets/market-processor';

const MARKET = marketId('ETHDAI');
const NOTICE_SECONDS = 5;
const ACCOUNTS = 8;
const TAKERS_MAX = 9;
const DEEP_POCKETS = 10n ** 30n;

const NAMES = ['main', 'b', 'c'];
const GROUPS = NAMES.map((name, index) => {
  const own = Array.from({ length: PARTITIONS }, (_, number) => partition(number));
  return new AccountGroup(
    name,
    own.filter((number) => number % NAMES.length === index),
    NAMES,
  );
});

interface Resting {
  readonly key: Wallet;
  readonly id: OrderId;
}

/** Three groups of accounts, each with a turn of its own, and the engine's own market between them. */
export class FeeExchange {
  private readonly random = seededRandom('fee change');
  private readonly keys = Array.from({ length: ACCOUNTS }, (_, index) => {
    return new Wallet(`0x${(index + 0xa0).toString(16).repeat(32)}`);
  });
  private readonly grants = new Map<Wallet, string>();
  private readonly market = new MarketProcessor(MARKET);
  private readonly inputs: RecordedInput[] = [];
  private readonly resting: Resting[] = [];
  private nonce = 0;
  private rounds = 0;
  trades = 0;

  private constructor(readonly world: AccountWorld) {}

  static async open(): Promise<FeeExchange> {
    const policy = { ...DEFAULT_POLICY, feeNoticeSeconds: NOTICE_SECONDS };
    const world = await AccountWorld.open(policy, GROUPS);
    const exchange = new FeeExchange(world);
    await exchange.listen();
    await exchange.fund();
    return exchange;
  }

  /** How many partitions and groups have accounts that trade. */
  get spread(): { readonly partitions: number; readonly groups: number } {
    const partitions = new Set(this.keys.map((key) => partitionOf(addressOf(key))));
    const groups = new Set([...partitions].map((number) => number % NAMES.length));
    return { partitions: partitions.size, groups: groups.size };
  }

  /** Trades until there are so many. */
  async tradeUntil(trades: number): Promise<void> {
    while (this.trades < trades) await this.round();
  }

  /** Announces other fees and lets their time come, while orders are placed and taken. */
  async changeFees(rows: readonly FeeRow[]): Promise<void> {
    const startsAt = this.world.clock.now() + NOTICE_SECONDS * 1_000;
    const announced = await this.world.order(operatorCommands.announceFees, { rows, startsAt });
    if (!announced.ok) throw new Error(announced.message);
    while (this.world.clock.now() <= startsAt) await this.round();
    // Chance alone may leave no order that traded by the old fees and has the new ones.
    for (const resting of this.resting.splice(0)) await this.edit(resting);
  }

  /** So much later, by the hour by which volumes are counted. */
  async laterByAnHour(): Promise<void> {
    await this.world.clock.advance(3_600_000);
    await this.world.tick();
  }

  /** A maker, and takers of most of its order; now and then an order is edited or time passes. */
  private async round(): Promise<void> {
    const { random, world } = this;
    this.rounds += 1;
    const [maker, ...others] = [...this.keys].sort(() => random.next() - 0.5) as [Wallet, ...Wallet[]];
    const parts = Array.from({ length: random.integer(2, TAKERS_MAX) }, () => this.someEther());
    const whole = parts.reduce((sum, part) => sum + part, 0n);
    const side = random.pick(['buy', 'sell'] as const);
    const rate = BigInt(random.integer(190, 210));
    // Some of it is left for later rounds, which then find an order of older fees.
    const left = random.chance(0.3) ? this.someEther() : 0n;
    const id = await this.place(maker, side, whole + left, rate);
    await this.match();
    const takes = side === 'buy' ? 'sell' : 'buy';
    const limit = takes === 'buy' ? 215n : 185n;
    await Promise.all(
      parts.map((part, index) => {
        const taker = present(others[index % others.length], 'taker');
        return this.place(taker, takes, part, limit);
      }),
    );
    await this.match();
    if (left > 0n) this.resting.push({ key: maker, id });
    if (this.rounds % 4 === 0) await this.editSomething();
    if (this.rounds % 3 === 0) {
      await world.clock.advance(1_000);
      await world.tick();
    }
  }

  /** Such that nothing is divided without a remainder. */
  private someEther(): bigint {
    return 10n ** 17n + BigInt(this.random.integer(1, 2 ** 50));
  }

  private async place(key: Wallet, side: 'buy' | 'sell', ether: bigint, rate: bigint): Promise<OrderId> {
    const { world } = this;
    this.nonce += 1;
    const [eth, dai] = [amount(ether), amount(ether * rate)];
    const terms = {
      ...world.sell(this.nonce),
      ...(side === 'sell'
        ? { sellToken: ETH, sellAmount: eth, buyToken: DAI, buyAmount: dai }
        : { sellToken: DAI, sellAmount: dai, buyToken: ETH, buyAmount: eth }),
    };
    const request = await world.orderRequest(key, present(this.grants.get(key), 'grant'), terms);
    const rebateToken = this.random.pick(['buy', 'sell'] as const);
    const placed = await world.askFor(addressOf(key), accountCommands.placeOrder, {
      ...request,
      rebateToken,
    });
    if (!placed.ok) throw new Error(placed.message);
    return placed.value.orderId;
  }

  private async editSomething(): Promise<void> {
    const some = this.resting.splice(this.random.integer(0, this.resting.length), 1)[0];
    if (some !== undefined) await this.edit(some);
  }

  /** An edit takes the fees in force; it comes too late for an order that is filled. */
  private async edit({ key, id }: Resting): Promise<void> {
    const { world } = this;
    await world.askFor(addressOf(key), accountCommands.editOrder, {
      ...{ grant: present(this.grants.get(key), 'grant'), deadline: world.deadline },
      ...{ origin: { gateway: 'ws-1', connection: 1, command: 3 }, id, hidden: true },
    });
    await this.match();
  }

  /** Everything that was sent to the book is matched, and told to all groups. */
  private async match(): Promise<void> {
    const { world, market } = this;
    await world.quiet();
    market.take(this.inputs.splice(0), world.clock.now());
    const events: MarketEvent[] = [];
    for (let step = market.step(); step !== undefined; step = market.step()) events.push(...step.events);
    this.trades += events.filter(({ kind }) => kind === 'trade').length;
    if (events.length > 0) await world.report(events);
    await world.quiet();
  }

  private async listen(): Promise<void> {
    const bus = this.world.broker.connect('matching-engine');
    const take = ({ at, inputs }: { at: number; inputs: readonly RecordedInput['input'][] }) => {
      this.inputs.push(...inputs.map((input): RecordedInput => ({ at, input })));
    };
    await bus.readLog('LEDGER', ledgerControl.subject(MARKET), new Map(), ({ data }) =>
      take(ledgerControl.decode(data)),
    );
    await this.match();
    await bus.readLog('LEDGER', 'ledger.v1.market.*.*', new Map(), ({ data }) =>
      take(ledgerMarket.decode(data)),
    );
  }

  /** Everybody has enough of both tokens, and so has the budget for rebates. */
  private async fund(): Promise<void> {
    const { world } = this;
    const collector = address(new Wallet(`0x${'c3'.repeat(32)}`).address);
    await world.mine([{ kind: 'parameter', name: 'feeCollector', value: collector }]);
    const owners: Address[] = [collector, ...this.keys.map(addressOf)];
    for (const token of [ETH, DAI]) {
      for (const owner of owners) await world.deposit(owner, token, DEEP_POCKETS);
      await world.mine([{ kind: 'rebates_funded', token, amount: amount(DEEP_POCKETS) }]);
    }
    for (const key of this.keys) {
      const account = addressOf(key);
      const limits = { account, pointTenths: 10 ** 9 };
      await world.order(operatorCommands.setAccountLimits, limits, partitionOf(account));
      this.grants.set(key, await world.grantOf(key));
    }
    const rate = { pair: 'DAIETH', token: 'DAI', currency: 'ETH', rate: '0.005', at: world.clock.now() };
    world.submit({ kind: 'rate_heard', rate });
    await world.quiet();
  }
}

const addressOf = (key: Wallet): Address => address(key.address);

/** Rows of a schedule whose tiers begin at so many whole ETH. */
export const schedule = (
  ...rows: readonly (readonly [ether: bigint, maker: number, taker: number])[]
): FeeRow[] => rows.map(([ether, makerPpm, takerPpm]) => ({ volume: ether * ONE, makerPpm, takerPpm }));
