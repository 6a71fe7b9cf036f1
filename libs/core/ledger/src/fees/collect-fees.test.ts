import { describe, expect, it } from '@jest/globals';
import { amount } from '@exchange/core/kernel';
import { collectFees, type CollectFees, setAsideFees } from './collect-fees';
import {
  ALICE,
  codeOf,
  DAI,
  ETH,
  factsOf,
  fund,
  newLedger,
  NOW,
  orderOf,
  taken,
  terms,
} from '../../test/setting.fixture';
import { placeOrder } from '../order/place-order';

const token = DAI.contract;

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

  it('sets fees aside for rebates, and its own where those don’t suffice', () => {
    const { ledger } = setting();
    fund(ledger, ALICE, DAI, 50n);
    const aside = (units: bigint) => setAsideFees([ledger], ALICE, token, amount(units), NOW);
    expect(aside(70n).facts).toEqual([]);
    expect(ledger.pool('collector', token, 'settled')).toBe(30n);
    const { transfer, facts } = aside(60n);
    expect(transfer.postings.map(({ owner, amount: units }) => [owner, units])).toEqual([
      ['collector', -60n],
      ['collector', -60n],
      ['clearing', 60n],
      ['clearing', 60n],
    ]);
    expect(factsOf(facts, 'entryChanged')[0]?.entry).toMatchObject({
      ...{ description: 'set aside for rebates', applied: [[1, 1, -1]], changes: [{ net: -30n }] },
    });
    expect(ledger.account(ALICE).balance(token)).toMatchObject({ usable: 20n, settled: 20n });
    expect(ledger.pool('collector', token, 'settled')).toBe(0n);
  });
});
