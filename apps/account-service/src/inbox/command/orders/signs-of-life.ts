import { accountCommands } from '@exchange/contract/bus';
import { ok } from '@exchange/core/kernel';
import { storeSwitch } from '../../../disconnect/cancel-lost';
import { connectionName } from '../../../disconnect/disconnect-switches';
import { handle } from '../../handle';

/** A gateway tells which of its watched connections it has heard of, and how long ago. */
export const signsOfLife = handle(accountCommands.signsOfLife, {
  decide(turn, { request, sender }) {
    for (const { account, connection, silentMs } of request.connections) {
      const via = connectionName(sender, connection);
      const armed = turn.book.switches.heard(account, via, turn.steadyAt - silentMs);
      if (armed !== undefined) storeSwitch(turn, armed);
    }
    return ok(() => ({ ...turn.book.group.said }));
  },
});
