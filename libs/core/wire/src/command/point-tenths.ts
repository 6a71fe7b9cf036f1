import type { Command } from './command';
import { TENTHS } from './tenths';

const PAIRS_PER_COST = 10;
/** Of what is no command. */
const UNKNOWN_TENTHS = 10;

/**
 * Cost of a command in tenths of a point; subscribe costs once per started 10 pairs of market and event.
 * @example
 * pointTenths({ c: 'ping' }) // → 1
 */
export function pointTenths(command: Command): number {
  const tenths = (TENTHS as Readonly<Record<string, number>>)[command.c] ?? UNKNOWN_TENTHS;
  if (command.c !== 'subscribe') return tenths;
  const pairs = lengthOf(command.markets) * lengthOf(command.events);
  return tenths * Math.ceil(pairs / PAIRS_PER_COST);
}

/** A client may be given anything to send, and leaves it to the server to say what is wrong with it. */
const lengthOf = (given: unknown): number => (Array.isArray(given) ? given.length : 1);
