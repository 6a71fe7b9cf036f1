/** The public SDK, whole: the package gives each of these an entry of its own, so that pages load what they use. */
export * from './core';
export * from './chain';
export * from './market/charts';
export { RestClient, type TradesQuery } from './rest/rest-client';
export { IndexedDbStore } from './store/indexed-db-store';
