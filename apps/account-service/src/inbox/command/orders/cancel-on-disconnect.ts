import { accountCommands } from '@exchange/contract/bus';
import { reject } from '@exchange/core/kernel';
import { forgetSwitch, storeSwitch } from '../../../disconnect/cancel-lost';
import { connectionName } from '../../../disconnect/disconnect-switches';
import { authorize } from '../../../login/authority';
import { accountSeq, type RequestHandler } from '../../request-handler';
import { grantedAccount } from '../login/granted-account';

const SECONDS_MIN = 5;
const SECONDS_MAX = 600;

/** Sets, changes or (with 0 seconds) takes away what happens to a connection's orders when it is lost. */
export const cancelOnDisconnect: RequestHandler<typeof accountCommands.cancelOnDisconnect> = {
  definition: accountCommands.cancelOnDisconnect,
  accounts: grantedAccount,

  apply(turn, received) {
    const { definition } = cancelOnDisconnect;
    const { incoming, request } = received;
    const grant = authorize(turn, received);
    if (!grant.ok) return turn.output.refuse(incoming, definition, grant);
    const { seconds } = request;
    if (seconds !== 0 && (seconds < SECONDS_MIN || seconds > SECONDS_MAX)) {
      const wrong = reject('INVALID_FIELD', `seconds must be 0 or from ${SECONDS_MIN} to ${SECONDS_MAX}`);
      return turn.output.refuse(incoming, definition, wrong);
    }
    const { account, gateway, connection } = grant.value;
    const via = connectionName(gateway, connection);
    const known = turn.book.switches.get(account, via);
    if (seconds > 0) {
      const adopted = known?.adopted ?? [];
      storeSwitch(turn, { account, via, seconds, setAt: turn.at, adopted, fired: false }, turn.at);
    } else if (known !== undefined) forgetSwitch(turn, known);
    turn.output.reply(incoming, definition, () => ({ accountSeq: accountSeq(turn, account) }));
  },
};
