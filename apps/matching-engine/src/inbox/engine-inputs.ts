import {
  handlersOf,
  type HeldLease,
  type InboxTypes,
  type LogLine,
  type OperatorOrders,
  type Records,
  type RowChange,
} from '@exchange/platform';
import type { Reopening } from '../markets/reopening';
import type { MarketInputs } from './market-inputs';

/** What an input of the engine can do within a turn, before the markets work. */
export interface EngineInputs {
  /** This engine. */
  readonly engine: string;
  readonly reopening: Reopening;
  /** Those of operators that this engine has carried out. */
  readonly orders: OperatorOrders;
  /** Unix ms of this turn. */
  readonly at: number;
  /** The markets that are at work. */
  markets(): readonly string[];
  /** Queues inputs of a market, and records them. */
  take(inputs: MarketInputs): void;
  /** Gives a market to another engine: this turn is the last of it here. */
  give(market: string, engine: string): void;
  store(rows: readonly RowChange[]): void;
  /** Says a line when the turn is committed. */
  say(line: LogLine): void;
}

export interface EngineInbox extends InboxTypes {
  readonly deps: {
    readonly records: Records;
    /** Who holds which writer now. */
    leases(): Promise<readonly HeldLease[]>;
  };
  readonly turn: EngineInputs;
  readonly needs: never;
}

/** Declares a handler of the engine. */
export const handle = handlersOf<EngineInbox>();
