/** Matching of one market as a pure, deterministic state machine: commands in, events out. */
export { applyCommand, continueWork, hasPendingWork } from './apply-command';
export type { Book, LevelTotal } from './book';
export type * from './command';
export { brokenInvariants } from './invariants';
export type * from './market-event';
export type { MarketRules, MarketStatus } from './market-rules';
export {
  createMarket,
  effectiveStatus,
  WORK_PER_STEP,
  type MarketOptions,
  type MarketState,
  type PendingWork,
} from './market-state';
export { naiveBook } from './naive-book';
export type { CarriedFees, OpenOrder, OrderProgress } from './open-order';
export { restoreMarket, snapshotMarket, type MarketSnapshot, type OrderSnapshot } from './snapshot';
export { stateHash } from './state-hash';
