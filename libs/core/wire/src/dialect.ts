import { ok, reject, type Result } from '@exchange/core/kernel';
import { shown } from './command/read-field';
import type { EventNaming } from './packet';

/** Unit of a bar's TIMESTAMP. */
export type BarTime = 'ms' | 'seconds';

/** Whether books come line by line, or with a sequence and a checksum. */
export type BookForm = 'plain' | 'sequenced';

/** How a connection wants to be written to: what its address appended to the path (docs/interface, websocket). */
export interface Dialect {
  readonly naming: EventNaming;
  readonly barTime: BarTime;
  readonly books: BookForm;
}

/** What holds for an address that appends nothing: the seed. */
export const SEED_DIALECT: Dialect = { naming: 'seed', barTime: 'ms', books: 'plain' };

const PARAMETERS = { events: 'distinct', bars: 'seconds', books: 'sequenced' } as const;

/**
 * Reads the query of a connection's address. INVALID_FIELD for another value of a known parameter, and for one that
 * stands there twice; unknown parameters are ignored.
 */
export function readDialect(query: string): Result<Dialect> {
  const given = new URLSearchParams(query);
  for (const [name, only] of Object.entries(PARAMETERS)) {
    const values = given.getAll(name);
    if (values.length > 1) return reject('INVALID_FIELD', `${name} must be given once`);
    if (values.length === 1 && values[0] !== only) {
      return reject('INVALID_FIELD', `${name} must be ${only} or be left out, not ${shown(values[0] ?? '')}`);
    }
  }
  return ok({
    naming: given.has('events') ? 'distinct' : 'seed',
    barTime: given.has('bars') ? 'seconds' : 'ms',
    books: given.has('books') ? 'sequenced' : 'plain',
  });
}
