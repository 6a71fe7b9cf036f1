import { accountCommands } from '@exchange/contract/bus';
import type { CommandOf } from '@exchange/core/wire';
import type { CommandTurn } from '../command-turn';
import { readSignedOrder } from './signed-order';

/** placeOrder: orderStatus and balanceStatus come as notices, then what the engine decides. */
export function placeOrder(command: CommandOf<'placeOrder'>, turn: CommandTurn): void {
  const order = readSignedOrder(command, turn.edge);
  if (!order.ok) turn.refuse(order);
  else turn.carryOut(accountCommands.placeOrder, { ...turn.authority, ...order.value });
}
