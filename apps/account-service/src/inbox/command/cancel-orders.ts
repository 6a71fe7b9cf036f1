import { accountCommands } from '@exchange/contract/bus';
import { marketId, reject } from '@exchange/core/kernel';
import { requestCancelAll } from '@exchange/core/ledger';
import { authorize } from '../../login/authority';
import { accountSeq, type RequestHandler } from '../request-handler';
import { grantedAccount } from './granted-account';

/** Asks the books to cancel all own orders, or those of one market; `orders` says how many were asked. */
export const cancelOrders: RequestHandler<typeof accountCommands.cancelOrders> = {
  definition: accountCommands.cancelOrders,
  accounts: grantedAccount,

  apply(turn, received) {
    const { definition } = cancelOrders;
    const { incoming, request } = received;
    const grant = authorize(turn, received);
    if (!grant.ok) return turn.output.refuse(incoming, definition, grant);
    if (request.market !== undefined && turn.book.listing.market(request.market) === undefined) {
      const unknown = reject('UNKNOWN_MARKET', `${request.market} is not listed`);
      return turn.output.refuse(incoming, definition, unknown);
    }
    const { account } = grant.value;
    const market = request.market === undefined ? undefined : marketId(request.market);
    const facts = requestCancelAll(turn.book.ledgerOf(account), { account, market, at: turn.at });
    const orders = facts.filter((fact) => fact.kind === 'marketInput').length;
    turn.output.take(account, facts, request.origin);
    turn.output.reply(incoming, definition, () => ({ accountSeq: accountSeq(turn, account), orders }));
  },
};
