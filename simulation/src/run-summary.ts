import type { AccountLayout } from './services/account-processes';

/** What a run did, to see that it did something. */
export interface RunSummary {
  readonly commands: number;
  readonly faults: number;
  readonly accepted: number;
  readonly trades: number;
  readonly withdrawals: number;
  readonly blocks: number;
  readonly layout: AccountLayout;
  /** How often a process took accounts. */
  readonly taken: number;
  /** Frames whose answers were judged. */
  readonly frames: number;
  /** Trades that could not settle, and those that settled under another id. */
  readonly reversed: number;
  readonly replaced: number;
}
