import { accountCommands } from '@exchange/contract/bus';
import { address } from '@exchange/core/kernel';
import { announceDelegate as announceInLedger } from '@exchange/core/ledger';
import { authorizeOnRecord } from '../../../login/authority';
import { accountSeq, type RequestHandler } from '../../request-handler';
import { grantedAccount } from '../login/granted-account';

/** Shows a delegate that is about to be made; it gets no rights by that. */
export const announceDelegate: RequestHandler<typeof accountCommands.announceDelegate> = {
  definition: accountCommands.announceDelegate,
  accounts: grantedAccount,

  apply(turn, received) {
    const { definition } = announceDelegate;
    const { incoming, request } = received;
    const grant = authorizeOnRecord(turn, received);
    if (!grant.ok) return turn.output.refuse(incoming, definition, grant);
    const { account } = grant.value;
    const delegate = address(request.delegate);
    const { label, isTradingLogin } = request;
    const owner = turn.book.directory.accountOf(delegate);
    const announced = announceInLedger(turn.book.ledgerOf(account), {
      ...{ account, delegate, label, isTradingLogin, owner, at: turn.at },
    });
    if (!announced.ok) return turn.output.refuse(incoming, definition, announced);
    turn.output.take(account, announced.value, request.origin);
    turn.output.reply(incoming, definition, () => ({ accountSeq: accountSeq(turn, account) }));
  },
};
