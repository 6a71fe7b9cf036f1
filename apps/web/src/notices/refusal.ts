import { ExchangeError } from '@exchange/client';
import { refusals } from '../text/refusals';
import { waysText } from '../text/ways';
import { walletProblem } from '../wallet/wallet-problem';

/** What a person is told of something that was refused or failed. */
export interface ToldRefusal {
  readonly code: string;
  /** What to do. */
  readonly sentence: string;
  /** What the exchange, or whatever failed, said itself; it names figures. */
  readonly detail: string;
}

/** What to tell of an error, whatever it is: a refusal of the exchange, of a wallet, or something unexpected. */
export function refusalOf(error: unknown): ToldRefusal {
  if (error instanceof ExchangeError) {
    const { code } = error;
    const known: Readonly<Partial<Record<string, string>>> = refusals;
    const detail = error.message.startsWith(`${code}: `)
      ? error.message.slice(code.length + 2)
      : error.message;
    return { code, sentence: known[code] ?? refusals.UNKNOWN_ERROR, detail };
  }
  const detail = messageIn(error);
  const kind = walletProblem(error);
  return kind === 'failed'
    ? { code: 'UNKNOWN_ERROR', sentence: refusals.UNKNOWN_ERROR, detail }
    : { code: kind, sentence: waysText.problem[kind], detail: '' };
}

/** Wallets throw objects that are no errors. */
const messageIn = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error);
