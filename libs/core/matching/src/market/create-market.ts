import { assert, DECIMALS_MAX, MARKET_INDEX_MAX } from '@exchange/core/kernel';
import type { MarketRules } from '@exchange/core/message';
import { memoryStore } from '../book/memory-store';
import type { Market, OrderStore } from './market';
import { decimalsOf } from './market-state';
import { RULES_VERSION } from './rules-version';

/** Units of work (fills, triggers, cancels, re-pegs) that one step does at most. */
export const WORK_PER_STEP = 500;

/** Open orders that a market has at most: less than half of what the memory of a book has room for. */
export const OPEN_ORDERS_MAX = 5_000_000;

export interface MarketOptions {
  /** The memory of the book's module unless another is given. */
  readonly store?: OrderStore;
  readonly workPerStep?: number;
  readonly openOrdersMax?: number;
  /** The newest unless another is given. */
  readonly rulesVersion?: number;
}

/**
 * A new market without orders; it is cancel_only until its first status command. Throws a DefectError for an index or decimals that trade ids and rates have no room for.
 */
export function createMarket(rules: MarketRules, options: MarketOptions = {}): Market {
  const { index } = rules;
  const decimals = decimalsOf(rules);
  assert(isUpTo(index, MARKET_INDEX_MAX), `market index out of range: ${index}`);
  for (const one of [decimals.traded, decimals.quote]) {
    assert(isUpTo(one, DECIMALS_MAX), `decimals of a token out of range: ${one}`);
  }
  return {
    rulesVersion: options.rulesVersion ?? RULES_VERSION,
    rules,
    decimals,
    ...(options.store ?? memoryStore()),
    pegRates: new Map(),
    workPerStep: options.workPerStep ?? WORK_PER_STEP,
    openOrdersMax: options.openOrdersMax ?? OPEN_ORDERS_MAX,
    status: 'cancel_only',
    restarting: false,
    defect: undefined,
    now: 0,
    sequence: 0,
    workDone: 0,
    tradeCount: 0,
    lastTradeTime: 0,
    lastRate: undefined,
    at: 0,
    sweep: undefined,
    crossed: [],
    bulk: undefined,
    deferred: undefined,
  };
}

const isUpTo = (value: number, most: number) => Number.isInteger(value) && value >= 0 && value <= most;
