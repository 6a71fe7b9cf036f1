import { describe, expect, it } from '@jest/globals';
import { amount, present, tradeId } from '@exchange/core/kernel';
import { chooseRebate } from '../fees/choose-rebate';
import { applyTrade } from '../trade/apply-trade';
import type { AccountChainFact, Phase } from '../chain/chain-fact';
import type { Fact } from '../fact';
import type { Ledger } from '../ledger';
import { passBlockTime } from '../chain/pass-block-time';
import { applyDone } from '../order/report-order';
import { signWithdrawal } from './sign-withdrawal';
import { mustCross } from '../../test/crossing.fixture';
import {
  ALICE,
  BOB,
  chain,
  DAI,
  ETH,
  factsOf,
  fund,
  newLedger,
  newPlace,
  NOW,
  orderOf,
  place,
  taken,
  terms,
} from '../../test/setting.fixture';

const UNIT = 1_000_000_000n;
const TIER_WITH_REBATE = 1000n * 10n ** 18n;

const exitOf = (token = ETH): AccountChainFact => ({
  kind: 'exit_requested',
  account: ALICE,
  token: token.contract,
  effectiveAt: NOW / 1000 + 86_400,
});
const exitCancel: AccountChainFact = { kind: 'exit_cancelled', account: ALICE, token: ETH.contract };
const depositOf = (units: bigint, token = ETH): AccountChainFact => ({
  kind: 'deposited',
  account: ALICE,
  token: token.contract,
  amount: amount(units),
});

const entries = (facts: readonly Fact[]) => factsOf(facts, 'entryChanged').map(({ entry }) => entry);
const only = (facts: readonly Fact[]) => present(entries(facts)[0], 'an entry');
const moved = (units: bigint, token = ETH) => [{ token: token.contract, amount: units, fees: 0n, net: 0n }];
const balance = (ledger: Ledger, token = ETH) => ledger.account(ALICE).balance(token.contract);

function funded(units = 10n * UNIT): Ledger {
  const ledger = newLedger();
  fund(ledger, ALICE, ETH, units);
  return ledger;
}

/** Alice sells 1 ETH for 200 DAI to Bob, who took her order. */
function crossing(ledger: Ledger, rebateToken: 'sell' | 'buy' = 'sell') {
  fund(ledger, BOB, DAI, 300_000_000n);
  const maker = place(ledger, orderOf(ALICE, terms(ETH, UNIT, DAI, 200_000_000n), { rebateToken }));
  const taker = place(ledger, orderOf(BOB, terms(DAI, 200_000_000n, ETH, UNIT)));
  return { maker, trade: mustCross(maker, taker) };
}

describe('the entry of a requested exit', () => {
  it('says what moved to blocked, is open while it is in force, and ends with what moved back', () => {
    const ledger = funded();
    const where = newPlace(1);
    const asked = only(chain(ledger, ALICE, 'seen', exitOf(), where));
    expect(asked).toMatchObject({ type: 'withdrawal', changes: moved(10n * UNIT), applied: [[-1, 0, 0]] });
    const final = only(chain(ledger, ALICE, 'final', exitOf(), where));
    expect(final).toMatchObject({
      id: asked.id,
      changes: moved(10n * UNIT),
      applied: [[-1, 1, 1]],
      open: true,
    });
    // What was deposited before and is final after the request.
    fund(ledger, ALICE, ETH, UNIT);
    expect(chain(ledger, ALICE, 'seen', exitCancel, newPlace(2))).toEqual([]);
    const ended = entries(chain(ledger, ALICE, 'final', exitCancel, newPlace(2)));
    expect(ended).toMatchObject([{ id: asked.id, changes: moved(11n * UNIT), canceled: true, open: false }]);
    expect(balance(ledger)).toMatchObject({ usable: 11n * UNIT, blocked: 0n });
  });

  it('tells what orders and withdrawals give back later, which is blocked too', () => {
    const ledger = funded();
    const order = place(ledger, orderOf(ALICE, terms(ETH, 2n * UNIT, DAI, 400_000_000n)));
    taken(signWithdrawal(ledger, { account: ALICE, token: ETH, amount: amount(3n * UNIT), at: NOW }));
    const asked = only(chain(ledger, ALICE, 'seen', exitOf()));
    expect(asked.changes).toEqual(moved(5n * UNIT));
    const done = { account: ALICE, orderId: order.id, reason: 'exit_requested' } as const;
    expect(entries(applyDone(ledger, done, NOW))).toMatchObject([
      { id: asked.id, changes: moved(7n * UNIT) },
    ]);
    const passed = entries(passBlockTime(ledger, ALICE, NOW / 1000 + 7200, NOW));
    expect(passed).toMatchObject([{ canceled: true }, { id: asked.id, changes: moved(10n * UNIT) }]);
    expect(balance(ledger).blocked).toBe(10n * UNIT);
  });

  it('counts a rebate in the token, which a trade gives back out of the hold', () => {
    const ledger = funded();
    ledger.account(ALICE).record = { ...ledger.account(ALICE).record, volume: TIER_WITH_REBATE };
    const { trade } = crossing(ledger);
    const asked = only(chain(ledger, ALICE, 'seen', exitOf()));
    const rebate = UNIT / 2000n;
    ledger.addToPool('budget', ETH.contract, 'settled', rebate);
    const paid = chooseRebate(ledger, trade);
    const [, told] = entries(applyTrade(ledger, trade, 'maker', NOW, paid));
    expect(told).toMatchObject({ id: asked.id, changes: moved(9n * UNIT + rebate) });
    expect(balance(ledger)).toMatchObject({ held: 0n, blocked: 9n * UNIT + rebate });
  });

  it('ends with nothing when another request stays in force, which ends with all of it', () => {
    const ledger = funded();
    const [first, second] = [newPlace(1), newPlace(2, 1)];
    const asked = [first, second].map((where) => only(chain(ledger, ALICE, 'seen', exitOf(), where)).id);
    const at = (phase: Phase, where: typeof first) => entries(chain(ledger, ALICE, phase, exitCancel, where));
    expect(at('final', newPlace(2, 0))).toMatchObject([{ id: asked[0], changes: moved(0n), canceled: true }]);
    expect(balance(ledger)).toMatchObject({ usable: 0n, blocked: 10n * UNIT });
    expect(at('final', newPlace(3))).toMatchObject([
      { id: asked[1], changes: moved(10n * UNIT), canceled: true },
    ]);
    expect(balance(ledger)).toMatchObject({ usable: 10n * UNIT, blocked: 0n });
  });

  it('is CANCELED when its block is undone', () => {
    const ledger = funded();
    const where = newPlace();
    const asked = only(chain(ledger, ALICE, 'seen', exitOf(), where));
    const undone = only(chain(ledger, ALICE, 'undone', exitOf(), where));
    expect(undone).toMatchObject({ id: asked.id, changes: moved(10n * UNIT), canceled: true, open: false });
    expect(balance(ledger)).toMatchObject({ usable: 10n * UNIT, blocked: 0n });
  });

  it('outlives an eviction', () => {
    const ledger = funded();
    const where = newPlace(1);
    for (const phase of ['seen', 'final'] as const) chain(ledger, ALICE, phase, exitOf(), where);
    const rows = ledger.account(ALICE).dump();
    ledger.evict(ALICE);
    ledger.load(ALICE, rows);
    expect(entries(chain(ledger, ALICE, 'final', exitCancel, newPlace(2)))).toMatchObject([
      { canceled: true },
    ]);
  });
});

describe('a credit while the account is leaving with its token', () => {
  it('says that a deposit goes to blocked', () => {
    const ledger = funded();
    const where = newPlace();
    chain(ledger, ALICE, 'seen', exitOf());
    expect(only(chain(ledger, ALICE, 'seen', depositOf(UNIT), where)).applied).toEqual([[0, -1, 0]]);
    expect(only(chain(ledger, ALICE, 'final', depositOf(UNIT), where)).applied).toEqual([[1, -1, 1]]);
  });

  it('says so of a deposit that was seen before', () => {
    const ledger = funded();
    const where = newPlace();
    expect(only(chain(ledger, ALICE, 'seen', depositOf(UNIT), where)).applied).toEqual([[0, 0, -1]]);
    chain(ledger, ALICE, 'seen', exitOf());
    expect(only(chain(ledger, ALICE, 'final', depositOf(UNIT), where)).applied).toEqual([[1, -1, 1]]);
  });

  it('says that what a trade bought went to blocked, and then that it is settled', () => {
    const ledger = funded();
    const { maker, trade } = crossing(ledger);
    chain(ledger, ALICE, 'seen', exitOf(DAI));
    const sold = [0, 1, -1];
    expect(only(applyTrade(ledger, trade, 'maker', NOW)).applied).toEqual([sold, [0, -1, 1]]);
    expect(balance(ledger, DAI)).toMatchObject({ usable: 0n, blocked: 200_000_000n });
    const settled: AccountChainFact = {
      ...{ kind: 'trade_settled', tradeId: tradeId(1), maker: ALICE, taker: BOB },
      ...{
        makerOrder: maker.digest,
        takerOrder: maker.digest,
        makerToken: ETH.contract,
        takerToken: DAI.contract,
      },
      ...{ makerAmount: amount(UNIT), takerAmount: amount(200_000_000n), makerFee: amount(0n) },
      ...{ takerFee: amount(2_500_000n), makerRebate: amount(0n), rebateInBoughtToken: false },
    };
    expect(only(chain(ledger, ALICE, 'final', settled)).applied).toEqual([
      [1, 1, -1],
      [1, -1, 1],
    ]);
  });
});

describe('an exit that is taken out in parts', () => {
  const part = (units: bigint): AccountChainFact => ({
    ...{ kind: 'withdrawn', account: ALICE, token: ETH.contract, amount: amount(units), fee: amount(0n) },
    ...{ nonce: 0, by: 'exit' },
  });

  it('leaves the rest blocked, each part an entry of its own, until the exit is given up', () => {
    const ledger = funded();
    chain(ledger, ALICE, 'final', exitOf());
    for (const [units, left] of [
      [3n, 7n],
      [5n, 2n],
    ] as const) {
      const where = newPlace(2);
      const seen = only(chain(ledger, ALICE, 'seen', part(units * UNIT), where));
      expect(seen).toMatchObject({ applied: [[0, -1, 0]], changes: [{ net: -units * UNIT }], open: true });
      const final = only(chain(ledger, ALICE, 'final', part(units * UNIT), where));
      expect(final).toMatchObject({ id: seen.id, applied: [[1, -1, 1]], open: false });
      expect(balance(ledger)).toMatchObject({ usable: 0n, blocked: left * UNIT, settled: left * UNIT });
    }
    const ended = entries(chain(ledger, ALICE, 'final', exitCancel, newPlace(3)));
    expect(ended).toMatchObject([{ changes: moved(2n * UNIT), canceled: true, open: false }]);
    expect(balance(ledger)).toMatchObject({ usable: 2n * UNIT, blocked: 0n, settled: 2n * UNIT });
  });

  it('takes a part from blocked first, and touches no withdrawal that is pending', () => {
    const ledger = funded();
    taken(signWithdrawal(ledger, { account: ALICE, token: ETH, amount: amount(4n * UNIT), at: NOW }));
    chain(ledger, ALICE, 'final', exitOf());
    chain(ledger, ALICE, 'final', part(6n * UNIT));
    expect(balance(ledger)).toMatchObject({ blocked: 0n, pendingWithdrawal: 4n * UNIT });
    chain(ledger, ALICE, 'final', part(UNIT), newPlace(9));
    expect(balance(ledger)).toMatchObject({ blocked: 0n, pendingWithdrawal: 3n * UNIT, shortfall: 0n });
  });
});
