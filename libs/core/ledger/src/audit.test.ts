import { describe, expect, it } from '@jest/globals';
import { amount } from '@exchange/core/kernel';
import { auditAccounts, sumPostings } from './audit';
import { placeOrder } from './order/place-order';
import { ALICE, chain, DAI, ETH, factsOf, newLedger, orderOf, taken, terms } from '../test/setting.fixture';

function history() {
  const ledger = newLedger([ALICE]);
  const deposit = {
    kind: 'deposited',
    account: ALICE,
    token: ETH.contract,
    amount: amount(500_000_000n),
  } as const;
  const facts = [
    ...chain(ledger, ALICE, 'final', deposit),
    ...taken(placeOrder(ledger, orderOf(ALICE, terms(ETH, 200_000_000n, DAI, 40_000_000n)))).facts,
  ];
  return { ledger, sums: sumPostings(factsOf(facts, 'posted').flatMap(({ postings }) => postings)) };
}

describe('the audit', () => {
  it('finds nothing when balances are the sums of their postings', () => {
    const { ledger, sums } = history();
    expect(auditAccounts(ledger.accounts.values(), sums)).toEqual([]);
  });

  it('finds a figure that differs from its postings, and claims that do not sum to zero', () => {
    const { ledger, sums } = history();
    const wrong = sums.map((sum) => (sum.bucket === 'held' ? { ...sum, amount: sum.amount - 1n } : sum));
    expect(auditAccounts(ledger.accounts.values(), wrong)).toEqual([
      {
        owner: 'clearing',
        token: ETH.contract,
        figure: 'sum over all owners',
        recorded: -1n,
        expected: 0n,
      },
      { owner: ALICE, token: ETH.contract, figure: 'held', recorded: 200_000_000n, expected: 199_999_999n },
    ]);
  });

  it('finds a hold without its order', () => {
    const { ledger, sums } = history();
    ledger.account(ALICE).orders.clear();
    expect(auditAccounts(ledger.accounts.values(), sums)).toEqual([
      {
        owner: ALICE,
        token: ETH.contract,
        figure: 'held by open orders',
        recorded: 200_000_000n,
        expected: 0n,
      },
    ]);
  });

  it('misses no account that has postings but no balance', () => {
    const { ledger, sums } = history();
    ledger.account(ALICE).balances.clear();
    expect(auditAccounts(ledger.accounts.values(), sums).length).toBeGreaterThan(0);
  });
});
