import type { Address } from '@exchange/core/kernel';
import type { NodeAnswerKind } from '../chain/node-answer';

/** What settlement tells about its money and its node. */
export interface SettlementMetrics {
  /** Of the settler that sends. */
  funds(funds: SettlerFunds): void;
  settlers(settlers: SettlersAtWork): void;
  answered(kind: NodeAnswerKind): void;
  /** A round came to its end. */
  looked(): void;
}

/** What the settler has, and how far that goes. */
export interface SettlerFunds {
  /** Wei. */
  readonly balance: bigint;
  /** Wei per unit of gas, as the next block would take it. */
  readonly price: bigint;
  /** Full batches that the balance pays for at that price. */
  readonly runway: bigint;
}

/** Which settler sends, and how many of them could. */
export interface SettlersAtWork {
  readonly active: Address;
  readonly all: readonly Address[];
  readonly fit: number;
}

/** For simulations and tests, which measure nothing. */
export const silentSettlementMetrics: SettlementMetrics = {
  funds: () => undefined,
  settlers: () => undefined,
  answered: () => undefined,
  looked: () => undefined,
};
