import type { ConversionRate } from '@exchange/contract/bus';
import type { LedgerTurn } from '../inbox/request-handler';
import { sendPegRates } from './send-peg-rates';

/** What others told that is no log: an input of the turn like a tick, so that what follows from it is recorded. */
export type RateSignal =
  | { readonly kind: 'rate_heard'; readonly rate: ConversionRate }
  | { readonly kind: 'gas_price_heard'; readonly gasPrice: bigint };

export const isRateSignal = (signal: unknown): signal is RateSignal =>
  typeof signal === 'object' &&
  signal !== null &&
  'kind' in signal &&
  (signal.kind === 'rate_heard' || signal.kind === 'gas_price_heard');

export function applyRateSignal(turn: LedgerTurn, signal: RateSignal): void {
  switch (signal.kind) {
    case 'rate_heard':
      turn.book.rates.hear(signal.rate, turn.at);
      sendPegRates(turn, signal.rate);
      return;
    case 'gas_price_heard':
      turn.book.rates.gasPrice = signal.gasPrice;
  }
}
