import { ALARM_CODES, type AlarmCode, alarmOf } from '@exchange/core/kernel';
import { MARKET_STOPS } from '@exchange/core/ledger';
import type { AlarmFields } from '@exchange/platform';
import { seededRandom, settle } from '@exchange/test/kit';
import { check, Finding } from './audit/finding';
import { FinalAudit } from './audit/final-audit';
import { LedgerAudit } from './audit/ledger-audit';
import { checkSettler } from './audit/settler-audit';
import { MarketAudit } from './audit/market-audit';
import { WorkAudit } from './audit/work-audit';
import { NOT_SETTLER, SETTLEMENT_STOPPED } from './chain/sim-chain';
import { BREAKAGE_ALARMS, settlementSummary } from './faults/broken-trades';
import { breakTrades, emptySettler } from './faults/empty-settler';
import { drawFault, type Fault, type FaultOf } from './faults/fault-plan';
import { cancelMarket } from './faults/canceled-market';
import { delayed } from './faults/delayed-messages';
import { grantSettler, pauseForAWhile, revokeSettler, silenceSettlement } from './faults/stopped-settlement';
import { stolenSettler } from './faults/stolen-settler';
import { moveGroup } from './faults/moved-groups';
import { twoLeaders } from './faults/two-leaders';
import type { RunSummary } from './run-summary';
import { type AccountLayout, groupsOf } from './services/account-processes';
import { CONFIRMATIONS, type SimServiceName } from './services/build-services';
import { beginBudget, changeBudget } from './actors/budget';
import { announceFees } from './actors/fees';
import { COLLECTOR, MARKETS, type Rebuild, TOKENS, SimulatedWorld } from './world';

export interface RunOptions {
  readonly seed: string;
  readonly commands?: number;
  readonly faults?: number;
  /** The first faults, before those that are drawn. */
  readonly first?: readonly Fault[];
  /** Services that are built differently: bugs injected on purpose. */
  readonly rebuild?: Rebuild;
  /** Every second seed has groups of accounts if nothing is said. */
  readonly layout?: AccountLayout;
}

const STEP_MS = 200;
/** What is said while it can't, when markets stop, of batches with little time left, and when a look takes longer than an attester has. */
const QUIET_ALARMS = ['settler_unfunded', 'settler_low', 'batch_lost', 'attester_silent'] as const;
/** Whether a service may end is judged by `world.fatal`. */
const ENDS = ALARM_CODES.filter((code) => alarmOf(code).lasts === 'end');
const EXPECTED_ALARMS: ReadonlySet<AlarmCode> = new Set([...QUIET_ALARMS, ...MARKET_STOPS, ...ENDS]);
const SETTLE_ROUNDS = 400;

/**
 * Runs the whole exchange from one seed: random commands, faults between them, an audit after each step, and a last
 * one when everything has come to rest. Throws a {@link Finding} that names the seed.
 */
export async function runSimulation(options: RunOptions): Promise<RunSummary> {
  const run = await Run.open(options);
  try {
    return await run.execute();
  } catch (error) {
    const what = error instanceof Finding ? error.message : `a service ended: ${String(error)}`;
    throw new Finding(`seed ${options.seed}, after ${run.describe()}: ${what}`, { cause: error });
  }
}

class Run {
  private readonly ledgerAudit: LedgerAudit;
  private readonly workAudit: WorkAudit;
  private readonly markets: {
    id: string;
    audit: MarketAudit;
    traded: (typeof MARKETS)[number]['traded'];
    quote: (typeof MARKETS)[number]['quote'];
  }[];
  private commands = 0;
  private faults = 0;
  private cleared = 0;
  private auditedCommits = -1;
  private auditedAccounts = -1;
  private lastFault = 'nothing';
  private readonly expectedAlarms = new Set(EXPECTED_ALARMS);

  private constructor(
    private readonly world: SimulatedWorld,
    private readonly options: Required<Omit<RunOptions, 'rebuild' | 'layout'>>,
  ) {
    const ledger = world.service('account-service').store;
    const engine = world.service('matching-engine').store;
    this.ledgerAudit = new LedgerAudit(ledger, groupsOf(world.layout));
    this.workAudit = new WorkAudit(ledger);
    const signed = (account: string, sellAmount: bigint, buyAmount: bigint) =>
      world.accounts
        .find((trader) => trader.address === account)
        ?.sent.find(({ terms }) => terms.sellAmount === sellAmount && terms.buyAmount === buyAmount);
    this.markets = MARKETS.map(({ id, traded, quote }) => ({
      id,
      traded,
      quote,
      audit: new MarketAudit(id, ledger, engine, signed),
    }));
  }

  static async open({
    seed,
    commands = 300,
    faults = 10,
    first = [],
    rebuild = {},
    layout = seededRandom(`${seed} layout`).chance(0.5) ? 'groups' : 'one process',
  }: RunOptions): Promise<Run> {
    return new Run(await SimulatedWorld.open(seed, rebuild, layout), { seed, commands, faults, first });
  }

  describe(): string {
    return `${this.commands} commands and ${this.faults} faults (last: ${this.lastFault})`;
  }

  async execute(): Promise<RunSummary> {
    const { commands, faults } = this.options;
    await this.fund();
    const every = Math.floor(commands / (faults + 1));
    while (this.commands < commands || this.faults < faults) {
      this.command();
      await this.step();
      if (this.commands % every === 0 && this.faults < faults) await this.fault();
    }
    await this.comeToRest();
    const { traders, chain } = this.world;
    return {
      commands: this.commands,
      faults: this.faults,
      accepted: traders.flatMap(({ sent }) => sent).filter(({ acceptedAs }) => acceptedAs !== undefined)
        .length,
      trades: this.markets.reduce((sum, { audit }) => sum + audit.trades.length, 0),
      withdrawals: chain.state.usedNonces.size,
      blocks: chain.height,
      layout: this.world.layout,
      taken: this.timesTaken(),
      frames: this.world.framing.judged,
      ...settlementSummary(this.world.service('settlement-service').store, chain.state),
    };
  }

  private timesTaken(): number {
    const { epochs } = this.world.service('account-service').store;
    return groupsOf(this.world.layout).reduce((sum, { name }) => sum + (epochs.get(name) ?? 0), 0);
  }

  private async fund(): Promise<void> {
    for (const trader of this.world.accounts) for (const token of TOKENS) trader.deposit(token);
    beginBudget(this.world);
    for (let round = 0; round < 4 * (CONFIRMATIONS + 2); round += 1) await this.step();
  }

  /** One thing that a trader or the chain's users do; its answer may come much later. */
  private command(): void {
    this.commands += 1;
    const { random, traders } = this.world;
    const trader = random.pick(traders);
    const draw = random.integer(0, 99);
    if (draw < 50) this.begin(trader.placeOrder(random.pick(MARKETS)));
    else if (draw < 51) this.begin(trader.cancelInMass(random.pick(TOKENS)));
    else if (draw < 52) trader.voidWithdrawal();
    else if (draw < 53) changeBudget(this.world);
    else if (draw < 55) this.begin(announceFees(this.world));
    else if (draw < 64) this.begin(trader.editSomething(MARKETS));
    else if (draw < 76) this.begin(trader.cancelSomething());
    else if (draw < 79) trader.changeDelegates();
    else if (draw < 82) trader.requestOrCancelExit(random.pick(TOKENS));
    else if (draw < 88) this.begin(trader.signWithdrawal(random.pick(TOKENS)));
    else if (draw < 94) trader.submitCosigned(TOKENS);
    else trader.deposit(random.pick(TOKENS));
  }

  private begin(work: Promise<void>): void {
    work.catch((error: unknown) => void this.world.fatal.push(error as Error));
  }

  /** A little time passes: some services take turns in a random order, the chain may mine, and the auditor looks. */
  private async step(): Promise<void> {
    const { world } = this;
    const { random, chain } = world;
    await world.clock.advance(STEP_MS);
    if (random.chance(0.25)) chain.mine();
    this.beside();
    const order = [...world.services.values()].sort(() => random.next() - 0.5);
    for (const service of order) if (service.isAlive && random.chance(0.8)) await service.step();
    await world.framing.step(Object.keys(world.broker.faults).length === 0);
    await settle();
    this.audit();
  }

  private beside(): void {
    const onError = (error: unknown) => void this.world.fatal.push(error as Error);
    for (const service of this.world.services.values()) service.beside(onError);
  }

  private audit(): void {
    const [error] = this.world.fatal;
    check(error === undefined, () => `a service ended: ${error?.stack ?? ''}`);
    const alarm = this.world.log.alarms.find((fields) => !this.isExpected(fields));
    checkSettler(this.world.service('settlement-service').store, this.world.chain.pool);
    check(alarm === undefined, () => `alarm: ${JSON.stringify(alarm)}`);
    const [outOfOrder] = this.world.framing.findings;
    check(outOfOrder === undefined, () => outOfOrder ?? '');
    const commits = this.world.commits();
    if (commits === this.auditedCommits) return;
    this.auditedCommits = commits;
    const ofAccounts = this.world.commits(this.world.service('account-service').store);
    if (ofAccounts !== this.auditedAccounts) {
      this.auditedAccounts = ofAccounts;
      this.ledgerAudit.check();
      this.workAudit.check();
    }
    for (const { audit } of this.markets) audit.check();
  }

  private isExpected({ alarm, reason }: AlarmFields): boolean {
    const isStopped = reason === NOT_SETTLER || reason === SETTLEMENT_STOPPED;
    // Whoever lost its lease may still ask for a trade that its successor gave up.
    const isLate = alarm === 'attestation_refused' && reason === 'REVERSED';
    return this.expectedAlarms.has(alarm) || isLate || (alarm === 'batch_refused' && isStopped);
  }

  private async fault(): Promise<void> {
    const fault =
      this.options.first[this.faults] ?? drawFault(this.world.random, CONFIRMATIONS, this.world.layout);
    this.faults += 1;
    this.lastFault = JSON.stringify(fault);
    await this.inject(fault);
  }

  private async inject(fault: Fault): Promise<void> {
    const { broker, chain, random } = this.world;
    switch (fault.kind) {
      case 'kill': {
        const service = this.world.service(fault.service);
        await service.crash(fault.death, () => this.runUntilTurn(fault.service));
        for (let round = random.integer(0, 10); round > 0; round -= 1) await this.step();
        return this.restart(fault.service);
      }
      case 'wipe broker':
        return broker.wipe();
      case 'restart broker':
        broker.goDown();
        if (fault.wiped) broker.wipe();
        for (let round = 0; round < fault.steps; round += 1) await this.step();
        broker.comeBack();
        return;
      case 'lose messages':
        broker.faults = {
          notice: () => (random.chance(0.3) ? 'drop' : 'deliver'),
          request: () => (random.chance(0.1) ? 'drop' : 'deliver'),
          reply: () => (random.chance(0.1) ? 'drop' : 'deliver'),
        };
        return this.clearAfter(fault.steps);
      case 'duplicate messages':
        broker.faults = {
          notice: () => (random.chance(0.3) ? 'duplicate' : 'deliver'),
          request: () => (random.chance(0.3) ? 'duplicate' : 'deliver'),
        };
        return this.clearAfter(fault.steps);
      case 'delay messages':
        broker.faults = delayed(random);
        return this.clearAfter(fault.steps);
      case 'two leaders':
        return twoLeaders({
          ...{ name: fault.service, broker, random },
          freeze: () =>
            this.world.service(fault.service).freeze(fault.where, () => this.runUntilTurn(fault.service)),
          startSuccessor: () => this.restart(fault.service),
          act: () => this.act(fault.steps),
        });
      case 'move group':
        return moveGroup(this.parts, fault);
      case 'step clock':
        return this.stepClock(fault);
      case 'refuse to store':
        broker.faults = {
          store: () => (random.chance(0.3) ? random.pick(['refuse', 'store-unheard'] as const) : 'store'),
        };
        return this.clearAfter(fault.steps);
      case 'revoke settler':
        this.expectedAlarms.add('settler_dropped');
        return revokeSettler(this.parts, fault.steps);
      case 'pause settlement':
        return pauseForAWhile(this.parts, fault.steps);
      case 'silent settlement':
        // When it comes back what waits longest is late.
        this.expectedAlarms.add('cosign_late');
        await silenceSettlement(this.parts, fault.steps);
        return this.restart('settlement-service');
      case 'empty settler':
        return emptySettler(this.parts, fault.looks);
      case 'stolen settler':
        this.expectedAlarms.add('attestation_refused');
        return stolenSettler(this.parts);
      case 'broken trades':
        for (const alarm of BREAKAGE_ALARMS[fault.breakage]) this.expectedAlarms.add(alarm);
        return breakTrades(this.parts, fault.breakage, fault.trades);
      case 'cancel market':
        return cancelMarket(this.parts, fault);
      case 'reorganise':
        return chain.rollBack(fault.blocks, () => random.chance(0.3));
    }
  }

  private async stepClock({ service, aheadMs, steps, dies }: FaultOf<'step clock'>): Promise<void> {
    const { world } = this;
    const killed = service === 'all' ? world.random.pick([...world.services.keys()]) : service;
    world.setClocks(service, aheadMs);
    await this.act(steps);
    if (dies) await world.service(killed).crash('between turns', async () => undefined);
    world.setClocks(service, 0);
    if (dies) await this.restart(killed);
  }

  private async act(steps: number): Promise<void> {
    for (let round = 0; round < steps; round += 1) {
      this.command();
      await this.step();
    }
  }

  private get parts() {
    const { world, markets } = this;
    return {
      ...{ world, markets, command: () => this.command(), step: () => this.step() },
      act: (steps: number) => this.act(steps),
      runUntilTurn: (name: SimServiceName) => this.runUntilTurn(name),
      restart: (name: SimServiceName) => this.restart(name),
    };
  }

  private async clearAfter(steps: number): Promise<void> {
    this.cleared += 1;
    const mine = this.cleared;
    for (let round = 0; round < steps; round += 1) await this.step();
    if (mine === this.cleared) this.world.broker.faults = {};
  }

  /** Steps until the service commits, so that it can die in that commit. */
  private async runUntilTurn(name: SimServiceName): Promise<void> {
    const service = this.world.service(name);
    for (let round = 0; round < 50; round += 1) {
      await this.world.clock.advance(STEP_MS);
      this.world.chain.mine();
      this.beside();
      await settle();
      for (const other of this.world.services.values())
        if (other !== service && other.isAlive) await other.step();
      if (service.hasWork && (await service.step()) === 0) return;
    }
  }

  private async restart(name: SimServiceName): Promise<void> {
    const starting = this.world.service(name).start();
    let isStarted = false;
    void starting.then(() => (isStarted = true));
    for (let round = 0; !isStarted && round < 200; round += 1) {
      await settle();
      if (!isStarted) await this.step();
    }
    await starting;
  }

  /** No more faults: everything is mined, settled and told. */
  private async comeToRest(): Promise<void> {
    const { world } = this;
    world.broker.faults = {};
    for (let round = 0; round < SETTLE_ROUNDS; round += 1) {
      await world.clock.advance(STEP_MS * 5);
      world.chain.mine();
      this.beside();
      await world.drain();
      this.audit();
      if (round % 20 === 0) grantSettler(this.parts);
      if (round % 20 === 0) for (const trader of world.accounts) this.begin(trader.feed.catchUp());
      if (round > 100 && this.isAtRest()) break;
    }
    for (const trader of world.accounts) this.begin(trader.feed.catchUp());
    await world.drain();
    this.audit();
    new FinalAudit(
      {
        account: world.service('account-service').store,
        marketData: world.service('market-data').store,
        settlement: world.service('settlement-service').store,
      },
      world.chain.state,
      COLLECTOR,
      this.markets,
      world.accounts,
      TOKENS,
      world.feesAsked,
    ).check();
  }

  private isAtRest(): boolean {
    const entries = this.world.service('account-service').store.table('entry').values();
    return [...entries].every((entry) => entry['open'] !== true);
  }
}
