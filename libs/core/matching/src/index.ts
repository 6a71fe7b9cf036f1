/** Matching of one market as a pure, deterministic state machine: commands in, events out. */
export type { Book, LevelTotal } from './book/book';
export { memoryStore } from './book/memory-store';
export { applyCommand, continueWork, hasPendingWork } from './market/apply-command';
export type * from './market/command';
export { createMarket, WORK_PER_STEP, type MarketOptions } from './market/create-market';
export { brokenInvariants } from './market/invariants';
export { countedInput } from './market/market-time';
export type { Market, OrderStore } from './market/market';
export { effectiveStatus, openOrderCount, waitingOrders, type MarketState } from './market/market-state';
export { FIRST_RULES_VERSION, RULES_VERSION, rulesAfter, tradesToldWhole } from './market/rules-version';
export { stateHash } from './market/state-hash';
export type { OpenOrder, OrderProgress } from './order/open-order';
export type { OrderSnapshot } from './snapshot/order-snapshot';
export { restoreMarket, snapshotMarket, type MarketSnapshot } from './snapshot/snapshot';
