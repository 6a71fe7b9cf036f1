import { ExchangeError } from '@exchange/client';
import { refusals } from '../text/refusals';

/** What a person is told of something that was refused or failed. */
export interface ToldRefusal {
  readonly code: string;
  /** What to do. */
  readonly sentence: string;
  /** What the exchange, or whatever failed, said itself; it names figures. */
  readonly detail: string;
}

/** What to tell of an error, whatever it is. */
export function refusalOf(error: unknown): ToldRefusal {
  if (!(error instanceof ExchangeError)) {
    const detail = error instanceof Error ? error.message : String(error);
    return { code: 'UNKNOWN_ERROR', sentence: refusals.UNKNOWN_ERROR, detail };
  }
  const { code } = error;
  const known: Readonly<Partial<Record<string, string>>> = refusals;
  const detail = error.message.startsWith(`${code}: `) ? error.message.slice(code.length + 2) : error.message;
  return { code, sentence: known[code] ?? refusals.UNKNOWN_ERROR, detail };
}
