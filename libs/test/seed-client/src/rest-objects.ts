/** What the HTTP interface answers (seed: REST). */
import { listedToken } from './objects';
import {
  map,
  members,
  name,
  oneOf,
  openMembers,
  rate,
  type Reader,
  uint,
  uintString,
  Violation,
} from './readers';

/** An answer that succeeded, with its data. */
export const envelope = <T>(data: Reader<T>) =>
  members({ status: oneOf(0), message: oneOf('success'), data });

const failureMembers = members({ status: uint, message: name, data: oneOf(null) });
/** An answer that failed. */
export const failure: typeof failureMembers = (value, at) => {
  const read = failureMembers(value, at);
  if (read.status === 0) throw new Violation(`${at}.status`, 'another number than 0', 0);
  return read;
};

const side = oneOf('BUY', 'SELL');
export const httpBookLine = members({ direction: side, rate, amount: uintString, orderCount: uint });
export const httpTrade = members({
  id: uint,
  market: name,
  direction: side,
  rate,
  amount: uintString,
  timestamp: uint,
});

/** The HTTP variant, whose markets need no minimums. */
export const listedHttp = openMembers({
  tokens: map(listedToken),
  markets: map(openMembers({ traded: name, quote: name })),
});
