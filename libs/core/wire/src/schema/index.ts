export * from './event';
export {
  config as CONFIG_SCHEMA,
  listed as LISTED_SCHEMA,
  MARKET_STATUSES,
  tokenInfo as TOKEN_INFO_SCHEMA,
} from './general';
export type { ConfigObject, LimitsView, ListedMarket, ListedToken, ListedStatus, TokenView } from './general';
export type { TraceView, UserFill } from './history';
export type {
  Bar,
  BookLineView,
  ChainStatsView,
  MarketTickerView,
  PublicTradeView,
  TickerView,
} from './market';
export type {
  AppliedMarks,
  AuthView,
  BalanceView,
  ChangeView,
  DelegateView,
  EntryType,
  EntryView,
  FeeTier,
  OrderTermsObject,
  OrderView,
  SignatureView,
  UserTradeView,
} from './personal';
export * from './rest';
