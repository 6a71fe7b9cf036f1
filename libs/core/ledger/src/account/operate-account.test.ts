import { describe, expect, it } from '@jest/globals';
import { amount, entryId, tradeId } from '@exchange/core/kernel';
import { noteTransaction } from '../chain/note-transaction';
import { freezeAccount, unfreezeAccount } from './operate-account';
import { signWithdrawal } from '../funds/sign-withdrawal';
import { ALICE, codeOf, ETH, factsOf, fund, hashOf, newLedger, NOW, taken } from '../../test/setting.fixture';

describe('what is set from outside', () => {
  it('freezes and clears an account', () => {
    const ledger = newLedger();
    fund(ledger, ALICE, ETH, 5n);
    freezeAccount(ledger, { account: ALICE, cancelsOrders: false, at: NOW });
    const withdraw = () =>
      signWithdrawal(ledger, { account: ALICE, token: ETH, amount: amount(1n), at: NOW });
    expect(codeOf(withdraw())).toBe('ACCOUNT_FROZEN');
    unfreezeAccount(ledger, ALICE, NOW);
    expect(unfreezeAccount(ledger, ALICE, NOW)).toEqual([]);
    expect(codeOf(withdraw())).toBe('ok');
  });

  it('shows the transaction of an open entry', () => {
    const ledger = newLedger();
    fund(ledger, ALICE, ETH, 5n);
    const { entry } = taken(
      signWithdrawal(ledger, { account: ALICE, token: ETH, amount: amount(1n), at: NOW }),
    );
    const transaction = hashOf(8);
    const note = (choice: Parameters<typeof noteTransaction>[1]['choice']) =>
      noteTransaction(ledger, { account: ALICE, choice, transaction, at: NOW });
    expect(factsOf(taken(note({ entryId: entry.id })), 'entryChanged')[0]?.entry.transaction).toBe(
      transaction,
    );
    expect(codeOf(note({ entryId: entryId(77) }))).toBe('INVALID_FIELD');
    expect(codeOf(note({ tradeId: tradeId(1) }))).toBe('INVALID_FIELD');
  });
});
