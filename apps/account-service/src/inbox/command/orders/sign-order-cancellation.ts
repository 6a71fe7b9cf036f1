import { accountCommands } from '@exchange/contract/bus';
import { type Address, type Hash, ok } from '@exchange/core/kernel';
import { type Order, type OrderCancellation, requestOrderCancellation } from '@exchange/core/ledger';
import { awaitAnswer, tellPendingSettlement } from '../../../awaited/await-answer';
import { authorizeOnRecord } from '../../../login/authority';
import { cancellationFact } from '../../../outbox/views';
import { cancellationOf } from '../../../persistence/ledger-rows';
import { cancellationTable } from '../../../persistence/tables/account-tables';
import type { Records } from '@exchange/platform';
import { findOrderByHash } from '../../query/order';
import { handle, needsGranted } from '../../handle';
import { grantedAccount } from '../../../login/granted-account';

/** What the database has of the order and of an earlier request. */
interface Stored {
  readonly order: Order | undefined;
  readonly cancellation: OrderCancellation | undefined;
}

/** Takes an order out of its book for good; the co-signature that voids it comes when all its trades are final. */
export const signOrderCancellation = handle(accountCommands.signOrderCancellation, {
  needs: needsGranted,

  prepare: (input, deps) => findStored(grantedAccount(input, deps), input.request.hash, deps),

  decide(turn, received, stored) {
    const { request } = received;
    const grant = authorizeOnRecord(turn, received);
    if (!grant.ok) return grant;
    const { account } = grant.value;
    const { hash: asked } = request;
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
    return ok(() => ({ accountSeq: turn.book.accountSeq(account) }));
  },
});

async function findStored(
  account: Address,
  asked: Hash,
  { records }: { readonly records: Records },
): Promise<Stored> {
  const order = await findOrderByHash(account, asked, records);
  const digest = order?.digest ?? asked;
  const [row] = await records.find(cancellationTable, { where: { account, digest } });
  return { order, cancellation: row && cancellationOf(row) };
}
