import { accountCommands } from '@exchange/contract/bus';
import { hash, orderId } from '@exchange/core/kernel';
import { requestCancel } from '@exchange/core/ledger';
import { authorize } from '../../../login/authority';
import { accountSeq, type RequestHandler } from '../../request-handler';
import { grantedAccount } from '../login/granted-account';

/** Asks the book to cancel one own order, by id, cid or either hash; the engine's decision answers it. */
export const cancelOrder: RequestHandler<typeof accountCommands.cancelOrder> = {
  definition: accountCommands.cancelOrder,
  accounts: grantedAccount,

  apply(turn, received) {
    const { definition } = cancelOrder;
    const { incoming, request } = received;
    const grant = authorize(turn, received);
    if (!grant.ok) return turn.output.refuse(incoming, definition, grant);
    const { account } = grant.value;
    const facts = requestCancel(turn.book.ledgerOf(account), {
      account,
      name: {
        id: request.id === undefined ? undefined : orderId(request.id),
        cid: request.cid,
        hash: request.hash === undefined ? undefined : hash(request.hash),
      },
      reason: 'owner',
      at: turn.at,
    });
    if (!facts.ok) return turn.output.refuse(incoming, definition, facts);
    turn.output.take(account, facts.value, request.origin);
    turn.output.reply(incoming, definition, () => ({ accountSeq: accountSeq(turn, account) }));
  },
};
