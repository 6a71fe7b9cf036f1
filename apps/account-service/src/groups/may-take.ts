import type { HeldLease } from '@exchange/platform';

/** Others than those it belongs to let a lease be over for so long before they take it, in ms. */
export const FOREIGN_PATIENCE_MS = 500;

export interface LeaseLook {
  /** As it is now; undefined when it was given back, or nobody ever had it. */
  readonly lease: HeldLease | undefined;
  /** This process. */
  readonly instance: string;
  /** The process that the group is meant for; empty: any. */
  readonly meantFor: string;
  /** This process has just started, and the one that it is meant for may be just starting, too. */
  readonly isStarting: boolean;
}

/** Whether a process may try to take a group now. That two think so does no harm: the lease has one holder. */
export function mayTake({ lease, instance, meantFor, isStarting }: LeaseLook): boolean {
  if (lease !== undefined && lease.leftMs >= 0) return lease.holder === instance;
  if (meantFor === '' || meantFor === instance || lease?.holder === instance) return true;
  return !isStarting && (lease === undefined || lease.leftMs < -FOREIGN_PATIENCE_MS);
}
