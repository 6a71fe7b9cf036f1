import { DefectError } from '@exchange/core/kernel';
import { FencedError } from '../ports';
import { FENCED } from './turn-tables';

/** SQLSTATE classes that no repetition heals: bad data, violated constraint, wrong statement or missing right. */
const DEFECTS = ['22', '23', '42'];

/** SQLSTATE classes of a connection that ended, of one that the server ends, and of a server that lets nobody in. */
const LOST = ['08', '57P'];

/**
 * What passes without anything being done to the service: the connection, resources (full disk, too many connections),
 * a server that stops, starts or recovers, its disk, and one that only reads because another has become the primary.
 */
const OUTAGES = [...LOST, '53', '58', '25006'];

/**
 * What two that change the same schema at once do to each other (class 40; for catalog rows Postgres has no code of its
 * own): init gives rights to tables while a migration drops one. The migration was rolled back, and may begin again.
 */
const isCrossed = (code: string, message: string): boolean =>
  code.startsWith('40') || (code === 'XX000' && message.startsWith('tuple concurrently'));

/** The port's error for one of the driver: fenced, a defect, or else a fault that may be tried again. */
export function databaseError(error: unknown): Error {
  const failure = error instanceof Error ? error : new Error(String(error));
  const code = sqlState(failure);
  if (code === FENCED) return new FencedError(failure.message);
  if (isOneOf(DEFECTS, code)) {
    return new DefectError(`the database refused (${code}): ${failure.message}`, { cause: failure });
  }
  return failure;
}

/** Whether the connection is of no use any more; what was asked may have been done. */
export function isConnectionLost(error: unknown): boolean {
  const code = sqlState(error);
  return code === undefined || isOneOf(LOST, code);
}

/** Whether to try again when a process opens the database; anything else, e.g. a wrong password, is said at once. */
export function isOutage(error: unknown): boolean {
  const code = sqlState(error);
  if (code !== undefined) return isOneOf(OUTAGES, code) || isCrossed(code, messageOf(error));
  return (
    error instanceof Error && (codeOf(error).startsWith('E') || /terminated|timeout/i.test(error.message))
  );
}

/** What the server answered; undefined when it didn't. */
function sqlState(error: unknown): string | undefined {
  const code = codeOf(error);
  return /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('E') ? code : undefined;
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '');

const isOneOf = (classes: readonly string[], code: string | undefined): boolean =>
  code !== undefined && classes.some((each) => code.startsWith(each));
