import { operatorCommands } from '@exchange/contract/bus';
import { address, amount, marketId, present } from '@exchange/core/kernel';
import { LocalAttesterKey, LocalKey } from '@exchange/edge/keys';
import { createCrypto } from '@exchange/platform';
import {
  FakeClock,
  KeptLog,
  MemoryBroker,
  seededRandom,
  type SeededRandom,
  settle,
  type MemoryStore,
} from '@exchange/test/kit';
import { Wallet } from 'ethers';
import type { AskedFees } from './actors/asked-fees';
import { type ChangeConnection, FramingClient } from './actors/framing-client';
import { SimulatedOperator } from './actors/operator';
import { type SimMarket, SimulatedTrader } from './actors/trader';
import { TraderKey } from './actors/trader-key';
import { SimChain } from './chain/sim-chain';
import { SimCosigner, SimSettler } from './chain/sim-keys';
import { openGateway } from './services/build-gateway';
import { type AccountLayout, processesOf } from './services/account-processes';
import type { SimServiceName, SimSettings, Traded } from './services/build-services';
import { type ProcessPorts, type BuiltService, ServiceProcess } from './services/service-process';

const TRADERS = 7;
const FRAMING_GATEWAY = 'ws-2';
const someAddress = (byte: string) => address(`0x${byte.repeat(20)}`);

export const TOKENS: readonly Traded[] = [
  { symbol: 'ETH', contract: someAddress('00'), decimals: 18 },
  { symbol: 'DAI', contract: someAddress('da'), decimals: 18 },
  { symbol: 'WBTC', contract: someAddress('bc'), decimals: 8 },
  { symbol: 'USDC', contract: someAddress('5d'), decimals: 6 },
];

const [ETH, DAI, WBTC, USDC] = TOKENS.map((token) => present(token, 'token')) as [
  Traded,
  Traded,
  Traded,
  Traded,
];

export const MARKETS: readonly SimMarket[] = [
  { id: 'ETHDAI', traded: ETH, quote: DAI, price: 20_000n },
  { id: 'WBTCETH', traded: WBTC, quote: ETH, price: 13_000n },
  { id: 'ETHUSDC', traded: ETH, quote: USDC, price: 19_500n },
];

export const COLLECTOR = someAddress('fe');

type Builder = (settings: SimSettings, ports: ProcessPorts) => BuiltService;
/** Replaces how a service is built: for bugs that are injected on purpose. */
export type Rebuild = Partial<Record<SimServiceName, (build: Builder) => Builder>> & {
  readonly 'ws-gateway'?: ChangeConnection;
};

/** The whole exchange in one process: services over memory, a chain, traders; nothing moves by itself. */
export class SimulatedWorld {
  readonly clock = new FakeClock();
  readonly log = new KeptLog();
  readonly fatal: Error[] = [];
  readonly random: SeededRandom;
  readonly broker: MemoryBroker;
  readonly operator: SimulatedOperator;
  readonly services = new Map<SimServiceName, ServiceProcess>();
  readonly traders: SimulatedTrader[] = [];
  /** Schedules of fees that an operator asked for. */
  readonly feesAsked: AskedFees[] = [];
  private framingClient: FramingClient | undefined;

  private constructor(
    seed: string,
    readonly settings: SimSettings,
    readonly chain: SimChain,
    clock: FakeClock,
    rebuild: Rebuild,
    readonly layout: AccountLayout,
  ) {
    this.clock = clock;
    this.random = seededRandom(seed);
    this.broker = new MemoryBroker({ clock });
    this.operator = new SimulatedOperator(this.broker);
    const onFatal = (error: Error) => void this.fatal.push(error);
    for (const [name, build] of Object.entries(processesOf(layout)) as [SimServiceName, Builder][]) {
      const service = name === 'account-service-2' ? 'account-service' : name;
      const built = rebuild[service]?.(build) ?? build;
      const random = seededRandom(`${seed} commits of ${name}`);
      const deps = { clock, log: this.log, onFatal, random };
      const of = (ports: ProcessPorts) => built(settings, ports);
      const { store } = this.services.get(service) ?? {};
      this.services.set(name, new ServiceProcess(service, this.broker, deps, of, store));
    }
  }

  static async open(
    seed: string,
    rebuild: Rebuild = {},
    layout: AccountLayout = 'one process',
  ): Promise<SimulatedWorld> {
    const clock = new FakeClock();
    const crypto = await createCrypto();
    const domain = { name: 'Exchange', chainId: 31_337, contract: someAddress('c0') };
    const attester = new LocalAttesterKey(new LocalKey(`0x${'a7'.repeat(32)}`, 'attester'));
    const rules = { domain, crypto, collector: COLLECTOR, attester: attester.address };
    const tokens = TOKENS.map(({ contract }) => contract);
    const chain = new SimChain(rules, tokens, () => Math.floor(clock.now() / 1000));
    const cosigner = new Wallet(`0x${'c5'.repeat(32)}`);
    const settings: SimSettings = {
      domain,
      crypto,
      chain,
      settler: new SimSettler(someAddress('5e'), (signed) => chain.pool.judgeOffer(signed.nonce, signed)),
      attester,
      cosigner: new SimCosigner(cosigner, address(cosigner.address)),
      identity: await chain.identity(),
      seed,
    };
    const world = new SimulatedWorld(seed, settings, chain, clock, rebuild, layout);
    for (const service of world.services.values()) await service.start();
    await world.list();
    await world.addTraders();
    await world.addFraming(rebuild['ws-gateway'] ?? (() => undefined));
    return world;
  }

  /** Who sends frames through a real gateway. */
  get framing(): FramingClient {
    return present(this.framingClient, 'framing client');
  }

  /** Everybody who has an account; the one of frames is used by nobody else. */
  get accounts(): readonly SimulatedTrader[] {
    return [...this.traders, this.framing.trader];
  }

  service(name: SimServiceName): ServiceProcess {
    return present(this.services.get(name), name);
  }

  /** Lets the time of day of a service's machine, or of all, be wrong. */
  setClocks(service: SimServiceName | 'all', aheadMs: number): void {
    for (const [name, { clock }] of this.services) {
      if (service === 'all' || name === service) clock.aheadMs = aheadMs;
    }
  }

  /** How often services have committed so far: all of them, or those that stand on one store. */
  commits(of?: MemoryStore): number {
    const counted = [...this.services.values()].filter(({ store }) => of === undefined || store === of);
    return counted.reduce((sum, { commits }) => sum + commits, 0);
  }

  /** Whether any service has something to do. */
  get hasWork(): boolean {
    return [...this.services.values()].some((service) => service.isAlive && service.hasWork);
  }

  /** Runs turns of all living services until nothing waits. */
  async drain(): Promise<void> {
    for (let quiet = 0; quiet < 3; quiet += 1) {
      await settle();
      for (const service of this.services.values()) {
        if (service.isAlive && (await service.finish()) > 0) quiet = 0;
      }
    }
  }

  private async list(): Promise<void> {
    const { operator } = this;
    const token = {
      minOrderAmount: amount(20_000n),
      minOrderRemaining: amount(10_001n),
      supply: '0',
      description: 'A token.',
      links: {},
    };
    const asks = [
      ...TOKENS.map(({ symbol, contract, decimals }) =>
        operator.order(operatorCommands.listToken, { ...token, symbol, contract, decimals, name: symbol }),
      ),
      ...MARKETS.map(({ id: market, traded, quote }) =>
        operator.order(operatorCommands.listMarket, {
          market: marketId(market),
          traded: traded.symbol,
          quote: quote.symbol,
          minOrderAmountQuote: amount(20_000n),
          minOrderRemainingQuote: amount(10_001n),
        }),
      ),
    ];
    await this.drain();
    for (const reply of await Promise.all(asks)) if (!reply.ok) throw new Error(reply.message);
    await this.drain();
  }

  private async addTraders(): Promise<void> {
    for (let number = 1; number <= TRADERS; number += 1) this.traders.push(await this.newTrader(number));
  }

  private async newTrader(number: number): Promise<SimulatedTrader> {
    const random = this.random.fork(`trader ${number}`);
    const key = new TraderKey(random.bytes(32), this.settings.crypto);
    const bus = this.broker.connect(`ws-gateway ${number}`);
    const trader = new SimulatedTrader(key, number, bus, this.clock, random, this.settings);
    await trader.feed.listen(bus);
    return trader;
  }

  private async addFraming(change: ChangeConnection): Promise<void> {
    const { broker, settings } = this;
    const opening = openGateway(FRAMING_GATEWAY, broker.connect(FRAMING_GATEWAY), this, settings);
    // It asks the services, which do nothing unless they are told to.
    await this.drain();
    const trader = await this.newTrader(TRADERS + 1);
    const market = present(MARKETS[0], 'market');
    const random = this.random.fork('frames');
    this.framingClient = new FramingClient(trader, await opening, market, random, change);
  }
}
