import { type Address, type AlarmCode, hash } from '@exchange/core/kernel';
import { chainBlock, ledgerCosign, ledgerSettle, settlementNews } from '@exchange/contract/bus';
import {
  LocalKey,
  LocalSettlerKey,
  type SettlerTransaction,
  SignerRefusedError,
  SignerUnreachableError,
} from '@exchange/edge/keys';
import type { BlockNews, SettleLeg, SettlementNews, Submission } from '@exchange/core/message';
import { Prompts, silentTurnMetrics, Turn } from '@exchange/platform';
import { FakeClock, KeptLog, MemoryBroker, MemoryDatabase, MemoryStore } from '@exchange/test/kit';
import type { RoundSignal } from '../src/inbox/round-signal';
import { DAI, ETH, MemoryExchange, tradeLegs } from './memory-exchange.fixture';
import { TestAttester } from './test-attester.fixture';
import { type SettlerFunds, silentSettlementMetrics } from '../src/round/settlement-metrics';
import { Settlers } from '../src/settlers/settlers';
import { SettlementRound } from '../src/round/settlement-round';
import { SettlementHandler } from '../src/settlement-handler';

const CHAIN_ID = 31_337;
const CONTRACT = `0x${'c0'.repeat(20)}` as Address;
export const SETTLER_SECRET = `0x${'51'.repeat(32)}`;
const SETTLER_SECRETS = [SETTLER_SECRET, `0x${'52'.repeat(32)}`, `0x${'53'.repeat(32)}`] as const;
const ATTESTER_SECRET = `0x${'a7'.repeat(32)}`;
export const DOMAIN = { name: 'exchange', chainId: CHAIN_ID, contract: CONTRACT };

export const LIMITS = {
  batchTrades: 4,
  batchAgeMs: 500,
  inFlight: 2,
  validForSeconds: 600,
  trialSeconds: 1,
  resendMs: 15_000,
  raiseFeeMs: 30_000,
  maxFeePerGas: 500_000_000_000n,
  maxTip: 10_000_000_000n,
  dearFeePerGas: 10n ** 12n,
  runwayBatches: 10,
  floorBatches: 2,
  awayMs: 30_000,
  lateTradeMs: 10_800_000,
};

/** A key whose signer may be away, or refuse. */
class TestSettlerKey extends LocalSettlerKey {
  isAway = false;
  /** The code with which its signer refuses everything. */
  refusal: string | undefined;
  /** How often it was asked for a signature. */
  asked = 0;

  override async sign(transaction: SettlerTransaction) {
    this.asked += 1;
    if (this.isAway) throw new SignerUnreachableError('the signer is away');
    if (this.refusal !== undefined) throw new SignerRefusedError(this.refusal, 'no');
    return super.sign(transaction);
  }

  override async answers(): Promise<boolean> {
    return !this.isAway && this.refusal !== 'CLIENT';
  }
}

/** The settlement-service over memory, with a chain and writers of its logs in the test's hand. */
export class SettlementWorld {
  readonly clock = new FakeClock();
  readonly broker = new MemoryBroker({ clock: this.clock });
  readonly store = new MemoryStore();
  readonly legs = new Map<number, SettleLeg[]>();
  readonly chain = new MemoryExchange(this.legs, () => this.clock.now());
  readonly attester = new TestAttester(DOMAIN, ATTESTER_SECRET);
  readonly log = new KeptLog();
  /** What the settler was seen to have, oldest first. */
  readonly funds: SettlerFunds[] = [];
  /** Settlement's keys, as of its next start. */
  keys: readonly TestSettlerKey[];
  readonly #seqs = new Map<string, number>();
  #running:
    | { turn: Turn; round: SettlementRound; handler: SettlementHandler; settlers: Settlers }
    | undefined;

  /** `settlers`: how many keys settlement has, up to three. */
  constructor(settlers = 1) {
    this.keys = SETTLER_SECRETS.slice(0, settlers).map(
      (secret) => new TestSettlerKey(new LocalKey(secret, 'settler')),
    );
  }

  async start(): Promise<void> {
    const { clock, log, chain, broker } = this;
    const database = new MemoryDatabase(this.store);
    const handler = new SettlementHandler({
      ...{ chainId: CHAIN_ID, database, settlers: this.keys.map((key) => key.address) },
    });
    const bus = broker.connect('settlement-service');
    const onFatal = (error: Error) => {
      throw error;
    };
    const turn = new Turn({
      ...{ name: 'settlement-service', handler, database, bus, clock, log, onFatal, verify: true },
      metrics: silentTurnMetrics,
    });
    const prompts = new Prompts<RoundSignal>();
    prompts.connect((signal, committed) => turn.submit(signal, committed));
    const metrics = {
      ...silentSettlementMetrics,
      funds: (funds: SettlerFunds) => void this.funds.push(funds),
    };
    const settlers = new Settlers(this.keys, { chain, clock, log, metrics, limits: LIMITS });
    const round = new SettlementRound({
      ...{ state: handler.state, chain, domain: DOMAIN, prompts, clock, log, limits: LIMITS },
      whileWriter: (work) => turn.whileWriter(work),
      settlers,
      metrics,
      attester: this.attester,
    });
    await turn.start();
    await turn.caughtUp();
    this.#running = { turn, round, handler, settlers };
  }

  /** The process ends as if killed: whatever it would still do is of no effect. */
  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  async stop(): Promise<void> {
    await this.#running?.turn.stop();
    this.#running = undefined;
  }

  get state() {
    return this.#own.handler.state;
  }

  /** What the process says of its settlers. */
  get told(): string {
    return String(this.#own.settlers);
  }

  /** Which of the keys sends, by its place. */
  get sending(): number {
    return this.keys.findIndex((key) => key.address === this.#own.settlers.active);
  }

  async round(): Promise<void> {
    await this.#own.turn.caughtUp();
    await this.#own.round.run();
    await this.#own.turn.published();
  }

  /** Rounds after the age at which a batch is sent. */
  async agedRound(): Promise<void> {
    await this.clock.advance(LIMITS.batchAgeMs);
    await this.round();
  }

  /** Registers both tokens in the first block. */
  async firstBlock(): Promise<void> {
    const transaction = hash(`0x${'00'.repeat(32)}`);
    const token = (id: number, address: Address, logIndex: number) =>
      ({ kind: 'token_registered', id, token: address, transaction, logIndex }) as const;
    await this.tell(this.chain.mine([token(0, ETH, 0), token(1, DAI, 1)]));
  }

  /** Writes both legs of a trade, each to its account's log. */
  async trade(
    id: number,
    maker: { account: Address; seq: number },
    taker: { account: Address; seq: number },
  ) {
    const [makerLeg, takerLeg] = tradeLegs(id, maker, taker);
    await this.leg(makerLeg);
    await this.leg(takerLeg);
  }

  async leg(leg: SettleLeg): Promise<void> {
    this.legs.set(leg.tradeId, [...(this.legs.get(leg.tradeId) ?? []), leg]);
    const partition = Number.parseInt(leg.account.slice(-2), 16) % 64;
    const content = (seq: number) => ledgerSettle.encode({ seq, at: this.clock.now(), legs: [leg] });
    this.#append('LEDGER', ledgerSettle.subject(partition), content);
    await this.#running?.turn.caughtUp();
  }

  async submit(...submissions: Submission[]): Promise<void> {
    const content = (seq: number) =>
      ledgerCosign.encode({ seq, at: this.clock.now(), requests: [], submissions });
    this.#append('LEDGER', ledgerCosign.subject(0), content);
    await this.#running?.turn.caughtUp();
  }

  async tell(...news: BlockNews[]): Promise<void> {
    const content = (seq: number) => chainBlock.encode({ seq, at: this.clock.now(), news });
    this.#append('CHAIN', chainBlock.subject(CHAIN_ID), content);
    await this.#running?.turn.caughtUp();
  }

  news(): SettlementNews[] {
    return this.broker.stream('SETTLEMENT').flatMap(({ data }) => settlementNews.decode(data).news);
  }

  alarms(): AlarmCode[] {
    return this.log.alarms.map(({ alarm }) => alarm);
  }

  stages(): Record<number, string> {
    return Object.fromEntries([...this.state.trades.all()].map(({ id, stage }) => [id, stage]));
  }

  get #own() {
    if (!this.#running) throw new Error('not started');
    return this.#running;
  }

  #append(stream: 'LEDGER' | 'CHAIN', subject: string, content: (seq: number) => Uint8Array): void {
    const seq = (this.#seqs.get(subject) ?? 0) + 1;
    this.#seqs.set(subject, seq);
    this.broker.append(stream, { subject, seq, data: content(seq) });
  }
}

/** An account of one repeated byte, in the partition of that byte. */
export const account = (byte: string): Address => `0x${byte.repeat(20)}` as Address;
