import { accountCommands } from '@exchange/contract/bus';
import { orderId, reject } from '@exchange/core/kernel';
import { requestCancel } from '@exchange/core/ledger';
import { authorize } from '../../login/authority';
import { accountSeq, type RequestHandler } from '../request-handler';
import { grantedAccount } from './granted-account';

/** Asks the book to cancel one own order, by id or cid; the engine's decision answers it. */
export const cancelOrder: RequestHandler<typeof accountCommands.cancelOrder> = {
  definition: accountCommands.cancelOrder,
  accounts: grantedAccount,

  apply(turn, received) {
    const { definition } = cancelOrder;
    const { incoming, request } = received;
    const grant = authorize(turn, received);
    if (!grant.ok) return turn.output.refuse(incoming, definition, grant);
    const choice = choiceOf(request.id, request.cid);
    if (choice === undefined) {
      return turn.output.refuse(
        incoming,
        definition,
        reject('INVALID_FIELD', 'give exactly one of id and cid'),
      );
    }
    const { account } = grant.value;
    const facts = requestCancel(turn.book.ledgerOf(account), {
      account,
      choice,
      reason: 'owner',
      at: turn.at,
    });
    if (!facts.ok) return turn.output.refuse(incoming, definition, facts);
    turn.output.take(account, facts.value, request.origin);
    turn.output.reply(incoming, definition, () => ({ accountSeq: accountSeq(turn, account) }));
  },
};

function choiceOf(id: number | undefined, cid: number | undefined) {
  if (id !== undefined && cid === undefined) return { id: orderId(id) };
  return cid !== undefined && id === undefined ? { cid } : undefined;
}
