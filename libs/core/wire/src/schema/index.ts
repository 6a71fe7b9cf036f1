export * from './event';
export {
  config as CONFIG_SCHEMA,
  restListed as REST_LISTED_SCHEMA,
  tokenInfo as TOKEN_INFO_SCHEMA,
} from './general';
export type {
  ConfigObject,
  LimitsView,
  ListedMarket,
  ListedToken,
  MarketStatus,
  RestListedMarket,
  TokenView,
} from './general';
export type { TraceView } from './history';
export type { Bar, BookLineView, ChainStatsView, PublicTradeView, TickerView } from './market';
export type {
  Applied,
  AuthView,
  BalanceView,
  ChangeView,
  DelegateView,
  EntryType,
  EntryView,
  FeeTier,
  OrderView,
  SignatureView,
  UserTradeView,
} from './personal';
export * from './rest';
