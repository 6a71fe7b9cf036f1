import type {
  AuthView,
  BalanceView,
  Bar,
  BookLineView,
  BookSnapshotView,
  BookUpdateView,
  ChainStatsView,
  ConfigObject,
  DelegateView,
  EntryView,
  FeeTier,
  ListedMarket,
  MarketTickerView,
  OrderTermsObject,
  OrderView,
  PublicTradeView,
  SignatureView,
  SolvencyProofObject,
  TickerView,
  TokenView,
  TraceView,
  UserFill,
  UserTradeView,
} from '../schema';
import type { Listed } from '../listing';

/** What a server packet says, by event name. Fields of history that repeat the request are left out. */
export type ServerEvent =
  | { readonly event: 'config'; readonly config: ConfigObject }
  | { readonly event: 'listed'; readonly listed: Listed<ListedMarket> }
  | { readonly event: 'message' | 'error'; readonly text: string }
  | { readonly event: 'pingPong' }
  | { readonly event: 'reconnect'; readonly seconds: number; readonly text: string }
  | { readonly event: 'orderBookSnapshot'; readonly market: string; readonly lines: readonly BookLineView[] }
  | { readonly event: 'orderBookUpdate'; readonly market: string; readonly line: BookLineView }
  | ({ readonly event: 'sequencedBookSnapshot'; readonly market: string } & BookSnapshotView)
  | ({ readonly event: 'sequencedBookUpdate'; readonly market: string } & BookUpdateView)
  | { readonly event: 'tradeSnapshot'; readonly market: string; readonly trades: readonly PublicTradeView[] }
  | { readonly event: 'trade'; readonly market: string; readonly trade: PublicTradeView }
  | { readonly event: 'ticker'; readonly market: string; readonly ticker: TickerView }
  | { readonly event: 'historicalTrades'; readonly trades: readonly PublicTradeView[] }
  | {
      readonly event: 'barData';
      readonly market: string;
      readonly bars: readonly Bar[];
      readonly last: boolean;
    }
  | { readonly event: 'bar'; readonly market: string; readonly bar: Bar }
  | { readonly event: 'rate'; readonly pair: string; readonly rate: number }
  | { readonly event: 'chainStats'; readonly chainStats: ChainStatsView }
  | { readonly event: 'listings'; readonly listed: Listed<ListedMarket> }
  | { readonly event: 'tickers'; readonly tickers: readonly MarketTickerView[] }
  | { readonly event: 'userTrade'; readonly trade: UserTradeView }
  | { readonly event: 'userTrades'; readonly trades: readonly UserTradeView[] }
  | { readonly event: 'orderTerms'; readonly orderTerms: OrderTermsObject }
  | { readonly event: 'userFills'; readonly fills: readonly UserFill[] }
  | { readonly event: 'auth'; readonly auth: AuthView }
  | { readonly event: 'balanceSnapshot'; readonly balances: readonly BalanceView[] }
  | { readonly event: 'balanceStatus'; readonly balance: BalanceView }
  | { readonly event: 'delegateSnapshot'; readonly delegates: readonly DelegateView[] }
  | { readonly event: 'delegateStatus'; readonly delegate: DelegateView }
  | {
      readonly event: 'pendingLedgerEntrySnapshot' | 'historicalLedgerEntries';
      readonly entries: readonly EntryView[];
    }
  | { readonly event: 'ledgerEntryStatus'; readonly entry: EntryView }
  | { readonly event: 'activeOrderSnapshot' | 'historicalOrders'; readonly orders: readonly OrderView[] }
  | { readonly event: 'orderStatus'; readonly order: OrderView }
  | {
      readonly event: 'orderCancellationSignature';
      readonly signature: SignatureView;
      /** The order's hash as its owner signed it. */
      readonly hash?: string | undefined;
    }
  | {
      readonly event: 'minimumNonceSignature';
      readonly token: string;
      readonly minNonce: number;
      readonly signature: SignatureView;
    }
  | { readonly event: 'feeTier'; readonly feeTier: FeeTier }
  | { readonly event: 'tokenInfo'; readonly token: TokenView }
  | { readonly event: 'trace'; readonly trace: TraceView }
  | { readonly event: 'solvencyProof'; readonly proof: SolvencyProofObject }
  /** An event that this version doesn't know: to be ignored. */
  | { readonly event: 'unknown'; readonly id: string; readonly message: unknown };

export type ServerEventName = ServerEvent['event'];
export type ServerEventOf<N extends ServerEventName> = N extends unknown ? Named<ServerEvent, N> : never;
type Named<E extends ServerEvent, N> = E extends unknown
  ? N extends E['event']
    ? E & { readonly event: N }
    : never
  : never;
