import { describe, expect, it } from '@jest/globals';
import { amount, orderId, rateKey, type Side } from '@exchange/core/kernel';
import { applyCommand } from '../market/apply-command';
import type { OrderStore } from '../market/market';
import { accountOf, marketRules, noFees, order, rateKeyOf } from '../../test/market.fixture';
import { createMarket } from '../market/create-market';
import { effectiveStatus } from '../market/market-state';
import { naiveStore } from '../../oracle/src/naive-store';
import type { OpenOrder } from '../order/open-order';
import { stateHash } from '../market/state-hash';
import { memoryStore } from './memory-store';

const RULES = marketRules({ traded: 0, quote: 0 });

/** An order that no command can bring about, such as one of a damaged snapshot. */
const resting = (
  side: Side,
  change: Partial<Record<'sellAmount' | 'buyAmount' | 'sold', bigint>>,
): OpenOrder => {
  const { sellAmount = 100_000n, buyAmount = 100_000n, sold = 0n } = change;
  return {
    orderId: orderId(1),
    account: accountOf(1),
    side,
    sellAmount: amount(sellAmount),
    buyAmount: amount(buyAmount),
    rateKey: rateKey(rateKeyOf('1')),
    expiresAt: 2_000_000_000,
    fees: noFees,
    hidden: false,
    execution: undefined,
    stopRateKey: undefined,
    peg: undefined,
    sold: amount(sold),
    bought: amount(0n),
    sellBook: amount(100_000n),
    buyBook: amount(100_000n),
    held: amount(100_000n),
  };
};

/** What a market says when a plain order meets this one. */
function meet(store: OrderStore, maker: OpenOrder) {
  const state = createMarket(RULES, { store });
  applyCommand(state, { kind: 'status', status: 'open', at: 0 });
  store.book.insert(maker);
  const side = maker.side === 'sell' ? 'buy' : 'sell';
  const events = applyCommand(state, order({ id: 2, side, traded: 50_000n, quote: 50_000n }));
  return { events, defect: state.defect, status: effectiveStatus(state), hash: stateHash(state) };
}

describe('a trade that the contract would refuse', () => {
  const cases: [string, OpenOrder, string | undefined][] = [
    [
      'sells more than was signed',
      resting('sell', { sold: 50_001n }),
      'overfill: maker 1 would give 50000, taker 2 50000',
    ],
    [
      'buys for more than was signed',
      resting('buy', { sold: 50_001n }),
      'overfill: maker 1 would give 50000, taker 2 50000',
    ],
    [
      'sells for a unit less than was signed',
      resting('sell', { buyAmount: 100_001n }),
      'price_broken: maker 1 would give 50000, taker 2 50000',
    ],
    ['sells all that was signed', resting('sell', { sold: 50_000n }), undefined],
    ['sells at the signed rate', resting('sell', {}), undefined],
  ];

  it.each(cases)(
    'stops the market in memory as by the rules on objects: the maker %s',
    (_, maker, defect) => {
      const found = meet(memoryStore(), maker);
      expect(found).toEqual(meet(naiveStore(), maker));
      expect(found.defect).toBe(defect);
      expect(found.status).toBe(defect === undefined ? 'open' : 'cancel_only');
    },
  );
});
