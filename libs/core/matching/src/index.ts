/** Matching of one market as a pure, deterministic state machine: commands in, events out. */
export { applyCancel, applyCommand, applyPlace, continueWork, hasPendingWork } from './market/apply-command';
export type { Book, LevelTotal } from './book/book';
export type * from './market/command';
export { fastBook } from './book/fast-book';
export { isPackable, PackedOrder } from './book/packed-order';
export type { EventTape } from './tape/event-tape';
export { readEvents } from './tape/read-events';
export { brokenInvariants } from './market/invariants';
export {
  createMarket,
  effectiveStatus,
  waitingOrders,
  WORK_PER_STEP,
  type MarketOptions,
  type MarketState,
} from './market/market-state';
export { naiveBook } from '../oracle/src/naive-book';
export type { OpenOrder, OrderProgress } from './order/open-order';
export type { OrderSnapshot } from './snapshot/order-snapshot';
export { restoreMarket, snapshotMarket, type MarketSnapshot } from './snapshot/snapshot';
export { stateHash } from './market/state-hash';
