/** Public market data as pure functions of the engine's reports: book windows, tickers, bars. */
export * from './bar';
export type { BookLine } from './book-line';
export { BookWindow } from './book-window';
export { DAY_MS } from './day-window';
export { GroupedBook } from './grouped-book';
export { LevelBook, type LevelChange } from './level-book';
export type { MarketTrade } from './market-trade';
export { missedChanges } from './missed-changes';
export { type PrecisionBar, RunningBars } from './running-bars';
export { MarketTicker, percentChange, type Ticker } from './ticker';
export * from './conversion/agreed-value';
export * from './conversion/conversion-rates';
export * from './conversion/rate-board';
