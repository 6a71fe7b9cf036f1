import { operatorCommands } from '@exchange/contract/bus';
import { ok } from '@exchange/core/kernel';
import { groupsNow } from '../../groups/groups-now';
import { handle } from '../handle';

/** Which groups there are, and which process has which. */
export const groupsQuery = handle(operatorCommands.groupsQuery, {
  prepare: (_, { records, leases }) => groupsNow(records, leases),

  decide: (_turn, _received, now) => ok(() => now),
});
