import { type AccountFact, NO_OPEN_ORDERS } from '@exchange/contract/bus';
import { type Address, address, type OrderId } from '@exchange/core/kernel';
import { awaitsSettlement, type Fact } from '@exchange/core/ledger';
import type { Origin } from '@exchange/core/message';
import type { AccountBook } from '../accounts/account-book';
import type { LedgerTurn } from '../ledger-turn';
import type { RowCollector } from '../outbox/row-collector';
import { type AwaitedCommandRow, awaitedCommandTable } from '../persistence/tables/awaited-table';
import { type AwaitedCommand, type Awaits, ordersToSettle } from './awaited-commands';

/** Told while trades that a co-signature would void are not final (docs/interface, voiding signatures). */
const PENDING_SETTLEMENT: AccountFact = { kind: 'message', text: 'pending settlement' };
const NOTHING_CANCELED: AccountFact = { kind: 'message', text: NO_OPEN_ORDERS };

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
  store(output.rows, command);
  if (forgotten !== undefined) drop(output.rows, forgotten);
}

/** Tells who waits for a co-signature, once, that trades must settle first; only if there are such trades. */
export function tellPendingSettlement({ book, output }: LedgerTurn, account: Address): void {
  for (const command of book.awaited.of(account)) {
    const orders = ordersToSettle(command.awaits);
    if (command.told || orders === undefined || !awaitsSettlement(book.account(account), orders)) continue;
    output.tellInterim(account, [PENDING_SETTLEMENT], command.origin);
    command.told = true;
    store(output.rows, command);
  }
}

/** Which commands a fact answers, and what is said to those that it leaves without any other answer. */
export function hearFact(
  rows: RowCollector,
  { awaited }: AccountBook,
  account: Address,
  fact: Fact,
): { readonly answered: Origin[]; readonly messages: readonly (readonly [AccountFact, Origin])[] } {
  const answered: Origin[] = [];
  const messages: [AccountFact, Origin][] = [];
  for (const { command, answers, isLast } of awaited.hear(account, fact)) {
    if (answers) answered.push(command.origin);
    else if (isLast && !command.told) messages.push([NOTHING_CANCELED, command.origin]);
    if (isLast) {
      drop(rows, command);
    } else if (answers && !command.told) {
      command.told = true;
      store(rows, command);
    }
  }
  return { answered, messages };
}

function store(rows: RowCollector, command: AwaitedCommand): void {
  const { account, origin, awaits, told } = command;
  const { rid = null, ...connection } = origin;
  rows.put(awaitedCommandTable, keyOf(command), {
    account,
    ...connection,
    rid,
    awaits: awaits.kind === 'cancels' ? { ...awaits, orders: [...awaits.orders] } : awaits,
    told,
  });
}

function drop(rows: RowCollector, command: AwaitedCommand): void {
  const { account, origin } = command;
  const { gateway, connection, command: number } = origin;
  rows.drop(awaitedCommandTable, keyOf(command), { account, gateway, connection, command: number });
}

const keyOf = ({ account, origin: { gateway, connection, command } }: AwaitedCommand): string =>
  `${account} ${gateway}/${connection}/${command}`;

/** A stored command, for its account's orders that are still open. */
export function awaitedCommandOf(
  row: AwaitedCommandRow,
  isOpen: (order: OrderId) => boolean,
): AwaitedCommand {
  const { account, gateway, connection, command, rid, told } = row;
  const awaits = row.awaits as Exclude<Awaits, { kind: 'cancels' }> | { kind: 'cancels'; orders: OrderId[] };
  return {
    account: address(account),
    origin: { gateway, connection, command, ...(rid === null ? {} : { rid }) },
    awaits: awaits.kind === 'cancels' ? { ...awaits, orders: new Set(awaits.orders.filter(isOpen)) } : awaits,
    told,
  };
}
