import { integer, text, uint, type ValueOf, view } from '../codec';

/** seed: Fee tier; the volume is a decimal number of ETH, fees in parts per million; a negative one is a rebate. */
export const feeTierView = view({ volume: text, makerPpm: integer, takerPpm: uint });
export type FeeTierView = ValueOf<typeof feeTierView>;
