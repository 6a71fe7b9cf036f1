import {
  type Address,
  type EntryId,
  type Hash,
  ok,
  reject,
  type Result,
  type TradeId,
} from '@exchange/core/kernel';
import type { Fact } from '../fact';
import { Journal } from '../journal';
import type { Ledger } from '../ledger';
import { changeEntry } from '../account/open-entry';

/** The entry of a trade, or an entry by its id. */
export type EntryChoice = { readonly tradeId: TradeId } | { readonly entryId: EntryId };

/**
 * Shows a transaction that was sent for an open entry, until one that carries it is mined (seed:
 * withdrawalTransaction). INVALID_FIELD when the account has no such open entry. `at`: Unix ms.
 */
export function noteTransaction(
  ledger: Ledger,
  input: {
    readonly account: Address;
    readonly choice: EntryChoice;
    readonly transaction: Hash;
    readonly at: number;
  },
): Result<readonly Fact[]> {
  const account = ledger.account(input.account);
  const { choice } = input;
  const entry =
    'tradeId' in choice ? account.tradeEntry(choice.tradeId) : account.entries.get(choice.entryId);
  if (entry === undefined) return reject('INVALID_FIELD', 'id must be that of an open ledger entry');
  if (entry.blockNumber !== null) return ok([]);
  const journal = new Journal(ledger, account, input.at);
  changeEntry(journal, entry, { transaction: input.transaction });
  return ok(journal.close());
}
