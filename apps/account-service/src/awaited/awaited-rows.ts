import { address, type OrderId } from '@exchange/core/kernel';
import type { RowCollector } from '../outbox/row-collector';
import { type AwaitedCommandRow, awaitedCommandTable } from '../persistence/tables/awaited-table';
import type { AwaitedCommand, Awaits } from './awaited-commands';

/** Keeps a command that waits for its answer. */
export function storeAwaited(rows: RowCollector, command: AwaitedCommand): void {
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

/** Forgets a command that needs no answer any more. */
export function dropAwaited(rows: RowCollector, command: AwaitedCommand): void {
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
