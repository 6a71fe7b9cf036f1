import { accountCommands } from '@exchange/contract/bus';
import { ok, reject } from '@exchange/core/kernel';
import { forgetSwitch, storeSwitch } from '../../../disconnect/cancel-lost';
import { connectionName } from '../../../disconnect/disconnect-switches';
import { authorize, authorizeOnRecord } from '../../../login/authority';
import { handle, needsGranted } from '../../handle';

const SECONDS_MIN = 5;
const SECONDS_MAX = 600;

/** Sets, changes or (with 0 seconds) takes away what happens to a connection's orders when it is lost. */
export const cancelOnDisconnect = handle(accountCommands.cancelOnDisconnect, {
  needs: needsGranted,

  decide(turn, received) {
    const { request } = received;
    const { seconds } = request;
    // A stranger has no switch to take away, and gets no row for one.
    const grant = seconds === 0 ? authorize(turn, received) : authorizeOnRecord(turn, received);
    if (!grant.ok) return grant;
    if (seconds !== 0 && (seconds < SECONDS_MIN || seconds > SECONDS_MAX)) {
      const wrong = reject('INVALID_FIELD', `seconds must be 0 or from ${SECONDS_MIN} to ${SECONDS_MAX}`);
      return wrong;
    }
    const { account, gateway, connection } = grant.value;
    const via = connectionName(gateway, connection);
    const known = turn.book.switches.get(account, via);
    if (seconds > 0) {
      const adopted = known?.adopted ?? [];
      const setAt = turn.steadyAt;
      storeSwitch(turn, { account, via, seconds, setAt, adopted, fired: false }, setAt);
    } else if (known !== undefined) forgetSwitch(turn, known);
    return ok(() => ({ accountSeq: turn.book.accountSeq(account) }));
  },
});
