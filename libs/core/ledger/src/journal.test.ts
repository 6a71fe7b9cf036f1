import { describe, expect, it } from '@jest/globals';
import { entryId } from '@exchange/core/kernel';
import { Journal } from './journal';
import { ALICE, BOB, DAI, ETH, fund, newLedger, NOW } from '../test/setting.fixture';

const REF = { kind: 'entry', id: entryId(1) } as const;

function funded() {
  const ledger = newLedger();
  fund(ledger, ALICE, ETH, 10n);
  fund(ledger, ALICE, DAI, 10n);
  return { ledger, journal: new Journal(ledger, ledger.account(ALICE), NOW) };
}

describe('a journal', () => {
  it('posts only what sums to zero over all owners of a token', () => {
    const { journal } = funded();
    const lines = [
      journal.line(ETH.contract, 'usable', -3n),
      { owner: 'collector', token: ETH.contract, bucket: 'total', amount: 2n },
    ] as const;
    expect(() => journal.post(REF, lines)).toThrow('must sum to zero');
  });

  it('changes nothing when one of its balances would be wrong', () => {
    const { ledger, journal } = funded();
    const before = ledger.account(ALICE).dump();
    const lines = [
      journal.line(ETH.contract, 'usable', -3n),
      journal.line(ETH.contract, 'held', 3n),
      journal.line(DAI.contract, 'usable', -11n),
      journal.line(DAI.contract, 'held', 11n),
    ];
    expect(() => journal.post(REF, lines)).toThrow('amount out of range');
    expect(ledger.account(ALICE).dump()).toEqual(before);
  });

  it('changes one account', () => {
    const { journal } = funded();
    const foreign = { owner: BOB, token: ETH.contract, bucket: 'usable', amount: 1n } as const;
    expect(() => journal.post(REF, [foreign, journal.line(ETH.contract, 'usable', -1n)])).toThrow(
      'one account',
    );
  });

  it('tells each changed balance once, at the end', () => {
    const { journal } = funded();
    for (const units of [1n, 2n]) {
      journal.post(REF, [
        journal.line(ETH.contract, 'usable', -units),
        journal.line(ETH.contract, 'held', units),
      ]);
    }
    const facts = journal.close();
    expect(facts.map((fact) => fact.kind)).toEqual(['posted', 'posted', 'balanceChanged']);
    expect(facts.at(-1)).toMatchObject({ token: ETH.contract, balance: { usable: 7n, held: 3n } });
  });
});
