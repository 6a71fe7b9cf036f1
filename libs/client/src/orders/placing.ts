import type { OrderView } from '@exchange/core/wire';
import type { Ask } from '../ask';
import { ExchangeError, type ExchangeErrorCode, isCode, LOGIN_ENDED } from '../exchange-error';
import { pause, type Timers } from '../timers';
import type { TrackedOrder } from './tracked-order';

/** What bringing an order to the exchange needs. */
export interface PlacingPorts {
  readonly ask: Ask;
  readonly timers: Timers;
  /** Resolves when the client is logged in as the account; rejects when it was closed for good. */
  loggedIn(): Promise<void>;
}

/** Nobody knows what came of it. */
const UNKNOWN: readonly ExchangeErrorCode[] = ['TIMEOUT', 'CONNECTION_LOST', 'UNKNOWN_OUTCOME'];
/** Nothing was done, and may be tried again. */
const NOT_DONE: readonly ExchangeErrorCode[] = ['UNAVAILABLE', 'DEADLINE_PASSED', 'RATE_LIMITED'];
const LOGIN_TRIES = 5;
/** What is on its way in the exchange has come to act or was refused after so long (docs/interface, order of packets). */
const UNDER_WAY_MS = 6_000;
const PAUSE_MS = 250;

/** Before who was asked so often is asked again: it may be too busy to answer in time. */
export const pauseMs = (tries: number): number => PAUSE_MS * 2 ** Math.min(tries, 5);

export const isUnknown = (error: unknown): boolean => isCode(error, UNKNOWN);

/**
 * Brings a signed order to the exchange, and finds out whether it arrived, however often that takes: the same signed
 * order is accepted once, so sending it again is harmless and tells. `maybeSent`: it may have been, by somebody before;
 * else it isn't sent for the first time after `sendBy` (Unix ms). Gives the order, or why there is none for certain; what
 * is thrown says nothing about it.
 */
export async function bringOrder(
  tracked: TrackedOrder,
  ports: PlacingPorts,
  { maybeSent, sendBy }: { readonly maybeSent: boolean; readonly sendBy: number },
): Promise<OrderView | ExchangeError> {
  const { ask, timers } = ports;
  let isOpen = maybeSent;
  let lastSentAt = timers.now();
  for (let tries = 0; ; tries += 1) {
    await ports.loggedIn();
    if (!isOpen && timers.now() > sendBy) return new ExchangeError('TIMEOUT', 'it was not sent in time');
    if (tries === 0) tracked.enter({ kind: isOpen ? 'unknown' : 'sent' });
    // A look costs less than sending it again.
    const known = isOpen ? (await look(tracked, ports)).order : undefined;
    if (known !== undefined) return known;
    const refusal = await refusalOf(async () => (await ask(tracked.record.command, 'orderStatus')).order);
    if (!(refusal instanceof ExchangeError)) return refusal;
    if (isUnknown(refusal)) {
      isOpen = true;
      lastSentAt = timers.now();
      tracked.enter({ kind: 'unknown' });
      if (!isCode(refusal, ['CONNECTION_LOST'])) await pause(timers, pauseMs(tries));
      continue;
    }
    const isDuplicate = refusal.code === 'DUPLICATE_ORDER';
    const isLoginOver = isCode(refusal, LOGIN_ENDED) && tries < LOGIN_TRIES;
    const mayWait = isCode(refusal, NOT_DONE) && timers.now() + (refusal.retryAfterMs ?? 0) < sendBy;
    if (!isOpen && !isDuplicate && !isLoginOver && !mayWait) return refusal;
    if (!isLoginOver && !isCode(refusal, NOT_DONE)) {
      // Refused now; the one that was sent before may have arrived, or be on its way.
      const isDecided = isDuplicate || timers.now() > lastSentAt + UNDER_WAY_MS;
      const found = await look(tracked, ports);
      if (found.order !== undefined) return found.order;
      if (isDecided && found.isAbsent) return refusal;
    }
    await pause(timers, Math.min(refusal.retryAfterMs ?? 0, 5_000) + pauseMs(tries));
  }
}

/** What an exchange knows of an order: nothing of both when that can't be found out at the moment. */
export interface FoundOrder {
  readonly order?: OrderView;
  readonly isAbsent: boolean;
}

/** The order as it is now. */
export async function look(tracked: TrackedOrder, { ask }: Pick<PlacingPorts, 'ask'>): Promise<FoundOrder> {
  const { cid } = tracked.record.command;
  const found = await refusalOf(async () => (await ask({ c: 'getOrder', cid }, 'orderStatus')).order);
  if (found instanceof ExchangeError) return { isAbsent: found.code === 'UNKNOWN_ORDER' };
  return tracked.is(found) ? { order: found, isAbsent: false } : { isAbsent: true };
}

/** What an exchange answers, or its refusal as a value; other errors are thrown. */
export async function refusalOf<T>(ask: () => Promise<T>): Promise<T | ExchangeError> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ExchangeError) return error;
    throw error;
  }
}
