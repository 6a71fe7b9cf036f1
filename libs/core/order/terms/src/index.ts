/** What an order states, as numbers, as text and as wallets are shown it: all that a page needs before it hashes or signs anything by itself. */
export * from './domain';
export * from './market-side';
export * from './terms';
export * from './typed-data';
