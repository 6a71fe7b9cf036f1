import type { ConversionRate } from '@exchange/contract/bus';
import type { Address } from '@exchange/core/kernel';
import type { LedgerTurn } from '../inbox/request-handler';
import { sendPegRates } from './send-peg-rates';

/** What others told that is no log: an input of the turn like a tick, so that what follows from it is recorded. */
export type RateSignal =
  | { readonly kind: 'rate_heard'; readonly rate: ConversionRate }
  | { readonly kind: 'gas_price_heard'; readonly gasPrice: bigint }
  /** How much of a token exists, in smallest units. */
  | { readonly kind: 'supply_heard'; readonly token: Address; readonly units: bigint };

const KINDS: ReadonlySet<unknown> = new Set<RateSignal['kind']>([
  'rate_heard',
  'gas_price_heard',
  'supply_heard',
]);

export const isRateSignal = (signal: unknown): signal is RateSignal =>
  typeof signal === 'object' && signal !== null && 'kind' in signal && KINDS.has(signal.kind);

export function applyRateSignal(turn: LedgerTurn, signal: RateSignal): void {
  switch (signal.kind) {
    case 'rate_heard':
      turn.book.rates.hear(signal.rate, turn.at);
      sendPegRates(turn, signal.rate);
      return;
    case 'gas_price_heard':
      turn.book.rates.gasPrice = signal.gasPrice;
      return;
    case 'supply_heard':
      if (turn.book.listing.setSupply(signal.token, signal.units)) turn.output.listing();
  }
}
