/** What becomes of one message on its way. */
export type Delivery =
  | 'deliver'
  | 'drop'
  | 'duplicate'
  /** `andNow`: it is delivered twice, and late the second time. */
  | { readonly delayMs: number; readonly andNow?: boolean };

/** Faults to inject into a {@link MemoryBroker}; what isn't named is delivered. */
export interface MemoryBrokerFaults {
  /** A notice on its way to the process named `receiver`. */
  notice?(subject: string, receiver: string): Delivery;
  /** A request on its way to its owner. A dropped one ends in NoReplyError. */
  request?(subject: string, sender: string): Delivery;
  /** Which of so many processes that serve a subject gets a request, from 0; the first by default. */
  owner?(owners: number): number;
  /** The reply on its way back. */
  reply?(subject: string, sender: string): Delivery;
  /** A log message: stored; refused with a fault; or stored, while the writer hears of a fault. */
  store?(subject: string, seq: number): 'store' | 'refuse' | 'store-unheard';
}
