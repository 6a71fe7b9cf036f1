import { operatorCommands } from '@exchange/contract/bus';
import { ok, reject } from '@exchange/core/kernel';
import { groupsNow } from '../../groups/groups-now';
import { accountGroupTable } from '../../persistence/tables/group-tables';
import { ordered } from '../../operator/ordered';

/** Gives this group to another process that lives: by the end of the turn nothing more is taken here. */
export const moveGroup = ordered(operatorCommands.moveGroup, {
  prepare: (_, { records, leases }) => groupsNow(records, leases),

  plan({ group }, { group: name, to }, { groups, processes }) {
    if (name !== group.name) return reject('INVALID_FIELD', `this is the partition of group ${group.name}`);
    if (!processes.includes(to)) {
      return reject('INVALID_FIELD', `no process ${to} lives; there are ${processes.join(', ')}`);
    }
    const known = groups.find((one) => one.name === name);
    const before = known?.holder ?? 'nobody';
    const effects = [
      ...(before === to ? [] : [{ what: 'held by', of: name, before, after: to }]),
      ...(known?.process === to
        ? []
        : [{ what: 'meant for', of: name, before: known?.process || 'any', after: to }]),
    ];
    return ok({ effects, change: { name, to, moves: before !== to } });
  },

  apply({ book, output }, { name, to, moves }) {
    output.rows.put(accountGroupTable, name, { name, process: to });
    if (moves) book.movesTo = to;
  },
});
