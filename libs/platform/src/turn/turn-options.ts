import type { ServiceName } from '@exchange/core/kernel';
import type { LeaseTerms } from '../lease';
import type { Bus, Clock, Database, Log, TurnHandler } from '../ports';
import type { TurnMetrics } from './turn-metrics';

/** What a turn is made of. */
export interface TurnOptions {
  readonly name: ServiceName;
  readonly handler: TurnHandler;
  readonly database: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: TurnMetrics;
  /** The process must end now: a defect, a lost writer, a broker ahead of the record. */
  readonly onFatal: (error: Error) => void;
  /** It stood by for another process, and takes its place. */
  readonly onTookOver?: () => void;
  /** The most inputs of one turn. */
  readonly maxInputs?: number;
  /** Requests beyond this number are refused with UNAVAILABLE at once. */
  readonly maxWaitingRequests?: number;
  /** With one this process stands by while another holds the lease of its writer. */
  readonly lease?: LeaseTerms | undefined;
  /** Makes sure that its place is still held, for whoever holds the lease for it; throws {@link FencedError} if not. */
  readonly confirm?: (() => Promise<void>) | undefined;
  /** Decode every own log message after encoding it, and freeze decided rows: what breaks a rule is found here. */
  readonly verify?: boolean;
}
