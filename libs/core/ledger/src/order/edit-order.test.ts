import { describe, expect, it } from '@jest/globals';
import { amount, orderId, rateKey } from '@exchange/core/kernel';
import { editOrder, type EditOrder } from './edit-order';
import type { Ledger } from '../ledger';
import type { Order } from './order';
import type { NewOrder } from './place-order';
import { applyDone, applyEdited, applyEditRefused, applyTriggered, applyWaiting } from './report-order';
import {
  ALICE,
  codeOf,
  DAI,
  ETH,
  factsOf,
  fund,
  MARKET,
  newLedger,
  NOW,
  orderOf,
  place,
  taken,
  terms,
  editedOf,
} from '../../test/setting.fixture';

const ETHER = 1_000_000_000n;
const PEG = { currency: 'EUR', rateKey: rateKey(1_030_000) };

/** Sells 1 ETH for 200 DAI as signed, of which the book has half. */
function withHalf(more: Partial<NewOrder> = {}): { ledger: Ledger; order: Order } {
  const ledger = newLedger();
  fund(ledger, ALICE, ETH, ETHER);
  fund(ledger, ALICE, DAI, 200_000_000n);
  const half = { sellBook: amount(ETHER / 2n), buyBook: amount(100_000_000n) };
  return { ledger, order: place(ledger, orderOf(ALICE, sellTerms, { ...half, ...more })) };
}

const sellTerms = terms(ETH, ETHER, DAI, 200_000_000n);
const buyTerms = terms(DAI, 200_000_000n, ETH, ETHER);
const edit = (more: Partial<EditOrder>): EditOrder => ({
  account: ALICE,
  settlementFee: amount(0n),
  at: NOW,
  ...more,
});
const figures = (ledger: Ledger, token = ETH) => {
  const { usable, held } = ledger.account(ALICE).balance(token.contract);
  return [usable, held];
};
const orderIn = (ledger: Ledger, { id }: Order) => ledger.account(ALICE).orders.get(id);

/** The same order after a trade used up the half that it offered. */
function usedUp(more: Partial<NewOrder> = {}) {
  const given = withHalf(more);
  const { ledger, order } = given;
  const of = { account: ALICE, orderId: order.id };
  const waiting = { ...of, for: 'edit', rateKey: order.rateKey } as const;
  return { ...given, waits: () => applyWaiting(ledger, waiting, NOW + 1) };
}

describe('an order that waits for an edit', () => {
  it('is open, holds and offers nothing, keeps its cid and its rate, and says so', () => {
    const { ledger, order, waits } = usedUp({ cid: 5 });
    waits();
    expect(figures(ledger)).toEqual([ETHER, 0n]);
    expect(orderIn(ledger, order)).toMatchObject({
      ...{ active: true, sellBook: 0n, buyBook: 0n, held: 0n, rateKey: order.rateKey },
      info: 'waits for an edit: all that it offered is used up',
    });
    expect(ledger.account(ALICE).openOrders(MARKET.id)).toBe(1);
    expect(ledger.account(ALICE).orderOfCid(5)?.id).toBe(order.id);
  });

  it.each([
    ['the sold amount', { sellBook: amount(ETHER / 4n) }],
    ['the bought amount', { buyBook: amount(50_000_000n) }],
  ])('comes back by an edit of %s alone, at its last rate in the book', (_, change) => {
    const { ledger, order, waits } = usedUp();
    waits();
    const facts = taken(editOrder(ledger, edit({ id: order.id, ...change })));
    const offer = { sellBook: ETHER / 4n, buyBook: 50_000_000n };
    expect(factsOf(facts, 'marketInput')[0]?.input).toMatchObject({ kind: 'edit', ...offer });
    expect(figures(ledger)).toEqual([(3n * ETHER) / 4n, ETHER / 4n]);
    const held = amount(ETHER / 4n);
    const back = { sellBook: held, buyBook: amount(50_000_000n), held };
    applyEdited(ledger, { ...editedOf(order), ...back }, NOW + 2);
    expect(orderIn(ledger, order)).toMatchObject({ ...back, info: '', editHeld: null });
  });

  it('keeps what is reserved for an edit that was asked for before its offer was used up', () => {
    const { ledger, order, waits } = usedUp();
    taken(editOrder(ledger, edit({ id: order.id, sellBook: amount(ETHER / 4n) })));
    waits();
    expect(orderIn(ledger, order)).toMatchObject({ held: 0n, editHeld: (3n * ETHER) / 4n });
    expect(figures(ledger)).toEqual([ETHER / 4n, (3n * ETHER) / 4n]);
    applyEditRefused(ledger, { account: ALICE, orderId: order.id }, NOW + 2);
    expect(figures(ledger)).toEqual([ETHER, 0n]);
    expect(orderIn(ledger, order)).toMatchObject({ active: true, held: 0n, editHeld: null });
  });

  it('can be edited in what takes no amounts, and goes on waiting', () => {
    const { ledger, order, waits } = usedUp();
    waits();
    taken(editOrder(ledger, edit({ id: order.id, hidden: true })));
    const nothing = { sellBook: amount(0n), buyBook: amount(0n), held: amount(0n) };
    applyEdited(ledger, { ...editedOf(order), ...nothing, hidden: true }, NOW + 2);
    expect(orderIn(ledger, order)).toMatchObject({ hidden: true, sellBook: 0n, active: true });
    expect(orderIn(ledger, order)?.info).toMatch(/^waits for an edit/);
  });

  it.each([
    ['a quantity that is too small', { sellBook: amount(999_999n) }],
    ['a peg without a quantity', { peg: PEG }],
  ])('refuses %s', (_, change) => {
    const { ledger, order, waits } = usedUp();
    waits();
    expect(codeOf(editOrder(ledger, edit({ id: order.id, ...change })))).toBe('AMOUNT_TOO_SMALL');
  });
});

describe('editOrder', () => {
  it('holds both the old and the new offer, but not more than is left, until it is decided', () => {
    const { ledger, order } = withHalf();
    const facts = taken(editOrder(ledger, edit({ id: order.id, sellBook: amount(ETHER / 4n) })));
    expect(figures(ledger)).toEqual([ETHER / 4n, (3n * ETHER) / 4n]);
    expect(orderIn(ledger, order)).toMatchObject({ held: ETHER / 2n, editHeld: ETHER / 4n });
    const change = { sellBook: ETHER / 4n, buyBook: 50_000_000n };
    expect(factsOf(facts, 'marketInput')[0]?.input).toMatchObject({ kind: 'edit', ...change });
    const other = withHalf();
    taken(editOrder(other.ledger, edit({ id: other.order.id, sellBook: amount(ETHER) })));
    expect(figures(other.ledger)).toEqual([0n, ETHER]);
  });

  it('is answered by the engine alone: the order is not told before', () => {
    const { ledger, order } = withHalf();
    const facts = taken(editOrder(ledger, edit({ id: order.id, hidden: true })));
    expect(factsOf(facts, 'orderChanged')).toMatchObject([{ quiet: true }]);
    expect(factsOf(facts, 'balanceChanged')).toEqual([]);
    const edited = { ...editedOf(order), hidden: true };
    const decided = applyEdited(ledger, edited, NOW + 5);
    expect(factsOf(decided, 'orderChanged')).toMatchObject([{ order: { hidden: true, editHeld: null } }]);
    expect(factsOf(decided, 'balanceChanged')).toHaveLength(1);
  });

  it.each([
    ['id', 'ORDER_NOT_OPEN', (_: Order) => ({ id: orderId(77) })],
    ['cid', 'ORDER_NOT_OPEN', (_: Order) => ({ cid: 6 })],
    ['id and a cid of another order', 'INVALID_FIELD', ({ id }: Order) => ({ id, cid: 6 })],
    ['id and its cid', 'ok', ({ id }: Order) => ({ id, cid: 5 })],
    ['its cid', 'ok', (_: Order) => ({ cid: 5 })],
  ])('finds an order by %s: %s', (_, code, choice) => {
    const { ledger, order } = withHalf({ cid: 5 });
    expect(codeOf(editOrder(ledger, edit({ ...choice(order), hidden: true })))).toBe(code);
  });

  it('is refused while another edit of the order is pending', () => {
    const { ledger, order } = withHalf();
    taken(editOrder(ledger, edit({ id: order.id, hidden: true })));
    expect(codeOf(editOrder(ledger, edit({ id: order.id, hidden: false })))).toBe('EDIT_PENDING');
    applyEditRefused(ledger, { account: ALICE, orderId: order.id }, NOW);
    expect(codeOf(editOrder(ledger, edit({ id: order.id, hidden: false })))).toBe('ok');
  });

  it.each([
    ['more than is left', { sellBook: amount(ETHER + 1n) }, 'AMOUNT_OUT_OF_RANGE'],
    [
      'a rate worse than signed',
      { sellBook: amount(ETHER), buyBook: amount(199_999_999n) },
      'RATE_OUT_OF_RANGE',
    ],
    ['less than the minimum', { sellBook: amount(999_999n), buyBook: amount(200_000n) }, 'AMOUNT_TOO_SMALL'],
    ['a past timeInForce', { timeInForce: NOW / 1000 - 1 }, 'INVALID_FIELD'],
    ['a stop rate where none waits', { stopRateKey: rateKey(1_030_000) }, 'INVALID_FIELD'],
    ['an amount that a peg says', { peg: PEG, buyBook: amount(100_000_000n) }, 'INVALID_FIELD'],
  ])('refuses %s, and changes nothing', (_, change, code) => {
    const { ledger, order } = withHalf();
    expect(codeOf(editOrder(ledger, edit({ id: order.id, ...change })))).toBe(code);
    expect(figures(ledger)).toEqual([ETHER / 2n, ETHER / 2n]);
    expect(orderIn(ledger, order)).toBe(order);
  });

  it('says of a stop rate for an order in the book what would be right', () => {
    const { ledger, order } = withHalf();
    const refused = editOrder(ledger, edit({ id: order.id, stopRateKey: rateKey(1_030_000) }));
    expect(refused).toMatchObject({
      message: expect.stringMatching(/is in the book.*cancel it and place one/),
    });
  });

  it('refuses what usable does not cover, a frozen account and a closed market', () => {
    const { ledger, order } = withHalf();
    place(ledger, orderOf(ALICE, sellTerms, { sellBook: amount(ETHER / 2n) }));
    const more = edit({ id: order.id, sellBook: amount(ETHER) });
    expect(editOrder(ledger, more)).toMatchObject({
      code: 'INSUFFICIENT_BALANCE',
      message: '0 ETH usable, 0.5 needed',
    });
    const less = edit({ id: order.id, hidden: true });
    for (const status of ['cancel_only', 'delisted'] as const) {
      ledger.markets.set(MARKET.id, { ...MARKET, status });
      expect(codeOf(editOrder(ledger, less))).toBe('MARKET_CLOSED');
    }
    ledger.markets.set(MARKET.id, MARKET);
    const account = ledger.account(ALICE);
    account.record = { ...account.record, frozen: true };
    expect(codeOf(editOrder(ledger, less))).toBe('ACCOUNT_FROZEN');
  });

  it('lets go of all that is not needed when the engine has decided', () => {
    const { ledger, order } = withHalf();
    const change = { sellBook: amount(ETHER / 4n), buyBook: amount(50_000_000n) };
    taken(editOrder(ledger, edit({ id: order.id, ...change })));
    const edited = { ...editedOf(order), ...change, held: change.sellBook };
    applyEdited(ledger, edited, NOW);
    expect(figures(ledger)).toEqual([(3n * ETHER) / 4n, ETHER / 4n]);
    expect(orderIn(ledger, order)).toMatchObject({ ...change, held: ETHER / 4n, editHeld: null });
  });

  it('gives the old hold back when it is refused, and all when the order ends', () => {
    const refused = withHalf();
    taken(editOrder(refused.ledger, edit({ id: refused.order.id, sellBook: amount(ETHER) })));
    const facts = applyEditRefused(refused.ledger, { account: ALICE, orderId: refused.order.id }, NOW);
    expect(figures(refused.ledger)).toEqual([ETHER / 2n, ETHER / 2n]);
    expect(factsOf(facts, 'orderChanged')).toMatchObject([{ quiet: true, order: refused.order }]);
    const ended = withHalf();
    taken(editOrder(ended.ledger, edit({ id: ended.order.id, sellBook: amount(ETHER) })));
    applyDone(ended.ledger, { account: ALICE, orderId: ended.order.id, reason: 'owner' }, NOW);
    expect(figures(ended.ledger)).toEqual([ETHER, 0n]);
  });

  it('holds for an order that becomes a pegged buy what its quantity costs at the signed rate', () => {
    const ledger = newLedger();
    fund(ledger, ALICE, DAI, 200_000_000n);
    const cheap = { sellBook: amount(50_000_000n), buyBook: amount(ETHER / 2n) };
    const order = place(ledger, orderOf(ALICE, buyTerms, cheap));
    const facts = taken(editOrder(ledger, edit({ id: order.id, peg: PEG })));
    expect(figures(ledger, DAI)).toEqual([50_000_000n, 150_000_000n]);
    expect(factsOf(facts, 'marketInput')[0]?.input).not.toHaveProperty('sellBook');
    const edited = { ...editedOf(order), peg: PEG, held: amount(100_000_000n) };
    applyEdited(ledger, edited, NOW);
    expect(figures(ledger, DAI)).toEqual([100_000_000n, 100_000_000n]);
  });
});

describe('an order outside the book', () => {
  it('says what it waits for, and has no stop rate once that is crossed', () => {
    const { ledger, order } = withHalf({ stopRateKey: rateKey(1_030_000) });
    const reported = { account: ALICE, orderId: order.id };
    applyWaiting(ledger, { ...reported, for: 'stop' }, NOW);
    expect(orderIn(ledger, order)?.info).toBe('waits for its stop rate');
    expect(codeOf(editOrder(ledger, edit({ id: order.id, stopRateKey: rateKey(1_030_001) })))).toBe('ok');
    applyTriggered(ledger, reported, NOW);
    expect(orderIn(ledger, order)).toMatchObject({ stopRateKey: null, info: '', held: ETHER / 2n });
    applyWaiting(ledger, { ...reported, for: 'peg_rate' }, NOW);
    expect(orderIn(ledger, order)?.info).toBe('waits for a conversion rate');
  });
});
