/* Made from the schemas by `node tools/run.mjs readers`. */
import type { TracedTrade } from '@exchange/core/message';
import type { Listed } from '../listing';
import type {
  AuthView,
  BalanceView,
  Bar,
  BookLineView,
  BookSnapshotView,
  BookUpdateView,
  ChainStatsView,
  ChangeView,
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
  UserFill,
  UserTradeView,
} from '../schema';
import {
  at,
  bool,
  buyBit,
  form,
  integer,
  list,
  mapOf,
  nullable,
  number,
  object,
  oneOf,
  sideBit,
  text,
  tuple,
  type ReadJson,
  uint,
} from './checks';

const address = form(/^0x[0-9a-f]{40}$/);
const amount = form(/^(0|[1-9][0-9]{0,38})$/);
const decimal = form(/^-?(0|[1-9][0-9]*)(\.[0-9]+)?$/);
const hash = form(/^0x[0-9a-f]{64}$/);
const signedAmount = form(/^-?(0|[1-9][0-9]{0,38})$/);

export const readFeeTier: ReadJson<FeeTier> = tuple(3, (a) => ({
  volume: at(a, 0, number),
  makerFee: at(a, 1, number),
  takerFee: at(a, 2, number),
}));

export const readConfig: ReadJson<ConfigObject> = object<ConfigObject>(
  {
    contractAddress: address,
    network: text,
    conversionCurrencies: mapOf(text),
    barDataPrecisions: mapOf(uint),
    name: text,
    chainId: uint,
    confirmations: uint,
    time: uint,
    fees: list(readFeeTier),
    limits: object({
      frameCharacters: uint,
      commandsPerFrame: uint,
      connectionsPerAddress: uint,
      newConnectionsPerAddress: uint,
      points: number,
      pointsPerAddress: number,
      pointWindowSeconds: number,
    }),
  },
  {
    websocketUrl: text,
    explorerUrl: text,
    rpcUrl: text,
    depositRouter: address,
    demoBarsBefore: uint,
    waitingPeriod: uint,
    depositsPaused: oneOf(true),
    nextFees: object({ startsAt: uint, fees: list(readFeeTier) }),
  },
);

export const readListed: ReadJson<Listed<ListedMarket>> = object<Listed<ListedMarket>>({
  tokens: mapOf(
    object({
      contract: address,
      name: text,
      decimals: uint,
      minOrderAmount: amount,
      minOrderRemaining: amount,
      status: oneOf('open', 'post_only', 'cancel_only', 'delisted'),
    }),
  ),
  markets: mapOf(
    object({
      traded: text,
      quote: text,
      status: oneOf('open', 'post_only', 'cancel_only', 'delisted'),
      minOrderAmountQuote: amount,
      minOrderRemainingQuote: amount,
    }),
  ),
});

export const readToken: ReadJson<TokenView> = object<TokenView>({
  name: text,
  symbol: text,
  contract: address,
  decimals: uint,
  minOrderAmount: amount,
  minOrderRemaining: amount,
  supply: decimal,
  description: text,
  links: mapOf(text),
});

export const readBookLine: ReadJson<BookLineView> = tuple(4, (a) => ({
  side: at(a, 0, sideBit),
  rate: at(a, 1, decimal),
  amount: at(a, 2, amount),
  count: at(a, 3, uint),
}));

const bookSnapshotLines = list(readBookLine);
export const readBookSnapshot: ReadJson<BookSnapshotView> = tuple(3, (a) => ({
  seq: at(a, 0, uint),
  checksum: at(a, 1, uint),
  lines: at(a, 2, bookSnapshotLines),
}));

const bookUpdateLines = list(readBookLine);
export const readBookUpdate: ReadJson<BookUpdateView> = tuple(4, (a) => ({
  previousSeq: at(a, 0, uint),
  seq: at(a, 1, uint),
  checksum: at(a, 2, uint),
  lines: at(a, 3, bookUpdateLines),
}));

export const readMarketTrade: ReadJson<Omit<PublicTradeView, 'market'>> = tuple(5, (a) => ({
  id: at(a, 0, uint),
  buy: at(a, 1, buyBit),
  rate: at(a, 2, decimal),
  amount: at(a, 3, amount),
  timestamp: at(a, 4, uint),
}));

export const readHistoricalTrade: ReadJson<PublicTradeView> = tuple(6, (a) => ({
  id: at(a, 0, uint),
  market: at(a, 1, text),
  buy: at(a, 2, buyBit),
  rate: at(a, 3, decimal),
  amount: at(a, 4, amount),
  timestamp: at(a, 5, uint),
}));

export const readTicker: ReadJson<TickerView> = tuple(6, (a) => ({
  rate: at(a, 0, decimal),
  change24h: at(a, 1, decimal),
  volumeTraded24h: at(a, 2, decimal),
  volumeQuote24h: at(a, 3, decimal),
  high24h: at(a, 4, decimal),
  low24h: at(a, 5, decimal),
}));

export const readMarketTicker: ReadJson<MarketTickerView> = tuple(7, (a) => ({
  market: at(a, 0, text),
  rate: at(a, 1, decimal),
  change24h: at(a, 2, decimal),
  volumeTraded24h: at(a, 3, decimal),
  volumeQuote24h: at(a, 4, decimal),
  high24h: at(a, 5, decimal),
  low24h: at(a, 6, decimal),
}));

export const readBar: ReadJson<Bar> = tuple(6, (a) => ({
  time: at(a, 0, uint),
  open: at(a, 1, number),
  high: at(a, 2, number),
  low: at(a, 3, number),
  close: at(a, 4, number),
  volume: at(a, 5, number),
}));

export const readDistinctBar: ReadJson<Bar> = tuple(7, (a) => ({
  time: at(a, 0, uint),
  open: at(a, 1, number),
  high: at(a, 2, number),
  low: at(a, 3, number),
  close: at(a, 4, number),
  volume: at(a, 5, number),
  volumeQuote: at(a, 6, number),
}));

export const readChainStats: ReadJson<ChainStatsView> = tuple(2, (a) => ({
  blockHeight: at(a, 0, uint),
  gasPrice: at(a, 1, number),
}));

const authStatus = oneOf('authenticated', 'loggedOff');
const authSession = nullable(text);
export const readAuth: ReadJson<AuthView> = tuple(4, (a) => ({
  status: at(a, 0, authStatus),
  address: at(a, 1, address),
  session: at(a, 2, authSession),
  delegate: at(a, 3, address),
}));

export const readBalance: ReadJson<BalanceView> = tuple(4, (a) => ({
  token: at(a, 0, text),
  settled: at(a, 1, amount),
  usable: at(a, 2, amount),
  blocked: at(a, 3, amount),
}));

export const readSignature: ReadJson<SignatureView> = object<SignatureView>(
  {},
  { v: integer(27, 28), r: hash, s: hash, nonce: uint, deadline: uint },
);

export const readChange: ReadJson<ChangeView> = tuple(4, (a) => ({
  token: at(a, 0, text),
  amount: at(a, 1, signedAmount),
  fees: at(a, 2, signedAmount),
  net: at(a, 3, signedAmount),
}));

const entryType = oneOf('deposit', 'trade', 'withdrawal');
const entryChanges = list(readChange);
const entryApplied = list(
  tuple(3, (a) => [at(a, 0, oneOf(1, 0, -1)), at(a, 1, oneOf(1, 0, -1)), at(a, 2, oneOf(1, 0, -1))] as const),
);
const entryTransaction = nullable(hash);
const entryBlockNumber = nullable(uint);
const entryBlockHash = nullable(hash);
export const readEntry: ReadJson<EntryView> = tuple(12, (a) => ({
  id: at(a, 0, uint),
  type: at(a, 1, entryType),
  changes: at(a, 2, entryChanges),
  applied: at(a, 3, entryApplied),
  signature: at(a, 4, readSignature),
  transaction: at(a, 5, entryTransaction),
  blockNumber: at(a, 6, entryBlockNumber),
  blockHash: at(a, 7, entryBlockHash),
  canceled: at(a, 8, bool),
  description: at(a, 9, text),
  timestamp: at(a, 10, uint),
  lastUpdated: at(a, 11, uint),
}));

export const readDelegate: ReadJson<DelegateView> = tuple(6, (a) => ({
  delegate: at(a, 0, address),
  active: at(a, 1, bool),
  accepted: at(a, 2, bool),
  removalSignature: at(a, 3, readSignature),
  label: at(a, 4, text),
  isTradingLogin: at(a, 5, bool),
}));

const orderStopRate = nullable(decimal);
const orderPeggedCurrency = nullable(text);
const orderPeggedRate = nullable(decimal);
const orderTrades = list(uint);
export const readOrder: ReadJson<OrderView> = tuple(24, (a) => ({
  id: at(a, 0, uint),
  cid: at(a, 1, uint),
  hash: at(a, 2, hash),
  market: at(a, 3, text),
  active: at(a, 4, bool),
  canceled: at(a, 5, bool),
  sellToken: at(a, 6, text),
  buyToken: at(a, 7, text),
  sellAmount: at(a, 8, amount),
  buyAmount: at(a, 9, amount),
  sellRemaining: at(a, 10, amount),
  buyRemaining: at(a, 11, amount),
  sellBook: at(a, 12, amount),
  buyBook: at(a, 13, amount),
  bookRate: at(a, 14, decimal),
  stopRate: at(a, 15, orderStopRate),
  peggedCurrency: at(a, 16, orderPeggedCurrency),
  peggedRate: at(a, 17, orderPeggedRate),
  hidden: at(a, 18, bool),
  trades: at(a, 19, orderTrades),
  info: at(a, 20, text),
  nonce: at(a, 21, uint),
  timestamp: at(a, 22, uint),
  lastActive: at(a, 23, uint),
}));

export const readOrderTerms: ReadJson<OrderTermsObject> = object<OrderTermsObject>(
  {
    id: uint,
    cid: uint,
    hash: hash,
    digest: hash,
    packedHash: hash,
    market: text,
    signer: address,
    signatureFormat: oneOf('sign', 'signTypedData'),
    terms: object({
      sellToken: address,
      sellAmount: amount,
      buyToken: address,
      buyAmount: amount,
      expiry: uint,
      nonce: uint,
    }),
    timeInForce: uint,
    hidden: bool,
    rebateToken: oneOf('buy', 'sell'),
  },
  { postOnly: bool, immediateOrCancel: bool, fillOrKill: bool },
);

export const readUserTrade: ReadJson<UserTradeView> = tuple(12, (a) => ({
  id: at(a, 0, uint),
  market: at(a, 1, text),
  buy: at(a, 2, buyBit),
  rate: at(a, 3, decimal),
  amount: at(a, 4, amount),
  tradeFee: at(a, 5, amount),
  settlementFee: at(a, 6, amount),
  makerRebate: at(a, 7, amount),
  rebateToken: at(a, 8, text),
  timestamp: at(a, 9, uint),
  orderId: at(a, 10, uint),
  orderCid: at(a, 11, uint),
}));

export const readFill: ReadJson<UserFill> = object<UserFill>(
  {
    id: uint,
    market: text,
    orderId: uint,
    orderCid: uint,
    side: oneOf('buy', 'sell'),
    rate: decimal,
    amount: amount,
    tradeFee: amount,
    settlementFee: amount,
    makerRebate: amount,
    rebateToken: text,
    timestamp: uint,
  },
  { role: oneOf('maker', 'taker'), tradeFeeToken: text, settlementFeeToken: text },
);

export const readTracedTrade: ReadJson<TracedTrade> = object<TracedTrade>(
  {
    id: uint,
    market: text,
    orderId: uint,
    time: uint,
    state: oneOf('matched', 'sent', 'mined', 'final'),
    batch: nullable(object({ id: uint, transaction: hash })),
    block: nullable(object({ number: uint, hash: hash })),
  },
  { role: oneOf('maker', 'taker'), settlementFeeToken: text, reversed: bool },
);

export const readCancellation: ReadJson<{ readonly signature: SignatureView; readonly hash?: string }> =
  object<{ readonly signature: SignatureView; readonly hash?: string }>(
    { signature: readSignature },
    { hash: hash },
  );

export const readMinimumNonce: ReadJson<{
  readonly token: string;
  readonly minNonce: number;
  readonly signature: SignatureView;
}> = object<{ readonly token: string; readonly minNonce: number; readonly signature: SignatureView }>({
  token: address,
  minNonce: uint,
  signature: readSignature,
});

export const readProof: ReadJson<SolvencyProofObject> = object<SolvencyProofObject>({
  account: address,
  token: address,
  amount: amount,
  salt: hash,
  index: uint,
  block: uint,
  leaves: uint,
  siblings: list(object({ sum: amount, hash: hash })),
  root: hash,
});
