import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import type { Cell } from './cell';
import type { ListedMarkets, OpenExchange } from './exchange';
import type { TickersByMarket } from './tickers';

const ExchangeContext = createContext<OpenExchange | undefined>(undefined);

/** The open exchange for all parts of the page below it. */
export function ExchangeProvider({ exchange, children }: { exchange: OpenExchange; children: ReactNode }) {
  return <ExchangeContext value={exchange}>{children}</ExchangeContext>;
}

export function useExchange(): OpenExchange {
  const exchange = useContext(ExchangeContext);
  if (exchange === undefined)
    throw new Error('no part of the page asks for the exchange outside its provider');
  return exchange;
}

/** The value of a cell, and a new one whenever it changes. */
export const useCell = <T,>(cell: Cell<T>): T => useSyncExternalStore(cell.subscribe, cell.get);

export const useListing = (): ListedMarkets => useCell(useExchange().listing);

export const useTickers = (): TickersByMarket => useCell(useExchange().tickers.cell);
