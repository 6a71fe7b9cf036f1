/** Matching of one market as a pure, deterministic state machine: commands in, events out. */
export { applyCancel, applyCommand, applyPlace, continueWork, hasPendingWork } from './apply-command';
export type { Book, LevelTotal } from './book';
export type * from './command';
export { fastBook } from './fast-book/fast-book';
export { isPackable, PackedOrder } from './fast-book/packed-order';
export type { EventTape } from './tape/event-tape';
export { readEvents } from './tape/read-events';
export { brokenInvariants } from './invariants';
export {
  createMarket,
  effectiveStatus,
  waitingOrders,
  WORK_PER_STEP,
  type MarketOptions,
  type MarketState,
} from './market-state';
export { naiveBook } from './naive-book';
export type { OpenOrder, OrderProgress } from './open-order';
export type { OrderSnapshot } from './order-snapshot';
export { restoreMarket, snapshotMarket, type MarketSnapshot } from './snapshot';
export { stateHash } from './state-hash';
