import { handlersOf, type InboxTypes } from '@exchange/platform';
import type { Reopening } from '../markets/reopening';
import type { MarketInputs } from './market-inputs';

/** What an input of the engine can do within a turn, before the markets work. */
export interface EngineInputs {
  readonly reopening: Reopening;
  /** Unix ms of this turn. */
  readonly at: number;
  /** The markets that are at work. */
  markets(): readonly string[];
  /** Queues inputs of a market, and records them. */
  take(inputs: MarketInputs): void;
  /** The record says from now on that this engine has applied all that its markets were told before it had them. */
  settle(): void;
}

export interface EngineInbox extends InboxTypes {
  readonly deps: undefined;
  readonly turn: EngineInputs;
  readonly needs: never;
}

/** Declares a handler of the engine. */
export const handle = handlersOf<EngineInbox>();
