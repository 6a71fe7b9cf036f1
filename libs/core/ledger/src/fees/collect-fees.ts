import {
  type Address,
  amount,
  ok,
  reject,
  type Result,
  type TokenAmount,
  wholeTokens,
} from '@exchange/core/kernel';
import { plainChange } from '../account/entry';
import type { Fact } from '../fact';
import { Journal } from '../journal';
import type { Ledger } from '../ledger';
import type { TokenRules } from '../account/listing';
import { openEntry } from '../account/open-entry';

/** Fees that the collector's account wants to withdraw. `at`: Unix ms. */
export interface CollectFees {
  readonly account: Address;
  readonly token: TokenRules;
  /** What the account must have usable. */
  readonly needed: TokenAmount;
  /** What the collector owns in the contract and has promised to nobody (freeFees). */
  readonly free: TokenAmount;
  readonly at: number;
}

/**
 * Makes fees usable by the collector's own account: as much of what was collected, settled and not promised as the
 * account lacks. Fees are the pool's until then, so that rebates can come from them. Refused with
 * INSUFFICIENT_BALANCE when both together don't suffice; then nothing changed.
 */
export function collectFees(ledger: Ledger, input: CollectFees): Result<readonly Fact[]> {
  const { token, needed, free, at } = input;
  const account = ledger.account(input.account);
  const { usable } = account.balance(token.contract);
  // A withdrawal that is refused anyway takes nothing: in an exit it would go to blocked, and be lacking again.
  const mayLeave = !account.record.frozen && !account.exits.has(token.contract);
  if (!mayLeave || usable >= needed) return ok([]);
  const lacking = amount(needed - usable);
  if (lacking > free) {
    const shown = (value: bigint) => `${wholeTokens(value, token.decimals)} ${token.symbol}`;
    const message = `${shown(usable)} usable and ${shown(free)} of fees free, ${shown(needed)} needed`;
    return reject('INSUFFICIENT_BALANCE', message);
  }
  const journal = new Journal(ledger, account, at);
  const { contract } = token;
  const cause = { kind: 'deposit', place: `fees ${ledger.ids.entries + 1}` } as const;
  const entry = openEntry(journal, cause, {
    changes: [plainChange(contract, lacking)],
    applied: [[1, 1, -1]],
    description: 'collected fees',
    open: false,
  });
  journal.post({ kind: 'entry', id: entry.id }, [
    journal.line(contract, account.creditBucket(contract), lacking),
    journal.line(contract, 'settled', lacking),
    { owner: 'collector', token: contract, bucket: 'total', amount: -lacking },
    { owner: 'collector', token: contract, bucket: 'settled', amount: -lacking },
  ]);
  return ok(journal.close());
}
