import { operatorQueries } from '@exchange/contract/bus';
import { ok, reject } from '@exchange/core/kernel';
import { type Entry, hasCause } from '@exchange/core/ledger';
import { entryView } from '../../outbox/views';
import { entryOf } from '../../persistence/ledger-rows';
import { entryTable } from '../../persistence/tables/entry-table';
import { handle } from '../handle';

/** A ledger entry of whomever, as it is stored. */
export const anyEntryQuery = handle(operatorQueries.anyEntryQuery, {
  async prepare({ request: { id } }, { records }) {
    const [row] = await records.find(entryTable, { where: { id }, limit: 1 });
    return row && entryOf(row);
  },

  decide({ book: { listing } }, { request: { id } }, entry) {
    if (entry === undefined)
      return reject('UNKNOWN_ENTRY', `there is no ledger entry ${id}, or it was archived`);
    return ok(() => ({
      ...{ account: entry.account, entry: entryView(entry, listing), open: entry.open },
      ...withdrawalOf(entry),
    }));
  },
});

function withdrawalOf(entry: Entry) {
  if (!hasCause(entry, 'withdrawal')) return {};
  const { by, nonce, deadline, signature, fee } = entry.cause;
  return { withdrawal: { by, nonce, deadline, signed: signature !== null, fee } };
}
