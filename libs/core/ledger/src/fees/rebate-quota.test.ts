import { describe, expect, it } from '@jest/globals';
import { amount, partition } from '@exchange/core/kernel';
import { collectFees, type CollectFees } from './collect-fees';
import { Ledger } from '../ledger';
import { freeFees, grantableFees, grantRebateQuotas } from './grant-rebate-quotas';
import {
  ALICE,
  codeOf,
  DAI,
  ETH,
  factsOf,
  newLedger,
  NOW,
  orderOf,
  taken,
  terms,
} from '../../test/setting.fixture';
import { placeOrder } from '../order/place-order';

const token = DAI.contract;

/** Two partitions whose shares of the collector's settled balance are these. */
function partitions(...settled: readonly bigint[]): Ledger[] {
  return settled.map((own, index) => {
    const ledger = new Ledger(partition(index));
    ledger.addToPool('collector', token, 'settled', own);
    return ledger;
  });
}

describe('quotas for rebates in the bought token', () => {
  it('come from half of what is free over all partitions, shared by those that want', () => {
    const ledgers = partitions(1_500n, -499n, 0n);
    expect(freeFees(ledgers, token)).toBe(1_001n);
    expect(grantRebateQuotas(ledgers)).toEqual([]);
    for (const ledger of ledgers.slice(1)) ledger.rebatesWanted.add(token);
    expect(grantRebateQuotas(ledgers)).toEqual([
      { partition: 1, token },
      { partition: 2, token },
    ]);
    expect(ledgers.map((ledger) => ledger.rebateQuota(token))).toEqual([0n, 250n, 250n]);
    expect(freeFees(ledgers, token)).toBe(501n);
  });

  it('are raised only for who asked since the last time, and only to its share', () => {
    const ledgers = partitions(1_000n, 0n);
    ledgers[1]?.rebatesWanted.add(token);
    grantRebateQuotas(ledgers);
    expect(grantRebateQuotas(ledgers)).toEqual([]);
    ledgers[1]?.rebatesWanted.add(token);
    expect(grantRebateQuotas(ledgers)).toEqual([]);
    expect(ledgers[1]?.rebateQuota(token)).toBe(500n);
  });

  it('leave nothing to promise twice: what is reserved isn’t free either', () => {
    const [ledger] = partitions(100n);
    ledger?.setRebates(token, { quota: amount(30n), reserved: amount(60n) });
    expect(freeFees(ledger ? [ledger] : [], token)).toBe(10n);
    ledger?.setRebates(token, { quota: amount(30n), reserved: amount(90n) });
    expect(freeFees(ledger ? [ledger] : [], token)).toBe(-20n);
    expect(grantableFees(ledger ? [ledger] : [], token)).toBe(0n);
  });
});

describe('the fee collector', () => {
  const setting = () => {
    const ledger = newLedger([ALICE]);
    ledger.contract.restore([{ name: 'feeCollector', value: ALICE }], []);
    ledger.addToPool('collector', token, 'total', 100n);
    ledger.addToPool('collector', token, 'settled', 100n);
    const collect = (changes: Partial<CollectFees>) =>
      collectFees(ledger, {
        ...{ account: ALICE, token: DAI, needed: amount(40n), free: amount(60n), at: NOW },
        ...changes,
      });
    return { ledger, collect };
  };

  it('gets what it lacks of the free fees, as a settled entry', () => {
    const { ledger, collect } = setting();
    const facts = taken(collect({}));
    expect(factsOf(facts, 'entryChanged')[0]?.entry).toMatchObject({
      ...{ type: 'deposit', description: 'collected fees', applied: [[1, 1, -1]], open: false },
      changes: [{ token, amount: 40n, fees: 0n, net: 40n }],
    });
    expect(ledger.account(ALICE).balance(token)).toMatchObject({ usable: 40n, settled: 40n });
    expect([ledger.pool('collector', token), ledger.pool('collector', token, 'settled')]).toEqual([60n, 60n]);
    expect(taken(collect({ needed: amount(40n) }))).toEqual([]);
    expect(factsOf(taken(collect({ needed: amount(41n) })), 'entryChanged')[0]?.entry.changes[0]?.net).toBe(
      1n,
    );
  });

  it('gets nothing when the free fees don’t suffice', () => {
    const { ledger, collect } = setting();
    expect(codeOf(collect({ needed: amount(60n) }))).toBe('ok');
    expect(collect({ needed: amount(121n) })).toMatchObject({
      code: 'INSUFFICIENT_BALANCE',
      message: '0.00006 DAI usable and 0.00006 DAI of fees free, 0.000121 DAI needed',
    });
    expect(ledger.account(ALICE).balance(token).usable).toBe(60n);
  });

  it('gets nothing that could not leave anyway: each refusal would take more of the fees', () => {
    const { ledger, collect } = setting();
    const account = ledger.account(ALICE);
    account.record = { ...account.record, frozen: true };
    expect(taken(collect({}))).toEqual([]);
    account.record = { ...account.record, frozen: false };
    expect(taken(collect({ needed: amount(0n) }))).toEqual([]);
    const request = { place: 'seen', block: 1, logIndex: 0, effectiveAt: 1, entryId: ledger.nextEntryId() };
    account.putExit({ account: ALICE, token, requests: [request] });
    expect(taken(collect({}))).toEqual([]);
    expect(ledger.pool('collector', token, 'settled')).toBe(100n);
  });

  it('can’t place orders, which the contract wouldn’t settle', () => {
    const { ledger } = setting();
    const order = orderOf(ALICE, terms(ETH, 10n ** 9n, DAI, 200_000_000n));
    expect(codeOf(placeOrder(ledger, order))).toBe('FEE_COLLECTOR');
  });
});
