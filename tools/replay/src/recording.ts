/** What the engine's record says of one turn of a market: what it took, how many steps it did, what came of it. */
export interface RecordedReport {
  /** Dense per market, from 1 on. */
  readonly number: number;
  /** Unix ms of the turn. */
  readonly at: number;
  /** Recorded inputs, as their codec writes them. */
  readonly inputs: readonly unknown[];
  readonly steps: number;
  /** Of the market's state after the steps. */
  readonly stateHash: string;
  /** Of the rules by which the market is matched after them; absent for the first. */
  readonly rulesVersion?: number;
}

/** A market's part of a recording: what comes after it are its reports. */
export interface RecordedMarket {
  readonly market: string;
  readonly reports: number;
  /** SHA-256, in hex, of each message that was published of the market, from its first on. */
  readonly published: readonly string[];
}

/** Takes a recording: each market, and after it all of its reports in their order. */
export interface RecordingSink {
  begin(market: RecordedMarket): void | Promise<void>;
  report(report: RecordedReport): void | Promise<void>;
}
