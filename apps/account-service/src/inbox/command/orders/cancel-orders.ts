import { accountCommands } from '@exchange/contract/bus';
import { ok, reject } from '@exchange/core/kernel';
import { requestCancelAll } from '@exchange/core/ledger';
import { awaitAnswer } from '../../../awaited/await-answer';
import { authorize } from '../../../login/authority';
import { handle, needsGranted } from '../../handle';

/**
 * Asks the books to cancel all own orders, or those of one market; `orders` says how many will end, also of those asked
 * before. The orders that end canceled are the answer; when all of them have ended otherwise, a message says that none
 * was open.
 */
export const cancelOrders = handle(accountCommands.cancelOrders, {
  needs: needsGranted,

  decide(turn, received) {
    const { request } = received;
    const grant = authorize(turn, received);
    if (!grant.ok) return grant;
    if (request.market !== undefined && turn.book.listing.market(request.market) === undefined) {
      return reject('UNKNOWN_MARKET', `${request.market} is not listed`);
    }
    const { account } = grant.value;
    const { market } = request;
    const { orders, facts } = requestCancelAll(turn.book.ledgerOf(account), { account, market, at: turn.at });
    // Without the origin: an order that has ended meanwhile is skipped, and is no refusal of the command.
    turn.output.take(account, facts);
    if (orders.size > 0) {
      awaitAnswer(turn, account, request.origin, { kind: 'cancels', orders: new Set(orders) });
    }
    return ok(() => ({
      accountSeq: turn.book.accountSeq(account),
      orders: orders.size,
      endTold: true,
    }));
  },
});
