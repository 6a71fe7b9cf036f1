import { describe, expect, it } from '@jest/globals';
import { amount, PARTITIONS } from '@exchange/core/kernel';
import fc from 'fast-check';
import { applyTrade } from '../trade/apply-trade';
import { chooseRebate } from './choose-rebate';
import { grantableBudget, shareOfBudget } from './rebate-budget';
import { mustCross } from '../../test/crossing.fixture';
import {
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
  twoLedgers,
} from '../../test/setting.fixture';

const token = DAI.contract;
const UNIT = 1_000_000_000n;
/** Of the trade below, in the sold and in the bought token. */
const [IN_SOLD, IN_BOUGHT] = [UNIT / 2_000n, 100_000n];

/** Alice sells an ether for 200 DAI to Bob, who took her order; the budget has so much of each token. */
function crossing(rebateToken: 'sell' | 'buy', budget: { readonly eth: bigint; readonly dai: bigint }) {
  const ledger = newLedger();
  fund(ledger, ALICE, ETH, UNIT);
  fund(ledger, BOB, DAI, 200_000_000n);
  ledger.account(ALICE).record = { ...ledger.account(ALICE).record, volume: 10n ** 21n };
  ledger.addToPool('budget', ETH.contract, 'settled', budget.eth);
  ledger.addToPool('budget', token, 'settled', budget.dai);
  const maker = place(ledger, orderOf(ALICE, terms(ETH, UNIT, DAI, 200_000_000n), { rebateToken }));
  const taker = place(ledger, orderOf(BOB, terms(DAI, 200_000_000n, ETH, UNIT)));
  return { ledger, trade: mustCross(maker, taker) };
}

describe('the budget for rebates', () => {
  it('is the sum of all shares, less what is promised and what the admin may take back', () => {
    const [first, second] = twoLedgers();
    first.addToPool('budget', token, 'settled', 1_500n);
    second.addToPool('budget', token, 'settled', -499n);
    second.addToPool('budget', token, 'total', 7n);
    for (const reserved of [700n, 600n]) second.setReservedRebates(token, amount(reserved));
    expect([first.budget.of(token), grantableBudget(first, token)]).toEqual([401n, 401n]);
    const change = { place: 'seen', name: `scheduled.0x01.0`, value: `rebatesReleased.${token}=400` };
    first.contract.apply('seen', change);
    expect(grantableBudget(first, token)).toBe(1n);
    first.contract.apply('seen', { place: 'other', name: `rebatesReleased.${token}`, value: '5' });
    expect(grantableBudget(first, token)).toBe(0n);
    first.contract.apply('final', { place: 'other', name: `rebatesReleased.${token}`, value: '5' });
    first.contract.apply('undone', change);
    expect(grantableBudget(first, token)).toBe(401n);
  });

  it('is shared so that all groups together have all of it, whatever partitions they have', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }), fc.nat(PARTITIONS), (units, cut) => {
        const all = Array.from({ length: PARTITIONS }, (_, index) => index);
        const shares = [all.slice(0, cut), all.slice(cut)].map((part) => shareOfBudget(units, part));
        expect(shares.reduce((sum, share) => sum + share, 0n)).toBe(units);
        expect(shares.every((share) => share >= 0n)).toBe(true);
      }),
    );
  });
});

describe('the rebate of a trade', () => {
  it.each([
    ['sell', IN_SOLD, IN_BOUGHT, { units: IN_SOLD, token: ETH.contract, inBought: false }],
    ['buy', IN_SOLD, IN_BOUGHT, { units: IN_BOUGHT, token, inBought: true }],
    ['sell', IN_SOLD - 1n, IN_BOUGHT, { units: IN_BOUGHT, token, inBought: true }],
    ['buy', IN_SOLD, IN_BOUGHT - 1n, { units: IN_SOLD, token: ETH.contract, inBought: false }],
    ['sell', IN_SOLD - 1n, IN_BOUGHT - 1n, undefined],
    ['buy', 0n, 0n, undefined],
  ] as const)(
    'wanted as %s, with %d and %d in the budget, is what that covers',
    (wanted, eth, dai, expected) => {
      const { ledger, trade } = crossing(wanted, { eth, dai });
      expect(chooseRebate(ledger, trade)).toEqual(expected);
    },
  );

  it('is 0 without a budget: the maker gives what it sold, and the taker pays the same fee', () => {
    const { ledger, trade } = crossing('sell', { eth: 0n, dai: 0n });
    applyTrade(ledger, trade, 'maker', NOW, chooseRebate(ledger, trade));
    applyTrade(ledger, trade, 'taker', NOW);
    expect(ledger.account(ALICE).balance(token).usable).toBe(200_000_000n);
    expect(ledger.account(ALICE).balance(ETH.contract)).toMatchObject({ usable: 0n, soldUnsettled: UNIT });
    expect(ledger.pool('collector', ETH.contract)).toBe((UNIT * 25n) / 10_000n);
  });

  it('that was promised is promised to nobody else', () => {
    const { ledger, trade } = crossing('sell', { eth: IN_SOLD, dai: 0n });
    applyTrade(ledger, trade, 'maker', NOW, chooseRebate(ledger, trade));
    expect(ledger.budget.of(ETH.contract)).toBe(0n);
    expect(chooseRebate(ledger, trade)).toBeUndefined();
  });
});
