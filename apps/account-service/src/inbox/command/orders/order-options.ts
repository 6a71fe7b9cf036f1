import type { accountCommands, RequestOf } from '@exchange/contract/bus';
import { ok, parseAmount, rateKey, type Result, type TokenAmount } from '@exchange/core/kernel';
import type { Peg } from '@exchange/core/message';

/** An amount that a client may leave out. */
export const parseOptionalAmount = (
  text: string | undefined,
  field: string,
): Result<TokenAmount | undefined> => (text === undefined ? ok(undefined) : parseAmount(text, field));

/** The peg that a client may leave out. */
export const pegOf = (peg: RequestOf<typeof accountCommands.editOrder>['peg']): Peg | undefined =>
  peg === undefined ? undefined : { currency: peg.currency, rateKey: rateKey(peg.rateKey) };
