import type { Command, CommandName, CommandOf } from '@exchange/core/wire';

/** What may need the funds or the cid that a cancel frees. */
const TAKING: ReadonlySet<CommandName> = new Set([
  'placeOrder',
  'editOrder',
  'signWithdrawal',
  'submitWithdrawal',
]);

/**
 * Whether a command waits until an earlier one of its connection, whose handler gave a promise, is done
 * (docs/interface/websocket.md, order of packets). Undefined stands for what can't be read.
 */
export function waitsFor(earlier: Command, command: Command | undefined): boolean {
  switch (earlier.c) {
    case 'cancelOrder':
    case 'cancelOrders':
      return command !== undefined && TAKING.has(command.c);
    case 'editOrder':
      return command?.c === 'editOrder' && mayBeOneOrder(earlier, command);
    default:
      return true;
  }
}

/** An id and a cid may name the same order; whoever gives both or none is refused anyway. */
function mayBeOneOrder(one: CommandOf<'editOrder'>, other: CommandOf<'editOrder'>): boolean {
  if (one.id !== undefined && other.id !== undefined) return one.id === other.id;
  if (one.cid !== undefined && other.cid !== undefined) return one.cid === other.cid;
  return true;
}
