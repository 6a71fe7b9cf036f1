import { describe, expect, it } from '@jest/globals';
import { entryId, marketId } from '@exchange/core/kernel';
import {
  addressOf,
  ALICE,
  BOB,
  DAI,
  ETH,
  fund,
  newLedger,
  NOW,
  orderOf,
  place,
  terms,
} from '../../test/setting.fixture';
import { mustCross } from '../../test/crossing.fixture';
import type { Entry } from '../account/entry';
import { applyTrade } from './apply-trade';
import { settlementLimit, UnsettledTrades } from './unsettled-trades';

const HOUR_S = 3600;
const NOW_S = NOW / 1000;
const MARKET = marketId('ETHDAI');

/** A trade of so long ago, posted when the chain said that it is `chainAhead` seconds later than it is. */
function entryOf(id: number, account = ALICE, { madeAt = NOW, chainAhead = 0, open = true } = {}): Entry {
  const ledger = newLedger();
  fund(ledger, ALICE, ETH, 10n ** 9n);
  fund(ledger, BOB, DAI, 500_000_000n);
  ledger.unsettled.passBlock(madeAt / 1000 + chainAhead);
  const maker = place(ledger, orderOf(ALICE, terms(ETH, 10n ** 9n, DAI, 200_000_000n)));
  const taker = place(ledger, orderOf(BOB, terms(DAI, 200_000_000n, ETH, 10n ** 9n)));
  const trade = { ...mustCross(maker, taker), time: madeAt };
  const facts = applyTrade(ledger, trade, 'maker', NOW);
  const entry = facts.flatMap((fact) => (fact.kind === 'entryChanged' ? [fact.entry] : []))[0];
  if (entry === undefined) throw new Error('a trade has an entry');
  return { ...entry, id: entryId(id), account, open };
}

describe('trades that are not settled in time', () => {
  it('may be an eighth of the waiting period old, at most three hours', () => {
    expect(settlementLimit()).toBe(3 * HOUR_S);
    expect(settlementLimit(86_400)).toBe(3 * HOUR_S);
    expect(settlementLimit(8 * HOUR_S)).toBe(HOUR_S);
  });

  it('are late by the time of turns, when no block comes', () => {
    const trades = new UnsettledTrades();
    trades.note(entryOf(1));
    trades.advance(NOW + HOUR_S * 1000, HOUR_S);
    expect([trades.isLateAccount(ALICE), trades.isLateMarket(MARKET)]).toEqual([false, false]);
    trades.advance(NOW + HOUR_S * 1000 + 1, HOUR_S);
    expect([trades.isLateAccount(ALICE), trades.isLateMarket(MARKET)]).toEqual([true, true]);
    expect(trades.isLateAccount(BOB)).toBe(false);
    expect(trades.changedAccounts(9)).toEqual([ALICE]);
  });

  it('are late by the time of blocks, when the chain’s clock runs ahead', () => {
    const trades = new UnsettledTrades();
    trades.passBlock(NOW_S);
    trades.note(entryOf(1));
    trades.passBlock(NOW_S + HOUR_S);
    trades.advance(NOW + 1, HOUR_S);
    expect(trades.isLateMarket(MARKET)).toBe(false);
    trades.passBlock(NOW_S + HOUR_S + 1);
    trades.passBlock(NOW_S);
    trades.advance(NOW + 1, HOUR_S);
    expect(trades.isLateMarket(MARKET)).toBe(true);
  });

  it('aren’t old because the chain’s clock was ahead already, or behind, when they were posted', () => {
    const trades = new UnsettledTrades();
    trades.note(entryOf(1, ALICE, { chainAhead: 26 * HOUR_S }));
    trades.note(entryOf(2, ALICE, { chainAhead: -26 * HOUR_S }));
    trades.passBlock(NOW_S + 26 * HOUR_S + 60);
    trades.advance(NOW + 60_000, 26 * HOUR_S + 60);
    expect(trades.isLateMarket(MARKET)).toBe(false);
    trades.note({ ...entryOf(2), open: false });
    trades.advance(NOW + 60_000, HOUR_S);
    expect(trades.isLateMarket(MARKET)).toBe(false);
  });

  it('stay late until the last of them is final or reversed', () => {
    const trades = new UnsettledTrades();
    trades.note(entryOf(1));
    trades.note(entryOf(2));
    trades.note(entryOf(3, addressOf(3), { madeAt: NOW + HOUR_S * 1000 }));
    trades.advance(NOW + HOUR_S * 1000 + 1, HOUR_S);
    trades.forgetChanged(trades.changedAccounts(9));
    trades.note(entryOf(1, ALICE, { open: false }));
    expect(trades.isLateMarket(MARKET)).toBe(true);
    trades.note(entryOf(2, ALICE, { open: false }));
    expect([trades.isLateAccount(ALICE), trades.isLateMarket(MARKET)]).toEqual([false, false]);
    expect(trades.changedAccounts(9)).toEqual([ALICE]);
    expect([...trades.accounts()]).toEqual([addressOf(3)]);
  });

  it('are judged anew when the waiting period changes', () => {
    const trades = new UnsettledTrades();
    trades.note(entryOf(1));
    trades.advance(NOW + HOUR_S * 1000, 3 * HOUR_S);
    trades.advance(NOW + HOUR_S * 1000, HOUR_S / 2);
    expect(trades.isLateMarket(MARKET)).toBe(true);
    trades.advance(NOW + HOUR_S * 1000, 3 * HOUR_S);
    expect(trades.isLateMarket(MARKET)).toBe(false);
  });

  it('that come late themselves, from an engine that was cut off, are found among younger ones', () => {
    const trades = new UnsettledTrades();
    trades.note(entryOf(1, ALICE, { madeAt: NOW + 3 * HOUR_S * 1000 }));
    trades.advance(NOW + 3 * HOUR_S * 1000, HOUR_S);
    trades.note(entryOf(2, BOB));
    trades.advance(NOW + 3 * HOUR_S * 1000, HOUR_S);
    expect([trades.isLateAccount(ALICE), trades.isLateAccount(BOB)]).toEqual([false, true]);
  });
});
