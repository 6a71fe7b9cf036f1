import { dataQueries } from '@exchange/contract/bus';
import { reject } from '@exchange/core/kernel';
import type { RateDesk } from '../rates/rate-desk';

const { ratesQuery } = dataQueries;

/** Answers with the conversion rates of all listed tokens in the currencies that were asked for. `at`: Unix ms. */
export function answerRates(desk: RateDesk, data: Uint8Array, at: number): Uint8Array {
  const request = ratesQuery.decodeRequest(data);
  if (!request) {
    return ratesQuery.encodeReply(reject('INVALID_FIELD', 'currencies must be a list of codes'));
  }
  const rates = desk.current(at).filter(({ currency }) => request.currencies.includes(currency));
  return ratesQuery.encodeReply({ ok: true, value: { rates } });
}
