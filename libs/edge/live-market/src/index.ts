/** What gateways know of the markets: the listing, and each market's visible book, newest trades, ticker and running bars, kept up from the logs. */
export * from './book-lines';
export * from './listing-index';
export * from './live-market';
export * from './live-markets';
export * from './owner-queries';
export * from './past-bars';
export * from './past-trades';
