import type { Address } from '@exchange/core/kernel';
import { awaitsSettlement } from '@exchange/core/ledger';
import type { AccountFact, Origin } from '@exchange/core/message';
import type { LedgerTurn } from '../ledger-turn';
import { type Awaits, ordersToSettle } from './awaited-commands';
import { dropAwaited, storeAwaited } from './awaited-rows';

/** Told while trades that a co-signature would void are not final (docs/interface, voiding signatures). */
const PENDING_SETTLEMENT: AccountFact = { kind: 'message', text: 'pending settlement' };

/**
 * Remembers a command until what it waits for has come, also over restarts: only that carries its rid (docs/interface,
 * order of packets).
 */
export function awaitAnswer(
  { book, output }: LedgerTurn,
  account: Address,
  origin: Origin,
  awaits: Awaits,
): void {
  const command = { account, origin, awaits, told: false };
  const forgotten = book.awaited.add(command);
  storeAwaited(output.rows, command);
  if (forgotten !== undefined) dropAwaited(output.rows, forgotten);
}

/** Tells who waits for a co-signature, once, that trades must settle first; only if there are such trades. */
export function tellPendingSettlement({ book, output }: LedgerTurn, account: Address): void {
  for (const command of book.awaited.of(account)) {
    const orders = ordersToSettle(command.awaits);
    if (command.told || orders === undefined || !awaitsSettlement(book.account(account), orders)) continue;
    output.tellInterim(account, [PENDING_SETTLEMENT], command.origin);
    command.told = true;
    storeAwaited(output.rows, command);
  }
}
