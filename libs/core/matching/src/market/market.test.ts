import { describe, expect, it } from '@jest/globals';
import { amount, orderId } from '@exchange/core/kernel';
import { applyCommand, continueWork, hasPendingWork } from './apply-command';
import { createMarket } from './create-market';
import { effectiveStatus } from './market-state';
import {
  accountOf,
  brief,
  editOf,
  marketRules,
  openMarket,
  order,
  rateKeyOf,
  run,
} from '../../test/market.fixture';
import { restoreMarket, snapshotMarket } from '../snapshot/snapshot';
import { stateHash } from './state-hash';

const ETHER = 10n ** 18n;
const decimals = { traded: 18, quote: 18 };
const rules = marketRules(decimals);
const sell = (id: number, more = {}) =>
  order({ id, side: 'sell', traded: ETHER, quote: 2n * ETHER, ...more });
const buy = (id: number, more = {}) => order({ id, side: 'buy', traded: ETHER, quote: 2n * ETHER, ...more });
const cancel = (id: number, account = id) =>
  ({ kind: 'cancel', orderId: orderId(id), account: accountOf(account), reason: 'owner', at: 1 }) as const;

describe('cancel', () => {
  it('takes the order out, and says not_open when it is gone or another account asks', () => {
    const market = openMarket(rules);
    run(market, sell(1));
    expect(brief(run(market, cancel(1, 2)))).toEqual(['not_open 1']);
    expect(brief(run(market, cancel(1)))).toEqual(['done 1 owner']);
    expect(brief(run(market, cancel(1)))).toEqual(['not_open 1']);
  });
});

describe('a market with as many open orders as it can have', () => {
  const peg = { peg: { currency: 'USD', rateKey: rateKeyOf('2') } };

  it.each([
    ['plain', {}],
    ['stop', { stop: '1' }],
    ['pegged', peg],
    ['fill-or-kill', { execution: 'fill_or_kill' as const }],
  ])('refuses a further %s order, and takes one when another has left', (_, more) => {
    const market = openMarket(rules, { openOrdersMax: 3 });
    run(market, { kind: 'peg_rate', currency: 'USD', rate: null, at: 1 });
    expect(brief(run(market, sell(1)))).toEqual(['rested 1']);
    expect(brief(run(market, sell(2, { stop: '1' })))).toEqual(['waiting 2 stop']);
    expect(brief(run(market, sell(3, peg)))).toEqual(['waiting 3 peg_rate']);
    expect(brief(run(market, sell(4, more)))).toEqual(['done 4 market_closed']);
    expect(market.defect).toBeUndefined();
    for (const id of [2, 3, 1]) {
      expect(brief(run(market, cancel(id)))).toEqual([`done ${id} owner`]);
      expect(brief(run(market, sell(4 + id)))).toEqual([`rested ${4 + id}`]);
      expect(brief(run(market, sell(10 + id, more)))).toEqual([`done ${10 + id} market_closed`]);
    }
    expect([market.book.size, market.stops.size, market.suspended.size]).toEqual([3, 0, 0]);
  });

  it('has room for millions', () => {
    expect(openMarket(rules).openOrdersMax).toBe(5_000_000);
  });
});

describe('time', () => {
  it('takes out orders at their moment, the earliest first, and never goes back', () => {
    const market = openMarket(rules);
    run(market, sell(1, { expiresAt: 300 }));
    run(market, sell(2, { expiresAt: 200 }));
    run(market, sell(3, { expiresAt: 301 }));
    expect(brief(run(market, { kind: 'time', now: 300, at: 1 }))).toEqual([
      'done 2 expired',
      'done 1 expired',
    ]);
    expect(brief(run(market, { kind: 'time', now: 100, at: 1 }))).toEqual([]);
    expect(brief(run(market, sell(4, { expiresAt: 300 })))).toEqual(['done 4 expired']);
  });
});

describe('status', () => {
  it('is cancel_only until it is set', () => {
    const market = createMarket(rules);
    expect(brief(run(market, sell(1)))).toEqual(['done 1 market_closed']);
    expect(brief(run(market, { kind: 'status', status: 'open', at: 1 }))).toEqual(['status open']);
    expect(brief(run(market, sell(2)))).toEqual(['rested 2']);
  });

  it('lets nobody take in post_only, and only cancels through in cancel_only', () => {
    const market = openMarket(rules);
    run(market, sell(1));
    run(market, { kind: 'status', status: 'post_only', at: 1 });
    expect(brief(run(market, buy(2)))).toEqual(['done 2 market_closed']);
    expect(brief(run(market, buy(3, { quote: ETHER })))).toEqual(['rested 3']);
    run(market, { kind: 'status', status: 'cancel_only', at: 1 });
    expect(brief(run(market, buy(4)))).toEqual(['done 4 market_closed']);
    expect(brief(run(market, cancel(1)))).toEqual(['done 1 owner']);
  });

  it('cancels what waited while the engine restarts, and then has the status it had', () => {
    const market = openMarket(rules);
    expect(brief(run(market, { kind: 'restarting', restarting: true, at: 1 }))).toEqual([
      'status cancel_only',
    ]);
    expect(brief(run(market, sell(1)))).toEqual(['done 1 market_restarting']);
    expect(brief(run(market, { kind: 'restarting', restarting: false, at: 1 }))).toEqual(['status open']);
  });
});

describe('a defect', () => {
  it('stops the market, which trades again only after the operator sets its status', () => {
    const market = openMarket(rules);
    run(market, sell(1));
    const tooMuch = sell(2, { sell: ETHER - 1n });
    expect(brief(run(market, tooMuch))).toEqual(['done 2 market_closed', 'status cancel_only']);
    expect(market.defect).toContain('order 2');
    expect(brief(run(market, buy(3)))).toEqual(['done 3 market_closed']);
    expect(brief(run(market, { kind: 'status', status: 'open', at: 1 }))).toEqual(['status open']);
    expect(market.defect).toBeUndefined();
  });

  it('stops a market whose decimals or index would change, but minimums may', () => {
    const market = openMarket(rules);
    const stricter = marketRules(decimals, { traded: 5n });
    expect(brief(run(market, { kind: 'rules', rules: stricter, at: 1 }))).toEqual([]);
    expect(market.rules.minOrderRemaining).toBe(5n);
    run(market, { kind: 'rules', rules: { ...rules, tradedDecimals: 6 }, at: 1 });
    expect(effectiveStatus(market)).toBe('cancel_only');
  });

  it('stops a market when an id comes twice or an order has no rate', () => {
    const twice = openMarket(rules);
    run(twice, sell(1));
    run(twice, sell(1));
    expect(twice.defect).toContain('open already');
    const unrated = openMarket(marketRules({ traded: 0, quote: 27 }));
    run(unrated, order({ id: 1, side: 'buy', traded: 10n ** 20n, quote: 20_000n }));
    expect(unrated.defect).toContain('no rate');
  });
});

describe('the bound on work', () => {
  it('splits a long sweep into steps of 500, with nothing applied in between', () => {
    const market = openMarket(rules);
    for (let id = 1; id <= 1200; id += 1) run(market, sell(id));
    const sequence = market.sequence;
    const first = applyCommand(market, buy(2000, { traded: 2000n * ETHER, quote: 4000n * ETHER }));
    expect(first.filter((event) => event.kind === 'trade')).toHaveLength(500);
    expect(hasPendingWork(market)).toBe(true);
    expect(() => applyCommand(market, cancel(1))).toThrow('unfinished');
    expect(continueWork(market).filter((event) => event.kind === 'trade')).toHaveLength(500);
    expect(brief(continueWork(market)).slice(-1)).toEqual(['rested 2000']);
    expect(hasPendingWork(market)).toBe(false);
    expect(market.sequence).toBe(sequence + 3);
  });

  it('splits the expiry of many orders as well, and needs no further step when it just fits', () => {
    const market = openMarket(rules);
    for (let id = 1; id <= 501; id += 1) run(market, sell(id, { expiresAt: 50 }));
    expect(
      applyCommand(market, { kind: 'time', now: 50, at: 1 }).filter(({ kind }) => kind === 'done'),
    ).toHaveLength(500);
    expect(brief(continueWork(market))).toEqual(['done 501 expired']);
    for (let id = 601; id <= 1100; id += 1) run(market, sell(id, { expiresAt: 60 }));
    applyCommand(market, { kind: 'time', now: 60, at: 1 });
    expect(hasPendingWork(market)).toBe(false);
  });
});

describe('levels', () => {
  it('never say more than the largest amount', () => {
    const market = openMarket(marketRules({ traded: 27, quote: 0 }));
    const huge = { side: 'buy', traded: (1n << 128n) - 1n, quote: 10n ** 13n } as const;
    run(market, order({ id: 1, ...huge }));
    const levels = run(market, order({ id: 2, ...huge })).filter((event) => event.kind === 'level');
    expect(levels).toEqual([expect.objectContaining({ amount: amount((1n << 128n) - 1n), count: 2 })]);
  });
});

describe('the state hash', () => {
  it('survives a snapshot and differs after different histories', () => {
    const market = openMarket(rules);
    run(market, sell(1));
    expect(stateHash(market)).toMatch(/^[0-9a-f]{16}$/);
    const copy = restoreMarket(JSON.parse(JSON.stringify(snapshotMarket(market))));
    expect(stateHash(copy)).toBe(stateHash(market));
    run(copy, buy(2, { quote: ETHER }));
    run(market, buy(2, { quote: ETHER + 10n ** 15n }));
    expect(stateHash(copy)).not.toBe(stateHash(market));
  });
});

describe('a delisted market', () => {
  it('cancels all orders, wherever they are, in steps, and takes none any more', () => {
    const market = openMarket(rules);
    run(market, { kind: 'peg_rate', currency: 'USD', rate: null, at: 1 });
    for (let id = 1; id <= 600; id += 1) run(market, sell(id));
    run(market, buy(1001, { quote: ETHER }));
    run(market, buy(1002, { stop: '3' }));
    run(market, buy(1003, { peg: { currency: 'USD', rateKey: rateKeyOf('1') } }));
    const first = brief(applyCommand(market, { kind: 'status', status: 'delisted', at: 1 }));
    expect(first).toHaveLength(501);
    expect(first.at(-1)).toBe('status delisted');
    expect(brief(continueWork(market)).slice(-2)).toEqual(['done 1002 delisted', 'done 1003 delisted']);
    expect(hasPendingWork(market)).toBe(false);
    run(market, { kind: 'restarting', restarting: true, at: 1 });
    expect(brief(run(market, sell(2001)))).toEqual(['done 2001 delisted']);
    expect(brief(run(market, editOf(1, { hidden: true })))).toEqual(['not_open 1']);
  });
});

describe('a market of which all orders are canceled', () => {
  it('ends them wherever they are, in steps, before what comes next, and goes on', () => {
    const market = openMarket(rules);
    for (let id = 1; id <= 600; id += 1) run(market, sell(id));
    run(market, buy(1001, { stop: '3' }));
    const first = brief(applyCommand(market, { kind: 'cancel_all', at: 1 }));
    expect(first).toHaveLength(500);
    expect(first.at(-1)).toBe('done 500 operator');
    const copy = restoreMarket(JSON.parse(JSON.stringify(snapshotMarket(market))));
    for (const one of [market, copy])
      expect(brief(continueWork(one)).slice(-2)).toEqual(['done 600 operator', 'done 1001 operator']);
    expect(stateHash(copy)).toBe(stateHash(market));
    expect(brief(run(market, sell(2001)))).toEqual([expect.stringMatching(/^rested 2001/)]);
  });
});
