import {
  encodeJson,
  ledgerControl,
  ledgerMarket,
  type ControlInput,
  type MarketInput,
  type MarketStep,
  marketReport,
} from '@exchange/contract/bus';
import { silentTurnMetrics, type Turn } from '@exchange/platform';
import { FakeClock, KeptLog, MemoryBroker, MemoryDatabase, MemoryStore } from '@exchange/test/kit';
import { Engine, type EngineSettings, reopenMarkets } from './engine';

export const MARKET = 'TRADQUOT';
export const ETHER = 10n ** 18n;

export const accountOf = (number: number): string => `0x${number.toString(16).padStart(40, '0')}`;

type Terms = Pick<PlaceContent, 'hidden' | 'execution' | 'stopRateKey' | 'peg'>;
type PlaceContent = Extract<MarketInput, { kind: 'place' }>;

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
    orderId: id,
    account: accountOf(id),
    side,
    sellAmount: (sell * ETHER).toString(),
    buyAmount: (buy * ETHER).toString(),
    sellBook: (sell * ETHER).toString(),
    buyBook: (buy * ETHER).toString(),
    fees: { makerPpm: 0, takerPpm: 2500, settlementFee: '0', rebateToken: 'sell' },
    leaveAt: 1_900_000_000,
    origin: { gateway: 'ws-1', connection: 1, command: id },
    ...terms,
  };
}

/** An edit of an order, of the account that `place` gave it. */
export const edit = (id: number, change: Partial<Extract<MarketInput, { kind: 'edit' }>>): MarketInput => ({
  kind: 'edit',
  orderId: id,
  account: accountOf(id),
  fees: { makerPpm: 0, takerPpm: 2500, settlementFee: '0', rebateToken: 'sell' },
  origin: { gateway: 'ws-1', connection: 1, command: 100_000 + id },
  ...change,
});

export const cancel = (id: number): MarketInput => ({
  kind: 'cancel',
  orderId: id,
  account: accountOf(id),
  reason: 'owner',
});

export const OPENING: readonly ControlInput[] = [
  {
    kind: 'rules',
    rules: {
      market: MARKET,
      index: 3,
      tradedDecimals: 18,
      quoteDecimals: 18,
      minOrderRemaining: '0',
      minOrderRemainingQuote: '0',
    },
  },
  { kind: 'status', status: 'open' },
];

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

/** A broker with the ledger's logs, and an engine that can be killed and started again on the same record. */
export class EngineWorld {
  readonly clock = new FakeClock();
  readonly broker = new MemoryBroker({ clock: this.clock });
  readonly store = new MemoryStore();
  readonly fatal: Error[] = [];
  readonly log = new KeptLog();
  database = new MemoryDatabase(this.store);
  private readonly ledger = this.broker.connect('account-service');
  private readonly seqs = new Map<string, number>();
  private bus = this.broker.connect('matching-engine');

  async control(...inputs: readonly ControlInput[]): Promise<void> {
    await this.write(ledgerControl.subject(MARKET), { at: this.clock.now(), inputs });
  }

  async orders(partition: number, ...inputs: readonly MarketInput[]): Promise<void> {
    await this.write(ledgerMarket.subject(MARKET, partition), { at: this.clock.now(), inputs });
  }

  /** A new process on the same record; what was running before is gone. */
  async boot(bounds: EngineSettings = {}): Promise<Turn> {
    await this.bus.close();
    this.bus = this.broker.connect('matching-engine');
    this.database = new MemoryDatabase(this.store);
    const { bus, database, clock, log } = this;
    const onFatal = (error: Error) => void this.fatal.push(error);
    const around = { bus, database, clock, log, metrics: silentTurnMetrics, onFatal, verifyLogs: true };
    const { turn } = new Engine({ ...around, ...bounds });
    await turn.open();
    return turn;
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

  /** All steps that were published, in order; the sequence must be dense. */
  reported(): MarketStep[] {
    return this.broker.stream('MARKET').flatMap(({ seq, data }, index) => {
      const report = marketReport.decode(data);
      if (seq !== index + 1 || report.seq !== seq) throw new Error(`report ${seq} at place ${index + 1}`);
      return report.steps;
    });
  }

  /** The reported events in short, without levels. */
  told(): string[] {
    return inShort(this.reported());
  }

  private async write(subject: string, content: object): Promise<void> {
    const seq = (this.seqs.get(subject) ?? 0) + 1;
    this.seqs.set(subject, seq);
    await this.ledger.publishLog('LEDGER', subject, [{ seq, data: encodeJson({ seq, ...content }) }]);
  }
}
