import { type Static, Type } from '@sinclair/typebox';
import { DecimalText, Fields, Text, Uint } from '../fields';
import { defineNotice, ofSchema } from '../message';

/**
 * How much of a currency one whole token is worth on average over the sources. `pair` is the token's symbol followed
 * by the currency's code. `rate` is null when the sources are silent or deviate; `at`: Unix ms of the rate.
 */
export const ConversionRate = Fields({
  pair: Text,
  token: Text,
  currency: Text,
  rate: Type.Union([DecimalText, Type.Null()]),
  at: Uint,
});
export type ConversionRate = Static<typeof ConversionRate>;

/** The newest conversion rate of a pair: sent when it changes, when it becomes stale, and at least every 10 s. */
export const dataRate = defineNotice({
  pattern: 'data.v1.rate.*',
  writer: 'market-data',
  readers: ['account-service', 'ws-gateway', 'rest-gateway'],
  content: ofSchema(ConversionRate),
  fixtures: [
    { pair: 'ETHUSD', token: 'ETH', currency: 'USD', rate: '1834.02', at: 1700000000000 },
    { pair: 'ETHJPY', token: 'ETH', currency: 'JPY', rate: null, at: 1700000000000 },
  ],
});
