import type { Command } from './command';
import { TENTHS } from './tenths';

const PAIRS_PER_COST = 10;

/**
 * Cost of a command in tenths of a point; subscribe costs once per started 10 pairs of market and event.
 * @example
 * pointTenths({ c: 'ping' }) // → 1
 */
export function pointTenths(command: Command): number {
  const tenths = TENTHS[command.c];
  if (command.c !== 'subscribe') return tenths;
  const pairs = command.markets.length * command.events.length;
  return tenths * Math.ceil(pairs / PAIRS_PER_COST);
}
