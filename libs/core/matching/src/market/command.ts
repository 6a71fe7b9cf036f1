import type { RecordedInput } from '@exchange/core/message';

/** An input of one market. `at`: when it was accepted, Unix ms; the time of the trades it causes. */
export type MarketCommand = { readonly at: number } & RecordedInput['input'];
