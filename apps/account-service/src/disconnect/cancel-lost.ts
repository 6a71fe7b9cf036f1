import { requestCancelVia } from '@exchange/core/ledger';
import type { LedgerTurn } from '../ledger-turn';
import { disconnectSwitchTable } from '../persistence/tables/limit-tables';
import type { DisconnectSwitch } from './disconnect-switches';

/**
 * Acts for connections that have been silent for too long: cancels the open orders that were placed through them,
 * unless a newer connection of the account has set its switch since; then that one watches over them.
 */
export function cancelLost(turn: LedgerTurn): void {
  const { book, steadyAt: at } = turn;
  book.switches.tick(at);
  for (const due of book.switches.due(at)) {
    // Loaded for the next tick.
    if (!book.has(due.account)) continue;
    const successor = book.switches.successorOf(due);
    if (successor === undefined) fire(turn, due);
    else handOver(turn, due, successor);
  }
  for (const outdated of book.switches.outdated(at)) forgetSwitch(turn, outdated);
}

/** Stores a switch as it is now. */
export function storeSwitch({ book, output }: LedgerTurn, changed: DisconnectSwitch, heardAt?: number): void {
  book.switches.put(changed, heardAt);
  const { account, via } = changed;
  output.rows.put(disconnectSwitchTable, `${account} ${via}`, { ...changed, adopted: [...changed.adopted] });
}

export function forgetSwitch({ book, output }: LedgerTurn, gone: DisconnectSwitch): void {
  const { account, via } = gone;
  book.switches.remove(gone);
  output.rows.drop(disconnectSwitchTable, `${account} ${via}`, { account, via });
}

function fire(turn: LedgerTurn, due: DisconnectSwitch): void {
  const { account } = due;
  const via = new Set([due.via, ...due.adopted]);
  const facts = requestCancelVia(turn.book.ledgerOf(account), { account, via, at: turn.at });
  turn.output.take(account, facts);
  storeSwitch(turn, { ...due, adopted: [], fired: true });
}

/** Only connections through which something is still open need watching. */
function handOver(turn: LedgerTurn, lost: DisconnectSwitch, successor: DisconnectSwitch): void {
  const open = new Set([...turn.book.account(lost.account).orders.values()].map(({ via }) => via));
  const adopted = new Set([...successor.adopted, lost.via, ...lost.adopted].filter((via) => open.has(via)));
  storeSwitch(turn, { ...successor, adopted: [...adopted] });
  forgetSwitch(turn, lost);
}
