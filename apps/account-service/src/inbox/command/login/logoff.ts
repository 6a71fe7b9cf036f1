import { accountCommands } from '@exchange/contract/bus';
import { authorize } from '../../../login/authority';
import { voidSession } from '../../../login/open-session';
import { accountSeq, type RequestHandler } from '../../request-handler';
import { grantedAccount } from './granted-account';

/** Ends the account's session id; the gateway unbinds its connection. */
export const logoff: RequestHandler<typeof accountCommands.logoff> = {
  definition: accountCommands.logoff,
  accounts: grantedAccount,

  apply(turn, received) {
    const { definition } = logoff;
    const grant = authorize(turn, received);
    if (!grant.ok) return turn.output.refuse(received.incoming, definition, grant);
    const { account, delegate } = grant.value;
    if (delegate === null) voidSession(turn, account);
    turn.output.reply(received.incoming, definition, () => ({ accountSeq: accountSeq(turn, account) }));
  },
};
