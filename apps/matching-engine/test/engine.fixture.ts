import {
  ledgerControl,
  ledgerMarket,
  marketReport,
  type MessageOf,
  type ReplyOf,
  type RequestDefinition,
  type RequestOf,
} from '@exchange/contract/bus';
import { Requester, silentTurnMetrics, type Turn } from '@exchange/platform';
import {
  type Address,
  address,
  amount,
  marketId,
  orderId,
  present,
  type Result,
  ZERO_AMOUNT,
} from '@exchange/core/kernel';
import type { ControlInput, MarketInput, MarketInputOf, MarketStep } from '@exchange/core/message';
import {
  FakeClock,
  KeptLog,
  MemoryBroker,
  type MemoryBus,
  MemoryDatabase,
  MemoryStore,
} from '@exchange/test/kit';
import type { MarketMoves } from '../src/assignment/market-moves';
import { Engine, type EngineSettings, reopenMarkets } from '../src/engine';
import type { EngineTurn } from '../src/engine-turn';

export const MARKET = 'TRADQUOT';
export const ETHER = 10n ** 18n;

export const accountOf = (number: number): Address => address(`0x${number.toString(16).padStart(40, '0')}`);

const FEES = { makerPpm: 0, takerPpm: 2500, settlementFee: ZERO_AMOUNT, rebateToken: 'sell' } as const;

type Terms = Pick<MarketInputOf<'place'>, 'hidden' | 'execution' | 'stopRateKey' | 'peg'>;

/** An order of `units` whole traded tokens at `rate` whole quote tokens for each; a limit order without further terms. */
export function place(
  id: number,
  side: 'buy' | 'sell',
  units: bigint,
  rate: bigint,
  terms: Terms = {},
): MarketInput {
  const [sell, buy] = side === 'sell' ? [units, units * rate] : [units * rate, units];
  return {
    kind: 'place',
    orderId: orderId(id),
    account: accountOf(id),
    side,
    sellAmount: amount(sell * ETHER),
    buyAmount: amount(buy * ETHER),
    sellBook: amount(sell * ETHER),
    buyBook: amount(buy * ETHER),
    fees: FEES,
    expiresAt: 1_900_000_000,
    origin: { gateway: 'ws-1', connection: 1, command: id },
    ...terms,
  };
}

/** An edit of an order, of the account that `place` gave it. */
export const edit = (id: number, change: Partial<MarketInputOf<'edit'>>): MarketInput => ({
  kind: 'edit',
  orderId: orderId(id),
  account: accountOf(id),
  fees: FEES,
  origin: { gateway: 'ws-1', connection: 1, command: 100_000 + id },
  ...change,
});

export const cancel = (id: number): MarketInput => ({
  kind: 'cancel',
  orderId: orderId(id),
  account: accountOf(id),
  reason: 'owner',
});

/** What makes a market and opens it. */
export const openingOf = (market: string): readonly ControlInput[] => [
  {
    kind: 'rules',
    rules: {
      market: marketId(market),
      index: 3,
      tradedDecimals: 18,
      quoteDecimals: 18,
      minOrderRemaining: ZERO_AMOUNT,
      minOrderRemainingQuote: ZERO_AMOUNT,
    },
  },
  { kind: 'status', status: 'open' },
];

export const OPENING = openingOf(MARKET);

/** The events of report messages in short, without levels. */
export const toldIn = (messages: readonly Uint8Array[]): string[] =>
  inShort(messages.flatMap((data) => marketReport.decode(data).steps));

function inShort(steps: readonly MarketStep[]): string[] {
  return steps.flatMap(({ events }) =>
    events.flatMap((event) => {
      switch (event.kind) {
        case 'trade':
          return [`trade ${event.maker.orderId}<${event.taker.orderId}`];
        case 'done':
          return [`done ${event.orderId} ${event.reason}`];
        case 'edit_refused':
          return [`edit_refused ${event.orderId} ${event.reason}`];
        case 'waiting':
        case 'triggered':
        case 'edited':
        case 'rested':
        case 'not_open':
          return [`${event.kind} ${event.orderId}`];
        case 'status':
          return [`status ${event.status}`];
        case 'level':
          return [];
      }
    }),
  );
}

/** A process of an engine, with what it stands on. */
export interface EngineProcess {
  readonly turn: Turn;
  readonly handler: EngineTurn;
  readonly moves: MarketMoves;
  readonly database: MemoryDatabase;
  readonly bus: MemoryBus;
  readonly fatal: Error[];
}

/** A broker with the ledger's logs, and an engine that can be killed and started again on the same record. */
export class EngineWorld {
  readonly clock = new FakeClock();
  readonly broker = new MemoryBroker({ clock: this.clock });
  readonly store = new MemoryStore();
  readonly log = new KeptLog();
  private readonly ledger = this.broker.connect('account-service');
  private readonly operator = new Requester(this.broker.connect('operator-gateway'));
  private readonly seqs = new Map<string, number>();
  private running: EngineProcess | undefined;

  /** Of the process that was booted last. */
  get database(): MemoryDatabase {
    return present(this.running, 'booted process').database;
  }

  get fatal(): readonly Error[] {
    return this.running?.fatal ?? [];
  }

  control(...inputs: readonly ControlInput[]): Promise<void> {
    return this.controlOf(MARKET, ...inputs);
  }

  orders(partition: number, ...inputs: readonly MarketInput[]): Promise<void> {
    return this.ordersOf(MARKET, partition, ...inputs);
  }

  async controlOf(market: string, ...inputs: readonly ControlInput[]): Promise<void> {
    const write = (seq: number) => ledgerControl.encode({ at: this.clock.now(), inputs, seq });
    await this.write(ledgerControl.subject(market), write);
  }

  async ordersOf(market: string, partition: number, ...inputs: readonly MarketInput[]): Promise<void> {
    await this.ordersFrom(this.clock.now(), market, partition, ...inputs);
  }

  /** Orders that were accepted at another time than now. */
  async ordersFrom(
    at: number,
    market: string,
    partition: number,
    ...inputs: readonly MarketInput[]
  ): Promise<void> {
    const write = (seq: number) => ledgerMarket.encode({ at, inputs, seq });
    await this.write(ledgerMarket.subject(market, partition), write);
  }

  /** A process on the same record that is not opened yet; others go on. */
  process(settings: EngineSettings = {}): EngineProcess {
    const { clock, log, store } = this;
    const bus = this.broker.connect('matching-engine');
    const database = new MemoryDatabase(store, settings.engine, () => clock.now());
    const fatal: Error[] = [];
    const onFatal = (error: Error) => void fatal.push(error);
    const deps = { bus, database, clock, log, metrics: silentTurnMetrics, onFatal, verify: true };
    const { turn, handler, moves } = new Engine({ ...deps, ...settings });
    return { turn, handler, moves, database, bus, fatal };
  }

  /** What a process answers an operator. `to`: its engine, where that is named. */
  async ask<D extends RequestDefinition>(
    { turn }: Pick<EngineProcess, 'turn'>,
    definition: D,
    request: RequestOf<D>,
    ...to: readonly string[]
  ): Promise<Result<ReplyOf<D>>> {
    const answered = this.operator.ask(definition, [...to, 'operator-gateway'], request, 1_000);
    await this.drain(turn);
    return answered;
  }

  /** Lets processes look at the map of markets, and work, until nothing is left to move. */
  async move(...processes: readonly EngineProcess[]): Promise<void> {
    for (let round = 0; round < 3; round += 1) {
      for (const { moves, turn } of processes) {
        let isOver = false;
        const looked = moves.look().finally(() => (isOver = true));
        while (!isOver) await this.drain(turn);
        await looked;
        await this.drain(turn);
        await turn.published();
      }
    }
  }

  /** A new process on the same record; what was running before is gone. */
  async boot(bounds: EngineSettings = {}): Promise<Turn> {
    await this.running?.bus.close();
    this.running = this.process(bounds);
    await this.running.turn.open();
    return this.running.turn;
  }

  /** Runs turns until nothing waits, and reopens the markets. */
  async settle(turn: Turn): Promise<void> {
    const reopened = reopenMarkets(turn);
    await this.drain(turn);
    await reopened;
    await this.drain(turn);
    await turn.published();
  }

  async drain(turn: Turn): Promise<void> {
    for (let idle = 0; idle < 3; idle += 1) {
      await this.clock.advance(1);
      while ((await turn.step()) > 0) idle = 0;
    }
  }

  /** All steps of a market that were published. */
  reported(market = MARKET): MarketStep[] {
    return this.messages(market).flatMap(({ steps }) => steps);
  }

  /** What was published of a market, in order; the sequence must be dense. */
  messages(market = MARKET): MessageOf<typeof marketReport>[] {
    const subject = marketReport.subject(market);
    const messages = this.broker.stream('MARKET').filter((message) => message.subject === subject);
    return messages.map(({ seq, data }, index) => {
      const report = marketReport.decode(data);
      if (seq !== index + 1 || report.seq !== seq) throw new Error(`report ${seq} at place ${index + 1}`);
      return report;
    });
  }

  /** The reported events in short, without levels. */
  told(market = MARKET): string[] {
    return inShort(this.reported(market));
  }

  private async write(subject: string, encoded: (seq: number) => Uint8Array): Promise<void> {
    const seq = (this.seqs.get(subject) ?? 0) + 1;
    this.seqs.set(subject, seq);
    await this.ledger.publishLog('LEDGER', subject, [{ seq, data: encoded(seq) }]);
  }
}
