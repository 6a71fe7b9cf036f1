import { accountCommands } from '@exchange/contract/bus';
import { address } from '@exchange/core/kernel';
import { labelDelegate as labelInLedger } from '@exchange/core/ledger';
import { authorizeOwner } from '../../../login/authority';
import { accountSeq, type RequestHandler } from '../../request-handler';
import { grantedAccount } from '../login/granted-account';

/** Changes the label of an own delegate. */
export const labelDelegate: RequestHandler<typeof accountCommands.labelDelegate> = {
  definition: accountCommands.labelDelegate,
  accounts: grantedAccount,

  apply(turn, received) {
    const { definition } = labelDelegate;
    const { incoming, request } = received;
    const grant = authorizeOwner(turn, received);
    if (!grant.ok) return turn.output.refuse(incoming, definition, grant);
    const { account } = grant.value;
    const labeled = labelInLedger(turn.book.ledgerOf(account), {
      ...{ account, delegate: address(request.delegate), label: request.label, at: turn.at },
    });
    if (!labeled.ok) return turn.output.refuse(incoming, definition, labeled);
    turn.output.take(account, labeled.value, request.origin);
    turn.output.reply(incoming, definition, () => ({ accountSeq: accountSeq(turn, account) }));
  },
};
