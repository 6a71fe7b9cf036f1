import type { ControlInput, MarketInput } from '@exchange/contract/bus';

/** The engine's own input: it is catching up after a restart, or has caught up. */
export interface RestartingInput {
  readonly kind: 'restarting';
  readonly restarting: boolean;
}

/**
 * An input of a market as the record keeps it: what came, and when it was accepted (Unix ms). The record also decides,
 * for ever, the order of inputs that came from different partitions.
 */
export interface RecordedInput {
  readonly at: number;
  readonly input: MarketInput | ControlInput | RestartingInput;
}

/** Inputs of one market in their order. */
export interface MarketInputs {
  readonly market: string;
  readonly inputs: readonly RecordedInput[];
}
