import type { CommandOf } from './command';

/**
 * The first option of an order that doesn't work yet, or undefined: limit orders with cid and rebateToken do.
 * An option that says what holds anyway (`hidden: false`, a bool as timeInForce) is none.
 */
export function unavailableOption(order: CommandOf<'placeOrder'>): string | undefined {
  if (typeof order.timeInForce === 'number') return 'timeInForce';
  const flags = ['hidden', 'postOnly', 'immediateOrCancel', 'fillOrKill'] as const;
  const texts = ['stopRate', 'peggedTo', 'peggedRate', 'buyBookAmount', 'sellBookAmount'] as const;
  return flags.find((name) => order[name] === true) ?? texts.find((name) => order[name] !== undefined);
}
