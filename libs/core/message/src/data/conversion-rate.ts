import { decimal, nullable, text, uint, type ValueOf, view } from '../codec';

/**
 * How much of a currency one whole token is worth on average over the sources. `pair` is the token's symbol followed
 * by the currency's code. `rate` is null when the sources are silent or deviate; `at`: Unix ms of the rate.
 */
export const conversionRate = view({
  pair: text,
  token: text,
  currency: text,
  rate: nullable(decimal),
  at: uint,
});
export type ConversionRate = ValueOf<typeof conversionRate>;
