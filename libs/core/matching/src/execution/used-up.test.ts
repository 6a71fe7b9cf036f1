import { describe, expect, it } from '@jest/globals';
import { amount, orderId } from '@exchange/core/kernel';
import {
  accountOf,
  atRate,
  brief,
  editOf,
  marketRules,
  noFees,
  openMarket,
  type OrderFields,
  rateKeyOf,
  run,
} from '../../test/market.fixture';
import { applyCommand } from '../market/apply-command';
import { createMarket } from '../market/create-market';
import type { Market } from '../market/market';
import { brokenInvariants } from '../market/invariants';
import { FIRST_RULES_VERSION, RULES_VERSION } from '../market/rules-version';
import { restoreMarket, snapshotMarket } from '../snapshot/snapshot';

const E = 10n ** 18n;
const ETHER18 = { traded: 18, quote: 18 };

/** Signed for 10 tokens at 1 or better, of which so many are offered at a rate in hundredths. */
const loose = (
  id: number,
  side: 'buy' | 'sell',
  offered: bigint,
  rate = 100n,
  more: Partial<OrderFields> = {},
) => atRate(id, side, offered, rate, { sell: 10n * E, buy: 10n * E, ...more });

const open = (limits: Parameters<typeof marketRules>[1] = {}) => openMarket(marketRules(ETHER18, limits));
const idle = (market: Market, id: number) => market.idle.get(orderId(id));
const told = (market: Market, command: Parameters<typeof run>[1]) => {
  const events = brief(run(market, command));
  expect(brokenInvariants(market)).toEqual([]);
  return events;
};

describe('an order whose part in the book is used up while signed amounts are left', () => {
  it.each(['buy', 'sell'] as const)('waits for an edit, as the maker (%s)', (side) => {
    const market = open();
    const other = side === 'buy' ? 'sell' : 'buy';
    told(market, loose(1, side, 2n));
    expect(told(market, atRate(2, other, 2n, 100n))).toEqual([
      `trade 1<2 ${2n * E}/${2n * E}`,
      'waiting 1 edit',
      'done 2 filled',
    ]);
    const nothing = { sellBook: 0n, buyBook: 0n, held: 0n, sold: 2n * E, bought: 2n * E };
    expect(idle(market, 1)).toMatchObject({ ...nothing, rateKey: rateKeyOf('1') });
    expect(market.book.level(side, rateKeyOf('1'))).toEqual({ amount: 0n, count: 0 });
  });

  it.each(['buy', 'sell'] as const)('waits for an edit, as the taker (%s)', (side) => {
    const market = open();
    told(market, atRate(2, side === 'buy' ? 'sell' : 'buy', 5n, 100n));
    expect(told(market, loose(1, side, 2n))).toEqual([`trade 2<1 ${2n * E}/${2n * E}`, 'waiting 1 edit']);
  });

  it('waits as well when what is left of its part is dust or below a minimum, and not in the book', () => {
    const dusty = open();
    told(dusty, loose(1, 'sell', 2n, 150n));
    const most = { traded: 2n * E - 5n, quote: 3n * E - 7n };
    expect(told(dusty, atRate(2, 'buy', 2n, 150n, most))).toEqual([
      `trade 1<2 ${most.traded}/${most.quote}`,
      'done 2 filled',
    ]);
    expect(told(dusty, atRate(3, 'buy', 1n, 150n))).toEqual(['trade 1<3 4/6', 'waiting 1 edit', 'rested 3']);
    const bounded = open({ traded: E, quote: E });
    told(bounded, loose(1, 'buy', 3n));
    expect(
      told(bounded, atRate(2, 'sell', 1n, 100n, { traded: (5n * E) / 2n, quote: (5n * E) / 2n })),
    ).toEqual([`trade 1<2 ${(5n * E) / 2n}/${(5n * E) / 2n}`, 'waiting 1 edit', 'done 2 filled']);
  });

  it.each([
    ['the least that may stay', { traded: 9n * E }],
    ['the least quantity of an order', { least: 9n * E }],
    ['what the least must be worth', { quote: 9n * E }],
  ])('is done when what is left is below %s', (_, limits) => {
    const market = open(limits);
    told(market, loose(1, 'sell', 2n));
    expect(told(market, atRate(2, 'buy', 2n, 100n))).toContain('done 1 filled');
  });

  it('is judged by the lower of its own rate and that of the last trade', () => {
    const market = open({ least: 8n * E });
    told(market, loose(1, 'sell', 2n, 200n));
    told(market, loose(3, 'sell', 2n, 100n));
    // 8 are left of it, worth 16 at its own rate and 8 at the last.
    expect(told(market, atRate(2, 'buy', 4n, 200n, { quote: 8n * E }))).toEqual([
      `trade 3<2 ${2n * E}/${2n * E}`,
      'waiting 3 edit',
      `trade 1<2 ${2n * E}/${4n * E}`,
      'waiting 1 edit',
      'done 2 filled',
    ]);
  });

  it('is done when it has sold all, or as a buy bought all, that it signed for', () => {
    const market = open();
    told(market, atRate(1, 'sell', 5n, 50n));
    // Bought at half of what it signed for: half of what it could sell is left.
    expect(told(market, atRate(2, 'buy', 5n, 100n))).toContain('done 2 filled');
  });

  it.each(['immediate_or_cancel', 'fill_or_kill'] as const)('never waits with %s', (execution) => {
    const market = open();
    told(market, atRate(2, 'sell', 5n, 100n));
    expect(told(market, loose(1, 'buy', 2n, 100n, { execution }))).toContain('done 1 filled');
    expect(market.idle.size).toBe(0);
  });
});

/** A market in which order 1 waits for an edit behind nothing, and order 3 of another account rests at its rate. */
function waiting(more: Partial<OrderFields> = {}): Market {
  const market = open();
  told(market, loose(1, 'sell', 2n, 100n, more));
  told(market, atRate(2, 'buy', 2n, 100n));
  told(market, atRate(3, 'sell', 1n, 100n));
  expect(idle(market, 1)).toBeDefined();
  return market;
}

describe('an order that waits for an edit', () => {
  it.each([
    ['both amounts', { sellBook: amount(3n * E), buyBook: amount(3n * E) }],
    ['what it sells alone, at its last rate', { sellBook: amount(3n * E) }],
    ['what it buys alone, at its last rate', { buyBook: amount(3n * E) }],
  ])('comes back at the end of its level by an edit of %s', (_, change) => {
    const market = waiting();
    expect(told(market, editOf(1, change))).toEqual(['edited 1', 'rested 1']);
    expect(market.book.get(orderId(1))).toMatchObject({ sellBook: 3n * E, buyBook: 3n * E, held: 3n * E });
    expect([...market.book.orders('sell')].map((order) => order.orderId)).toEqual([3, 1]);
  });

  it('may take what its new rate crosses, and waits again', () => {
    const market = waiting();
    told(market, { kind: 'cancel', orderId: orderId(3), account: accountOf(3), reason: 'owner', at: 1 });
    told(market, atRate(4, 'buy', 3n, 100n));
    expect(told(market, editOf(1, { sellBook: amount(3n * E) }))).toEqual([
      'edited 1',
      `trade 4<1 ${3n * E}/${3n * E}`,
      'done 4 filled',
      'waiting 1 edit',
    ]);
  });

  it('can’t offer more than what is left of the signed amounts, nor a worse rate', () => {
    const market = waiting();
    const refused = ['edit_refused 1 exceeds_signed'];
    expect(told(market, editOf(1, { sellBook: amount(8n * E + 1n) }))).toEqual(refused);
    expect(told(market, editOf(1, { sellBook: amount(2n * E), buyBook: amount(E) }))).toEqual(refused);
    expect(told(market, editOf(1, { sellBook: amount(8n * E) }))).toEqual(['edited 1', 'rested 1']);
  });

  it('goes on waiting when it is edited in other things', () => {
    const market = waiting();
    expect(told(market, editOf(1, { hidden: true, expiresAt: 500 }))).toEqual(['edited 1']);
    expect(idle(market, 1)).toMatchObject({ hidden: true, sellBook: 0n, expiresAt: 500 });
    expect(told(market, { kind: 'time', now: 500, at: 1 })).toEqual(['done 1 expired']);
  });

  it('ends by its time, a cancel or a delisting, and counts as open', () => {
    const expired = waiting({ expiresAt: 100 });
    expect(told(expired, atRate(9, 'sell', 1n, 300n, { at: 100_000 }))).toEqual([
      'done 1 expired',
      'rested 9',
    ]);
    const canceled = waiting();
    const cancel = {
      kind: 'cancel',
      orderId: orderId(1),
      account: accountOf(1),
      reason: 'owner',
      at: 1,
    } as const;
    expect(told(canceled, cancel)).toEqual(['done 1 owner']);
    const delisted = waiting();
    expect(told(delisted, { kind: 'status', status: 'delisted', at: 1 })).toEqual([
      'done 3 delisted',
      'done 1 delisted',
      'status delisted',
    ]);
    const full = openMarket(marketRules(ETHER18), { openOrdersMax: 2 });
    told(full, loose(1, 'sell', 2n));
    told(full, atRate(2, 'buy', 2n, 100n, { execution: 'immediate_or_cancel' }));
    expect(told(full, atRate(3, 'sell', 2n, 100n))).toEqual(['rested 3']);
    expect(told(full, atRate(4, 'sell', 2n, 100n))).toEqual(['done 4 market_closed']);
  });

  it('follows no peg, has a new one after an edit of its peg, and comes back by its quantity at that rate', () => {
    const market = open();
    const peg = { currency: 'USD', rateKey: rateKeyOf('2') };
    told(market, { kind: 'peg_rate', currency: 'USD', rate: '1', at: 1 });
    told(market, loose(1, 'sell', 2n, 100n, { peg }));
    told(market, atRate(2, 'buy', 2n, 200n));
    expect(idle(market, 1)).toMatchObject({ rateKey: rateKeyOf('2'), peg });
    expect(told(market, { kind: 'peg_rate', currency: 'USD', rate: '1.1', at: 1 })).toEqual([]);
    const dearer = { currency: 'USD', rateKey: rateKeyOf('3') };
    expect(told(market, editOf(1, { peg: dearer }))).toEqual(['edited 1']);
    told(market, { kind: 'peg_rate', currency: 'USD', rate: '1', at: 1 });
    expect(told(market, editOf(1, { sellBook: amount(E) }))).toEqual(['edited 1', 'rested 1']);
    expect(market.book.get(orderId(1))).toMatchObject({
      rateKey: rateKeyOf('3'),
      sellBook: E,
      buyBook: 3n * E,
    });
  });

  it('is in snapshots', () => {
    const market = waiting();
    const text = JSON.stringify(snapshotMarket(market));
    const restored = restoreMarket(JSON.parse(text) as ReturnType<typeof snapshotMarket>);
    expect(idle(restored, 1)).toEqual(idle(market, 1));
    expect(JSON.stringify(snapshotMarket(restored))).toBe(text);
  });
});

describe('the first version of the rules', () => {
  it('ends an order whose part in the book is used up; from a change on it has bought what is no longer in the book', () => {
    const market = createMarket(marketRules(ETHER18), { rulesVersion: FIRST_RULES_VERSION });
    applyCommand(market, { kind: 'status', status: 'open', at: 0 });
    applyCommand(market, loose(1, 'sell', 2n));
    expect(brief(applyCommand(market, atRate(2, 'buy', 2n, 100n)))).toContain('done 1 filled');
    applyCommand(market, atRate(3, 'buy', 10n, 100n));
    applyCommand(market, atRate(4, 'sell', 4n, 50n, { fees: noFees }));
    applyCommand(market, { kind: 'rules_version', version: RULES_VERSION, at: 1 });
    expect(market.book.get(orderId(3))).toMatchObject({ bought: 4n * E, buyBook: 6n * E });
    expect(brief(applyCommand(market, atRate(5, 'sell', 6n, 100n)))).toContain('done 3 filled');
  });
});
