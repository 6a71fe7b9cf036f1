import { accountCommands } from '@exchange/contract/bus';
import { ok, reject } from '@exchange/core/kernel';
import { groupsNow } from '../../groups/groups-now';
import { accountGroupTable } from '../../persistence/tables/group-tables';
import { handle } from '../handle';

/** Gives this group to another process that lives: by the end of the turn nothing more is taken here. */
export const moveGroup = handle(accountCommands.moveGroup, {
  prepare: (_, { records, leases }) => groupsNow(records, leases),

  decide({ book, output }, { request: { group: name, to } }, { groups, processes }) {
    if (name !== book.group.name)
      return reject('INVALID_FIELD', `this is the partition of group ${book.group.name}`);
    if (!processes.includes(to)) {
      return reject('INVALID_FIELD', `no process ${to} lives; there are ${processes.join(', ')}`);
    }
    const known = groups.find((one) => one.name === name);
    output.rows.put(accountGroupTable, name, { name, process: to });
    if (known?.holder !== to) book.movesTo = to;
    return ok(() => ({}));
  },
});
