import type { Rejection } from '@exchange/core/kernel';
import { REST_STATUS, type RestFailure } from '@exchange/core/wire';

/** A request that can't be answered with data; `message` says what would be right (docs/interface, REST). */
export class Failure {
  constructor(
    readonly kind: RestFailure,
    readonly message: string,
  ) {}

  get httpStatus(): number {
    return REST_STATUS[this.kind].http;
  }
}

export const invalidParameter = (message: string) => new Failure('invalidParameter', message);
export const unknownMarket = (market: string) =>
  new Failure('unknownMarket', `no market ${market}; /rest/v1/listed has all of them`);
export const unknownToken = (token: string) =>
  new Failure('unknownToken', `no token ${token}; /rest/v1/listed has all of them`);
export const noSuchRoute = () =>
  new Failure('noSuchRoute', 'no such route; all routes are GET below /rest/v1, and /docs describes them');
export const rateLimited = (seconds: number) =>
  new Failure('rateLimited', `too many requests from this address; try again in ${seconds} s`);
export const unavailable = (what: string) =>
  new Failure('unavailable', `${what} is not available now; try again soon`);
export const tooOld = (ageMs: number) =>
  new Failure('unavailable', `the newest data is ${Math.floor(ageMs / 1000)} s old; try again soon`);
/** What an owner refused: a parameter that only it can judge, such as an id that no trade has; else it is away. */
export const refusedBy = ({ code, message }: Rejection, what: string) =>
  code === 'INVALID_FIELD' ? invalidParameter(message) : unavailable(what);
export const internalFailure = () => new Failure('internal', 'internal error');
