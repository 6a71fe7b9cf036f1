import type { Bar, ListedMarket } from '@exchange/core/wire';
import type { ExchangeClient } from '../exchange-client';
import { isCode } from '../exchange-error';
import { systemTimers, type Timers } from '../timers';
import type { BarsLook } from './markets';

/** What a chart feed needs of its client. */
export interface ChartPorts {
  readonly timers: Timers;
  markets(): Readonly<Record<string, Pick<ListedMarket, 'traded' | 'quote'>>>;
  exchange(): string;
  /** At most 2000, newest first. */
  bars(market: string, look: BarsLook): Promise<{ readonly bars: readonly Bar[]; readonly last: boolean }>;
  subscribe(market: string, event: string): Promise<void>;
  unSubscribe(market: string, event: string): Promise<void>;
  /** Tells of the running bars of all markets, until the returned function is called. */
  onBar(heard: (market: string, bar: Bar) => void): () => void;
  /** A live bar can't be followed now, and is tried again. */
  failed(error: unknown): void;
  /** Tells when bars may have been missed. */
  onReconnect(call: () => void): () => void;
}

/** What a connected client gives a chart feed. It follows `bars_…` of markets by itself then: subscribe to none beside it. */
export const chartPorts = (client: ExchangeClient, timers: Timers = systemTimers): ChartPorts => ({
  timers,
  markets: () => client.listed.markets,
  exchange: () => client.config.name,
  bars: (market, look) => client.markets.bars(market, look),
  subscribe: (market, event) => client.subscribe([market], [event]),
  unSubscribe: (market, event) => client.unSubscribe([market], [event]),
  onBar: (heard) => client.on('bar', ({ market, bar }) => heard(market, bar)),
  // A line that is lost is told of by the client's states.
  failed: (error) => {
    if (!isCode(error, ['CONNECTION_LOST'])) client.tellFault(error);
  },
  onReconnect: (call) => client.on('connected', () => call()),
});
