import type { OrderView } from '@exchange/core/wire';
import type { ExchangeError } from '../exchange-error';

/** Where an order of ours stands, from its signature to its end. */
export type IntentState =
  /** In the store, and on no line yet. */
  | { readonly kind: 'signed' }
  /** On a line, without an answer. */
  | { readonly kind: 'sent' }
  /** No answer came: it may have been accepted. It is found out by itself. */
  | { readonly kind: 'unknown' }
  /** Not accepted: there is no such order. */
  | { readonly kind: 'refused'; readonly error: ExchangeError }
  /** Funded and on disk; the book hasn't decided yet. */
  | { readonly kind: 'accepted' }
  /** In the book, nothing of it traded. */
  | { readonly kind: 'resting' }
  /** Open, and used up what it offered: an edit brings it back (docs/interface, waiting for an edit). */
  | { readonly kind: 'waiting' }
  /** Outside of the book until the market crosses its stop. */
  | { readonly kind: 'stopped' }
  /** Its rate follows a currency. */
  | { readonly kind: 'pegged' }
  | { readonly kind: 'partlyFilled' }
  | { readonly kind: 'filled' }
  /** Ended before it was filled, for this reason; it may have traded. */
  | { readonly kind: 'canceled'; readonly reason: string };

/**
 * The state that an order's view shows (docs/interface, refused or canceled).
 * @example
 * intentState({ active: false, canceled: true, info: 'canceled by its owner' }) // → { kind: 'canceled', reason: 'canceled by its owner' }
 */
export function intentState(
  order: Pick<OrderView, 'active' | 'canceled' | 'info'> & Partial<OrderView>,
): IntentState {
  const { active, canceled, info, stopRate, sellBook, buyBook, peggedCurrency, trades } = order;
  if (!active) return canceled ? { kind: 'canceled', reason: info } : { kind: 'filled' };
  if (stopRate != null) return { kind: 'stopped' };
  if (sellBook === '0' && buyBook === '0') return { kind: 'waiting' };
  if (peggedCurrency != null) return { kind: 'pegged' };
  return (trades?.length ?? 0) > 0 ? { kind: 'partlyFilled' } : { kind: 'resting' };
}

/** Whether nothing can follow. */
export const isEnd = ({ kind }: IntentState): boolean =>
  kind === 'refused' || kind === 'filled' || kind === 'canceled';
