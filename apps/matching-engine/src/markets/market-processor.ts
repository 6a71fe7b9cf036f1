import { unreachable } from '@exchange/core/kernel';
import {
  applyCommand,
  continueWork,
  countedInput,
  createMarket,
  FIRST_RULES_VERSION,
  hasPendingWork,
  type Market,
  type MarketSnapshot,
  memoryStore,
  openOrderCount,
  type OrderStore,
  restoreMarket,
  RULES_VERSION,
  rulesAfter,
  snapshotMarket,
  stateHash,
} from '@exchange/core/matching';
import {
  type MarketEvent,
  type MarketInput,
  type RecordedInput,
  recordedInput,
} from '@exchange/core/message';

/** One step of a market: the input that caused it, what happened, and how many units of work that took. */
export interface ProcessorStep {
  readonly cause: RecordedInput;
  readonly events: readonly MarketEvent[];
  readonly work: number;
}

/** A market processor as JSON. */
export interface ProcessorSnapshot {
  readonly market: MarketSnapshot | null;
  /** Recorded inputs, as the record writes them. */
  readonly backlog: readonly unknown[];
  readonly current: unknown;
  readonly controlledAt: number;
  /** Absent in what is older than versions of the rules: the first. */
  readonly rulesVersion?: number;
}

/** What the ledger last said of rates counts so long: after that silence of a source it takes a rate back itself, in ms. */
const RATES_COUNT_MS = 60_000;

/** What operators see of a market. */
export interface ProcessorFigures {
  readonly openOrders: number;
  readonly trades: number;
  /** Inputs that wait. */
  readonly backlog: number;
  readonly isStopped: boolean;
}

const NO_MARKET_HASH = '0'.repeat(16);

/**
 * One market at work: its state, the inputs that were taken and wait, and the input whose work goes on over several
 * steps. Taking inputs and running a number of steps gives the same result whenever it is repeated.
 */
export class MarketProcessor {
  private state: Market | undefined;
  private backlog: RecordedInput[] = [];
  private current: RecordedInput | undefined;
  /** Acceptance of the last control input, Unix ms. */
  private controlledAt = 0;
  /** Of the rules by which inputs are applied now, and by which those will be that are taken next. */
  private appliedRules = FIRST_RULES_VERSION;
  private takenRules = FIRST_RULES_VERSION;

  /** @param newStore where the market keeps its orders */
  constructor(
    readonly market: string,
    private readonly newStore: () => OrderStore = memoryStore,
  ) {}

  static restore(market: string, snapshot: ProcessorSnapshot): MarketProcessor {
    const processor = new MarketProcessor(market);
    processor.state =
      snapshot.market === null ? undefined : restoreMarket(snapshot.market, processor.newStore());
    processor.backlog = snapshot.backlog.map((input) => recordedInput.read(input));
    processor.current = snapshot.current === null ? undefined : recordedInput.read(snapshot.current);
    processor.controlledAt = snapshot.controlledAt;
    processor.appliedRules = snapshot.rulesVersion ?? FIRST_RULES_VERSION;
    processor.takenRules = processor.backlog.reduce(rulesAfter, processor.appliedRules);
    return processor;
  }

  snapshot(): ProcessorSnapshot {
    return {
      market: this.state ? snapshotMarket(this.state) : null,
      backlog: this.backlog.map((input) => recordedInput.write(input)),
      current: this.current === undefined ? null : recordedInput.write(this.current),
      controlledAt: this.controlledAt,
      rulesVersion: this.appliedRules,
    };
  }

  /** Equal after the same inputs and steps, or the record and the program disagree. */
  get hash(): string {
    return this.state ? stateHash(this.state) : NO_MARKET_HASH;
  }

  /** Of the rules by which inputs are applied. */
  get rulesVersion(): number {
    return this.appliedRules;
  }

  /** The input that brings the rules up to date, unless it was taken already. */
  newRules(at: number): readonly RecordedInput[] {
    const isNew = this.takenRules === RULES_VERSION;
    return isNew ? [] : [{ at, input: { kind: 'rules_version', version: RULES_VERSION } }];
  }

  /** Why the market stopped; undefined while it is well. */
  get defect(): string | undefined {
    return this.state?.defect;
  }

  get figures(): ProcessorFigures {
    const { state, backlog } = this;
    return {
      openOrders: state === undefined ? 0 : openOrderCount(state),
      trades: state?.tradeCount ?? 0,
      backlog: backlog.length,
      isStopped: this.defect !== undefined,
    };
  }

  get hasWork(): boolean {
    return this.isUnfinished || this.backlog.length > 0;
  }

  /**
   * Whether a pegged order follows a currency of which no fresh rate is known: none was told, or the ledger, which takes
   * back what is stale, has been silent for a minute.
   */
  lacksRates(now: number): boolean {
    if (this.state === undefined) return false;
    const isSilent = this.controlledAt < now - RATES_COUNT_MS;
    const { pegged, pegRates } = this.state;
    const seen = new Set<string>();
    for (const [, currency] of pegged) {
      if (seen.has(currency)) continue;
      if (isSilent || pegRates.get(currency)?.latest === undefined) return true;
      seen.add(currency);
    }
    return false;
  }

  /** Queues inputs behind those that wait. @param turnAt Unix ms of the turn that takes them, as its report has it */
  take(inputs: readonly RecordedInput[], turnAt: number): void {
    for (const recorded of inputs) {
      const input = countedInput(recorded, turnAt, this.takenRules);
      this.backlog.push(input);
      this.takenRules = rulesAfter(this.takenRules, input);
      if (isControl(input)) this.controlledAt = Math.max(this.controlledAt, input.at);
    }
  }

  /** Does the next step; undefined when nothing is left to do. */
  step(): ProcessorStep | undefined {
    if (this.state && this.current && this.isUnfinished) {
      return this.done(this.current, continueWork(this.state));
    }
    this.current = this.backlog.shift();
    return this.current && this.done(this.current, this.apply(this.current));
  }

  private done(cause: RecordedInput, events: readonly MarketEvent[]): ProcessorStep {
    return { cause: this.causeOf(cause), events, work: this.state?.workDone ?? 0 };
  }

  /** Orders that end before an input is applied end by themselves: it answers nobody's command. */
  private causeOf(input: RecordedInput): RecordedInput {
    if (this.state?.deferred === undefined) return input;
    return { at: input.at, input: { kind: 'time', now: this.state.now } };
  }

  private get isUnfinished(): boolean {
    return this.state !== undefined && hasPendingWork(this.state);
  }

  private apply(recorded: RecordedInput): readonly MarketEvent[] {
    const { at, input } = recorded;
    this.appliedRules = rulesAfter(this.appliedRules, recorded);
    if (this.state) return applyCommand(this.state, { at, ...input });
    if (input.kind === 'rules') {
      const store = this.newStore();
      this.state = createMarket(input.rules, { store, rulesVersion: this.appliedRules });
    }
    switch (input.kind) {
      case 'place':
      case 'edit':
      case 'cancel':
        return refusedByNobody(input);
      case 'rules':
      case 'time':
      case 'status':
      case 'cancel_all':
      case 'peg_rate':
      case 'restarting':
      case 'rules_version':
        return [];
      default:
        return unreachable(input);
    }
  }
}

function isControl({ input }: RecordedInput): boolean {
  switch (input.kind) {
    case 'rules':
    case 'time':
    case 'status':
    case 'cancel_all':
    case 'peg_rate':
      return true;
    case 'place':
    case 'edit':
    case 'cancel':
    case 'restarting':
    case 'rules_version':
      return false;
    default:
      return unreachable(input);
  }
}

/** The control log is another one, so an order can be here before its market's rules are: nothing holds it yet. */
function refusedByNobody({ kind, orderId, account }: MarketInput): MarketEvent[] {
  return kind === 'place'
    ? [{ kind: 'done', orderId, account, reason: 'market_restarting' }]
    : [{ kind: 'not_open', orderId, account }];
}
