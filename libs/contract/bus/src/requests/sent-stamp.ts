import { object, uint } from '@exchange/core/message';

/** When a command was sent, by the steady clock of its sender, and how long from then on it may be carried out. */
export interface SentStamp {
  /** Names the sender's steady clock: another start of the process has another. */
  readonly run: number;
  /** Milliseconds of that clock. */
  readonly at: number;
  readonly leftMs: number;
}

export const sentStamp = object({ run: uint, at: uint, leftMs: uint });
