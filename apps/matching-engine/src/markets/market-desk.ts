import { address, orderId, unreachable } from '@exchange/core/kernel';
import {
  applyCommand,
  continueWork,
  createMarket,
  fastBook,
  hasPendingWork,
  type MarketEvent,
  type MarketSnapshot,
  type MarketState,
  restoreMarket,
  snapshotMarket,
  stateHash,
} from '@exchange/core/matching';
import type { RecordedInput } from '../inbox/recorded-input';
import { marketCommand, marketRules } from './market-command';

/** One step of a market: the input that caused it, and what happened. */
export interface DeskStep {
  readonly cause: RecordedInput;
  readonly events: readonly MarketEvent[];
}

/** A desk as JSON. */
export interface DeskSnapshot {
  readonly market: MarketSnapshot | null;
  readonly backlog: readonly RecordedInput[];
  readonly current: RecordedInput | null;
}

const NO_MARKET_HASH = '0'.repeat(16);

/**
 * One market at work: its state, the inputs that were taken and wait, and the input whose work goes on over several
 * steps. Taking inputs and running a number of steps gives the same result whenever it is repeated.
 */
export class MarketDesk {
  private state: MarketState | undefined;
  private backlog: RecordedInput[] = [];
  private current: RecordedInput | undefined;

  constructor(readonly market: string) {}

  static restore(market: string, snapshot: DeskSnapshot): MarketDesk {
    const desk = new MarketDesk(market);
    desk.state = snapshot.market === null ? undefined : restoreMarket(snapshot.market, fastBook());
    desk.backlog = [...snapshot.backlog];
    desk.current = snapshot.current ?? undefined;
    return desk;
  }

  snapshot(): DeskSnapshot {
    return {
      market: this.state ? snapshotMarket(this.state) : null,
      backlog: this.backlog,
      current: this.current ?? null,
    };
  }

  /** Equal after the same inputs and steps, or the record and the program disagree. */
  get hash(): string {
    return this.state ? stateHash(this.state) : NO_MARKET_HASH;
  }

  /** Why the market stopped; undefined while it is well. */
  get defect(): string | undefined {
    return this.state?.defect;
  }

  get hasWork(): boolean {
    return this.isUnfinished || this.backlog.length > 0;
  }

  /** Queues inputs behind those that wait. */
  take(inputs: readonly RecordedInput[]): void {
    this.backlog.push(...inputs);
  }

  /** Does the next step; undefined when nothing is left to do. */
  step(): DeskStep | undefined {
    if (this.state && this.current && this.isUnfinished) {
      return { cause: this.current, events: continueWork(this.state) };
    }
    this.current = this.backlog.shift();
    return this.current && { cause: this.current, events: this.apply(this.current) };
  }

  private get isUnfinished(): boolean {
    return this.state !== undefined && hasPendingWork(this.state);
  }

  private apply(recorded: RecordedInput): readonly MarketEvent[] {
    if (this.state) return applyCommand(this.state, marketCommand(recorded));
    const { input } = recorded;
    if (input.kind === 'rules') this.state = createMarket(marketRules(input.rules), { book: fastBook() });
    switch (input.kind) {
      case 'place':
      case 'edit':
      case 'cancel':
        return refusedByNobody(input);
      case 'rules':
      case 'time':
      case 'status':
      case 'peg_rate':
      case 'restarting':
        return [];
      default:
        return unreachable(input);
    }
  }
}

/** The control log is another one, so an order can be here before its market's rules are: nothing holds it yet. */
function refusedByNobody(input: {
  kind: 'place' | 'edit' | 'cancel';
  orderId: number;
  account: string;
}): MarketEvent[] {
  const order = { orderId: orderId(input.orderId), account: address(input.account) };
  return input.kind === 'place'
    ? [{ kind: 'done', ...order, reason: 'market_restarting' }]
    : [{ kind: 'not_open', ...order }];
}
