import { DefectError } from '@exchange/core/kernel';
import { FencedError } from '../ports';
import { FENCED } from './turn-tables';

/** SQLSTATE classes that no repetition heals: bad data, violated constraint, wrong statement or missing right. */
const DEFECTS = ['22', '23', '42'];

/** The port's error for one of the driver: fenced, a defect, or else a fault that may be tried again. */
export function databaseError(error: unknown): Error {
  const failure = error instanceof Error ? error : new Error(String(error));
  const code = 'code' in failure && typeof failure.code === 'string' ? failure.code : '';
  if (code === FENCED) return new FencedError(failure.message);
  if (code.length === 5 && DEFECTS.includes(code.slice(0, 2))) {
    return new DefectError(`the database refused (${code}): ${failure.message}`, { cause: failure });
  }
  return failure;
}
