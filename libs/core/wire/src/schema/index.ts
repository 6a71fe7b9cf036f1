export * from './event';
export { config as CONFIG_SCHEMA, listed as LISTED_SCHEMA, tokenInfo as TOKEN_INFO_SCHEMA } from './general';
export type { ConfigObject, LimitsView, ListedMarket, ListedToken, TokenView } from './general';
export type { UserFill } from './history';
export type {
  Bar,
  BookLineView,
  BookSnapshotView,
  BookUpdateHead,
  BookUpdateView,
  ChainStatsView,
  MarketTickerView,
} from './market';
export type { AuthView, FeeTier, OrderTermsObject } from './personal';
export type {
  AppliedMarks,
  BalanceView,
  BarView,
  ChangeView,
  DelegateView,
  EntryType,
  EntryView,
  FeeTierView,
  MarketListing,
  MarketStatus,
  OrderView,
  PlacedWith,
  PublicTradeView,
  SignatureView,
  TickerView,
  TokenListing,
  TraceView,
  UserTradeView,
} from '@exchange/core/message';
export { readerSource, tenthsSource } from './reader-source';
export * from './rest';
export { restSolvencySchema, type RestSolvency, type SolvencyProofObject } from './solvency';
