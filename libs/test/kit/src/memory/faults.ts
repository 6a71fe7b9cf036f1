/** What becomes of one message on its way. */
export type Delivery = 'deliver' | 'drop' | 'duplicate' | { readonly delayMs: number };

/** Faults to inject into a {@link MemoryBroker}; what isn't named is delivered. */
export interface MemoryBrokerFaults {
  /** A notice on its way to the process named `receiver`. */
  notice?(subject: string, receiver: string): Delivery;
  /** A request on its way to its owner. A dropped one ends in NoReplyError. */
  request?(subject: string, sender: string): Delivery;
  /** The reply on its way back. */
  reply?(subject: string, sender: string): Delivery;
  /** A log message: stored; refused with a fault; or stored, while the writer hears of a fault. */
  store?(subject: string, seq: number): 'store' | 'refuse' | 'store-unheard';
}
