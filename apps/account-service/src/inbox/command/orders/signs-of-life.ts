import { accountCommands } from '@exchange/contract/bus';
import { address } from '@exchange/core/kernel';
import { storeSwitch } from '../../../disconnect/cancel-lost';
import { connectionName } from '../../../disconnect/disconnect-switches';
import type { RequestHandler } from '../../request-handler';

/** A gateway tells which of its watched connections it has heard of, and how long ago. */
export const signsOfLife: RequestHandler<typeof accountCommands.signsOfLife> = {
  definition: accountCommands.signsOfLife,
  accounts: () => [],

  apply(turn, { incoming, request, sender }) {
    for (const { account, connection, silentMs } of request.connections) {
      const via = connectionName(sender, connection);
      const armed = turn.book.switches.heard(address(account), via, turn.at - silentMs);
      if (armed !== undefined) storeSwitch(turn, armed);
    }
    turn.output.reply(incoming, signsOfLife.definition, () => ({}));
  },
};
