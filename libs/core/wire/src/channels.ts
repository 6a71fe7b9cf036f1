import { CONVERSION_CURRENCIES } from './limits';

/** The market name under which clients subscribe to the chain (docs/interface, subscriptions). */
export const CHAIN_MARKET = 'ethereum';
/** The market name under which clients subscribe to what concerns all markets. */
export const EXCHANGE_MARKET = 'exchange';

/** The conversion pairs that every deployment has (seed: Subscriptions, rate). */
const ETHER_PAIRS = Object.keys(CONVERSION_CURRENCIES).map((code) => `ETH${code}`);
const TAKEN = new Set([CHAIN_MARKET, EXCHANGE_MARKET, ...ETHER_PAIRS]);

/** Whether a channel of this name is something else, so that no market may have it as its id. */
export const isTakenChannel = (name: string): boolean => TAKEN.has(name);
