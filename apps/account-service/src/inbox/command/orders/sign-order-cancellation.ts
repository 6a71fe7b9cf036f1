import { accountCommands } from '@exchange/contract/bus';
import { type Address, type Hash, hash } from '@exchange/core/kernel';
import { type Order, type OrderCancellation, requestOrderCancellation } from '@exchange/core/ledger';
import { awaitAnswer, tellPendingSettlement } from '../../../awaited/await-answer';
import { authorizeOnRecord } from '../../../login/authority';
import { cancellationFact } from '../../../outbox/views';
import { cancellationOf } from '../../../persistence/ledger-rows';
import { cancellationTable } from '../../../persistence/tables/account-tables';
import type { LedgerContext } from '../../../ledger-context';
import { findOrderByHash } from '../../query/order';
import { accountSeq, type RequestHandler } from '../../request-handler';
import { grantedAccount } from '../login/granted-account';

/** What the database has of the order and of an earlier request. */
interface Stored {
  readonly order: Order | undefined;
  readonly cancellation: OrderCancellation | undefined;
}

/** Takes an order out of its book for good; the co-signature that voids it comes when all its trades are final. */
export const signOrderCancellation: RequestHandler<typeof accountCommands.signOrderCancellation, Stored> = {
  definition: accountCommands.signOrderCancellation,
  accounts: grantedAccount,

  async prepare(request, context, sender) {
    const [account] = grantedAccount(request, context, sender);
    if (account === undefined) return { order: undefined, cancellation: undefined };
    return findStored(account, hash(request.hash), context);
  },

  apply(turn, received, stored) {
    const { definition } = signOrderCancellation;
    const { incoming, request } = received;
    const grant = authorizeOnRecord(turn, received);
    if (!grant.ok) return turn.output.refuse(incoming, definition, grant);
    const { account } = grant.value;
    const asked = hash(request.hash);
    const order = turn.book.account(account).orderOfHash(asked) ?? stored.order;
    const { state, cancellation, facts } = requestOrderCancellation(turn.book.ledgerOf(account), {
      account,
      // One that was never sent here is taken for what the contract knows an order by; placeOrder looks for both forms.
      digest: order?.digest ?? asked,
      hash: order?.hash ?? asked,
      isPlaced: order !== undefined,
      earlier: stored.cancellation,
      at: turn.at,
    });
    turn.output.take(account, facts);
    if (state === 'signed') {
      turn.output.tell(account, [cancellationFact(cancellation)], request.origin);
    } else {
      awaitAnswer(turn, account, request.origin, { kind: 'cancellation', digest: cancellation.digest });
      tellPendingSettlement(turn, account);
    }
    turn.output.reply(incoming, definition, () => ({ accountSeq: accountSeq(turn, account) }));
  },
};

async function findStored(account: Address, asked: Hash, context: LedgerContext): Promise<Stored> {
  const order = await findOrderByHash(account, asked, context);
  const digest = order?.digest ?? asked;
  const [row] = await context.database.find(cancellationTable, { where: { account, digest } });
  return { order, cancellation: row && cancellationOf(row) };
}
