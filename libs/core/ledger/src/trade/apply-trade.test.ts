import { describe, expect, it } from '@jest/globals';
import { amount, type TokenAmount } from '@exchange/core/kernel';
import type { FeeTerms } from '@exchange/core/message';
import { chooseRebate } from '../fees/choose-rebate';
import { applyTrade } from './apply-trade';
import type { Ledger } from '../ledger';
import { applyDone, applyRested } from '../order/report-order';
import { cross, mustCross } from '../../test/crossing.fixture';
import {
  ALICE,
  BOB,
  DAI,
  ETH,
  factsOf,
  fund,
  newLedger,
  NOW,
  orderOf,
  place,
  terms,
} from '../../test/setting.fixture';
import type { Trade } from './trade';

const ONE_ETH = 1_000_000_000n;
const LATER = NOW + 500;

/** Alice rests a sell of 1 ETH at 200, Bob buys half of it with a limit of 210. */
function crossing(makerVolume = 0n, rebateToken: 'sell' | 'buy' = 'sell', settlementFee = 0n) {
  const ledger = newLedger();
  fund(ledger, ALICE, ETH, 2n * ONE_ETH);
  fund(ledger, BOB, DAI, 500_000_000n);
  ledger.account(ALICE).record = { ...ledger.account(ALICE).record, volume: makerVolume };
  const maker = place(ledger, orderOf(ALICE, terms(ETH, ONE_ETH, DAI, 200_000_000n), { rebateToken }));
  const taker = place(
    ledger,
    orderOf(BOB, terms(DAI, 105_000_000n, ETH, ONE_ETH / 2n), { settlementFee: amount(settlementFee) }),
  );
  return { ledger, maker, taker, trade: mustCross(maker, taker) };
}

const balance = (ledger: Ledger, account = ALICE, token = ETH) =>
  ledger.account(account).balance(token.contract);
const legFact = (facts: ReturnType<typeof applyTrade>) => factsOf(facts, 'settleLeg')[0]?.leg;
const withFees = (trade: Trade, role: 'maker' | 'taker', fees: Partial<FeeTerms>): Trade => ({
  ...trade,
  [role]: { ...trade[role], fees: { ...trade[role].fees, ...fees } },
});

describe('applyTrade', () => {
  it('moves sold out of the hold and bought less fees to usable, unsettled on both sides', () => {
    const { ledger, trade } = crossing();
    applyTrade(ledger, trade, 'maker', LATER);
    applyTrade(ledger, trade, 'taker', LATER);
    expect(balance(ledger)).toMatchObject({
      usable: ONE_ETH,
      held: ONE_ETH / 2n,
      soldUnsettled: ONE_ETH / 2n,
    });
    expect(balance(ledger, ALICE, DAI)).toMatchObject({
      usable: 100_000_000n,
      boughtUnsettled: 100_000_000n,
    });
    expect(balance(ledger, BOB, ETH).usable).toBe(((ONE_ETH / 2n) * 9975n) / 10_000n);
    expect(ledger.pool('collector', ETH.contract)).toBe(((ONE_ETH / 2n) * 25n) / 10_000n);
    expect(ledger.pool('clearing', ETH.contract)).toBe(0n);
    expect(ledger.pool('clearing', DAI.contract)).toBe(0n);
  });

  it('tells order, trade, entry, settlement and balances, in this order', () => {
    const { ledger, trade, taker } = crossing();
    const facts = applyTrade(ledger, trade, 'taker', LATER);
    expect(facts.map((fact) => fact.kind).filter((kind) => kind !== 'posted')).toEqual([
      'orderChanged',
      'userTrade',
      'entryChanged',
      'settleLeg',
      'balanceChanged',
      'balanceChanged',
      'accountChanged',
    ]);
    expect(factsOf(facts, 'entryChanged')[0]?.entry).toMatchObject({
      type: 'trade',
      applied: [
        [0, 1, -1],
        [0, 1, -1],
      ],
      changes: [
        { token: DAI.contract, amount: -100_000_000n, fees: 0n, net: -100_000_000n },
        { token: ETH.contract, amount: 500_000_000n, fees: 1_250_000n, net: 498_750_000n },
      ],
    });
    expect(factsOf(facts, 'userTrade')[0]?.trade).toMatchObject({
      side: 'buy',
      amount: 500_000_000n,
      tradeFee: 1_250_000n,
      settlementFee: 0n,
      rebateToken: null,
    });
    expect(legFact(facts)).toMatchObject({ accountSeq: 1, orderHash: taker.digest, fee: 1_250_000n });
  });

  it('releases what a better rate leaves of the hold', () => {
    const { ledger, trade } = crossing();
    const better: Trade = { ...trade, taker: { ...trade.taker, sellBook: amount(1_000_000n) } };
    applyTrade(ledger, better, 'taker', LATER);
    expect(balance(ledger, BOB, DAI)).toMatchObject({ usable: 399_000_000n, held: 1_000_000n });
    const [order] = ledger.account(BOB).orders.values();
    expect(order).toMatchObject({ held: 1_000_000n, sellRemaining: 5_000_000n, buyRemaining: 0n });
  });

  it('charges the settlement fee to the taker within the cap', () => {
    const { ledger, trade } = crossing(0n, 'sell', 5_000n);
    const leg = legFact(applyTrade(ledger, trade, 'taker', LATER));
    expect(leg?.fee).toBe(1_255_000n);
    expect(legFact(applyTrade(ledger, trade, 'maker', LATER))?.fee).toBe(0n);
  });

  it('pays a rebate in the sold token by taking less, out of the budget', () => {
    const { ledger, trade } = crossing(10n ** 21n);
    ledger.addToPool('budget', ETH.contract, 'settled', 250_000n);
    const facts = applyTrade(ledger, trade, 'maker', LATER, chooseRebate(ledger, trade));
    expect(legFact(facts)).toMatchObject({ sold: 500_000_000n, rebate: 250_000n, rebateToken: 'sell' });
    expect(balance(ledger)).toMatchObject({ usable: ONE_ETH + 250_000n, soldUnsettled: 499_750_000n });
    expect([ledger.pool('budget', ETH.contract), ledger.pool('collector', ETH.contract)]).toEqual([
      -250_000n,
      0n,
    ]);
    expect(factsOf(facts, 'rebatesReserved')).toMatchObject([{ token: ETH.contract, reserved: 250_000n }]);
    expect(factsOf(facts, 'entryChanged')[0]?.entry.changes[0]).toMatchObject({
      fees: -250_000n,
      net: -499_750_000n,
    });
  });

  it('pays a rebate in the bought token out of the budget, and the fee whole to the collector', () => {
    const rebate = 50_000n;
    const { ledger, trade } = crossing(10n ** 21n, 'buy');
    ledger.addToPool('budget', DAI.contract, 'settled', rebate);
    const facts = applyTrade(ledger, trade, 'maker', LATER, chooseRebate(ledger, trade));
    expect(legFact(facts)).toMatchObject({ rebate, rebateToken: 'buy' });
    expect(factsOf(facts, 'rebatesReserved')).toEqual([
      { kind: 'rebatesReserved', token: DAI.contract, reserved: rebate },
    ]);
    expect(balance(ledger, ALICE, DAI).usable).toBe(100_000_000n + rebate);
    expect([ledger.pool('budget', DAI.contract), ledger.pool('collector', DAI.contract)]).toEqual([
      -rebate,
      0n,
    ]);
    applyTrade(ledger, trade, 'taker', LATER);
    expect(ledger.pool('collector', ETH.contract)).toBe(1_250_000n);
  });

  it('follows the fee terms of the report, not those of today', () => {
    const { ledger, trade } = crossing();
    const leg = legFact(applyTrade(ledger, withFees(trade, 'taker', { takerPpm: 1000 }), 'taker', LATER));
    expect(leg?.fee).toBe(500_000n);
  });

  it('stops at a report that sells more than is held', () => {
    const { ledger, trade } = crossing();
    const greedy: Trade = {
      ...trade,
      taker: { ...trade.taker, sellBook: amount(5_000_001n) as TokenAmount },
    };
    expect(() => applyTrade(ledger, greedy, 'taker', LATER)).toThrow('offers more than it holds');
  });
});

describe('orders in reports', () => {
  it('releases the difference when an order rests with less', () => {
    const { ledger, taker } = crossing();
    const { id: orderId, account, rateKey, buyBook } = taker;
    applyRested(ledger, { account, orderId, rateKey, sellBook: amount(104_000_000n), buyBook }, LATER);
    expect(balance(ledger, BOB, DAI)).toMatchObject({ held: 104_000_000n, usable: 396_000_000n });
  });

  it('releases all when an order is done, and frees its cid', () => {
    const { ledger, maker } = crossing();
    const facts = applyDone(ledger, { account: ALICE, orderId: maker.id, reason: 'owner' }, LATER);
    expect(factsOf(facts, 'orderChanged')[0]?.order).toMatchObject({
      active: false,
      canceled: true,
      sellBook: 0n,
      info: 'canceled',
    });
    expect(balance(ledger)).toMatchObject({ held: 0n, usable: 2n * ONE_ETH });
    expect(ledger.account(ALICE).orders.size).toBe(0);
    expect(ledger.account(ALICE).openOrders(maker.market)).toBe(0);
  });

  it('takes dust as canceled, before the first trade and after it', () => {
    const { ledger, maker, taker, trade } = crossing();
    applyTrade(ledger, trade, 'maker', LATER);
    const done = (account: typeof ALICE, orderId: typeof maker.id) =>
      factsOf(applyDone(ledger, { account, orderId, reason: 'dust' }, LATER), 'orderChanged')[0]?.order
        .canceled;
    expect(done(ALICE, maker.id)).toBe(true);
    expect(done(BOB, taker.id)).toBe(true);
    expect(cross({ ...maker, sellBook: amount(0n) }, taker, 1, LATER)).toBeUndefined();
  });
});
