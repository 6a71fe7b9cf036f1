import { describe, expect, it } from '@jest/globals';
import { amount, present } from '@exchange/core/kernel';
import type { AccountChainFact } from '../chain/chain-fact';
import { passBlockTime } from '../chain/pass-block-time';
import type { Ledger } from '../ledger';
import { signWithdrawal } from './sign-withdrawal';
import {
  ALICE,
  chain,
  ETH,
  factsOf,
  fund,
  newLedger,
  newPlace,
  NOW,
  taken,
} from '../../test/setting.fixture';

const UNIT = 1_000_000_000n;

function promised() {
  const ledger = newLedger();
  fund(ledger, ALICE, ETH, 10n * UNIT);
  const { entry } = taken(
    signWithdrawal(ledger, { account: ALICE, token: ETH, amount: amount(4n * UNIT), at: NOW }),
  );
  const { cause } = present(ledger.account(ALICE).entriesOf('withdrawal')[0], 'withdrawal');
  const voided: AccountChainFact = { kind: 'nonce_voided', account: ALICE, nonce: cause.nonce };
  return { ledger, entry, cause, voided };
}
const figures = (ledger: Ledger) => {
  const { usable, pendingWithdrawal } = ledger.account(ALICE).balance(ETH.contract);
  return [usable / UNIT, pendingWithdrawal / UNIT];
};

describe('a withdrawal whose nonce its owner voided', () => {
  it('is released only when the void is final: undone, the withdrawal can still be mined', () => {
    const { ledger, entry, voided } = promised();
    const where = newPlace();
    expect(chain(ledger, ALICE, 'seen', voided, where)).toEqual([]);
    expect(chain(ledger, ALICE, 'undone', voided, where)).toEqual([]);
    expect(figures(ledger)).toEqual([6n, 4n]);
    const [told] = factsOf(chain(ledger, ALICE, 'final', voided, where), 'entryChanged');
    expect(told?.entry).toMatchObject({ id: entry.id, canceled: true, open: false });
    expect(told?.entry.description).toBe('withdrawal, voided by its owner');
    expect(figures(ledger)).toEqual([10n, 0n]);
    // Its deadline releases nothing again.
    expect(passBlockTime(ledger, ALICE, NOW, NOW)).toEqual([]);
  });

  it('leaves other withdrawals alone, and nonces that nothing has', () => {
    const { ledger, cause } = promised();
    for (const nonce of [0, cause.nonce + 1]) {
      expect(chain(ledger, ALICE, 'final', { kind: 'nonce_voided', account: ALICE, nonce })).toEqual([]);
    }
    expect(figures(ledger)).toEqual([6n, 4n]);
  });

  it('goes to blocked while an exit is in force', () => {
    const { ledger, voided } = promised();
    const exit = { kind: 'exit_requested', account: ALICE, token: ETH.contract, effectiveAt: NOW } as const;
    chain(ledger, ALICE, 'seen', exit);
    chain(ledger, ALICE, 'final', voided);
    expect(ledger.account(ALICE).balance(ETH.contract)).toMatchObject({
      ...{ usable: 0n, blocked: 10n * UNIT, pendingWithdrawal: 0n },
    });
  });
});
