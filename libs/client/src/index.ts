/** The public TypeScript SDK: signing, websocket with reconnect, local order book, REST. */
export type { ClientEvents } from './client-events';
export { type ClientOptions, ExchangeClient, type OrderOptions, type PlaceOrder } from './exchange-client';
export type { Consent } from './consent';
export type { Delegates } from './delegates';
export { ExchangeError, type ExchangeErrorCode } from './exchange-error';
export type { Socket, SocketConstructor } from './connection/socket';
export type { Funds, SubmitWithdrawal } from './funds';
export type { History, PageOf } from './history';
export type { Identity } from './identity';
export type { BarsLook, BookLook, Markets } from './market/markets';
export { LocalBook } from './market/local-book';
export { buildTerms, DEFAULT_LIFETIME_S, type OrderWish, randomNonce } from './order/build-terms';
export { smallestUnits } from './order/decimal';
export { ethersCrypto } from './order/ethers-crypto';
export { loginMessage } from './order/login-message';
export { type Signer, signOrder, signWithdrawalTerms } from './order/signer';
export { RestClient, RestError, type TradesQuery } from './rest/rest-client';
export type { CoSignature, Withdrawal } from './withdrawal';
