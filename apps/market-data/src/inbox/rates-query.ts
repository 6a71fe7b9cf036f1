import { dataQueries } from '@exchange/contract/bus';
import { ok, reject } from '@exchange/core/kernel';
import { handle } from './market-data-turn';

/** Answers with the conversion rates of all listed tokens in the currencies that were asked for. */
export const answerRates = handle(dataQueries.ratesQuery, {
  malformed: reject('INVALID_FIELD', 'currencies must be a list of codes'),

  decide({ rates, at }, { request: { currencies } }) {
    const asked = rates.current(at).filter(({ currency }) => currencies.includes(currency));
    return ok(() => ({ rates: asked }));
  },
});
