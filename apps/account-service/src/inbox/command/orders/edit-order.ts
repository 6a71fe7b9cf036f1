import { accountCommands, type RequestOf } from '@exchange/contract/bus';
import { type Address, ok, ZERO_AMOUNT } from '@exchange/core/kernel';
import { editOrder as editInLedger, type EditOrder } from '@exchange/core/ledger';
import { settlementFee } from '../../../fees/gas-cost';
import { authorize } from '../../../login/authority';
import { handle, needsGranted } from '../../handle';
import type { LedgerTurn } from '../../../ledger-turn';

type Request = RequestOf<typeof accountCommands.editOrder>;

/** Asks the book to change one own order, with a hold that covers both what it is and what it shall be. */
export const editOrder = handle(accountCommands.editOrder, {
  needs: needsGranted,

  decide(turn, received) {
    const { request } = received;
    const grant = authorize(turn, received);
    if (!grant.ok) return grant;
    const { account } = grant.value;
    const facts = editInLedger(turn.book.ledgerOf(account), editOf(turn, account, request));
    if (!facts.ok) return facts;
    // Only what the engine decides answers the command: what the hold takes is told like any other change.
    const isForBook = ({ kind }: { kind: string }) => kind === 'marketInput';
    turn.output.take(
      account,
      facts.value.filter((fact) => !isForBook(fact)),
    );
    turn.output.take(account, facts.value.filter(isForBook), request.origin);
    return ok(() => ({ accountSeq: turn.book.accountSeq(account) }));
  },
});

function editOf(turn: LedgerTurn, account: Address, request: Request): EditOrder {
  const { id, cid } = request;
  const open = turn.book.account(account);
  const order = id === undefined ? open.orderOfCid(cid ?? 0) : open.orders.get(id);
  return {
    ...request,
    account,
    settlementFee: (order && settlementFee(turn, order.signed.terms.buyToken)) ?? ZERO_AMOUNT,
    at: turn.at,
  };
}
