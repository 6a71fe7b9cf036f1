/** One packet of every event, with everything present that may be. Written by hand from the seed's tables. */
const ADDRESS = `0x${'a1'.repeat(20)}`;
const WORD = `0x${'ab'.repeat(32)}`;
const SIGNATURE = { v: 27, r: WORD, s: WORD, nonce: 1, deadline: 1_900_000_000 };
const RANGE = { from: 1, to: 2, before: 3, limit: 4 };

export const order = [
  ...[7, 0, WORD, 'ETHDAI', true, false, 'ETH', 'DAI', '10', '3000', '10', '3000', '5', '1500'],
  ...['300', '299.5', 'EUR', '0.05', false, [1, 2], '', 99, 1_760_000_000_000, 1_760_000_000_001],
];
export const entry: readonly unknown[] = [
  ...[5, 'trade'],
  [
    ['ETH', '-10', '0', '-10'],
    ['DAI', '3000', '7', '2993'],
  ],
  [
    [0, 1, -1],
    [1, 1, -1],
  ],
  ...[SIGNATURE, WORD, 12, WORD, false, 'trade', 1_760_000_000_000, 1_760_000_000_001],
];
const balance = ['ETH', '10', '5', '0'];
const delegate = [ADDRESS, true, true, SIGNATURE, 'bot', false];
const trade = [1, 0, '300', '10', 1_760_000_000_000];
const historicalTrade = [1, 'ETHDAI', 1, '300.5', '10', 1_760_000_000_000];
export const userTrade = [1, 'ETHDAI', 1, '0.0005', '10', '1', '2', '3', '', 1_760_000_000_000, 7, 0];
const line = [1, '300', '10', 2];
const bar = [1_760_000_000_000, 1.5, 2, 1, 1.25, 10];
const bars = { from: 1, to: 2, precision: '1m', last: true };
const signature = { v: 28, r: WORD, s: WORD, deadline: 1 };

export const config = {
  contractAddress: ADDRESS,
  network: 'dev',
  conversionCurrencies: { JPY: '¥', ETH: 'Ξ', BTC: '₿', USD: '$', EUR: '€', GBP: '£' },
  barDataPrecisions: {
    ...{ '1m': 60, '5m': 300, '15m': 900, '30m': 1800, '1h': 3600, '3h': 10_800 },
    ...{ '6h': 21_600, '12h': 43_200, '1d': 86_400, '1w': 604_800 },
  },
};
const token = { contract: ADDRESS, name: 'Dai', decimals: 18 };
const market = { traded: 'ETH', quote: 'DAI', minOrderAmountQuote: '1', minOrderRemainingQuote: '1' };
const tokenInfo = {
  ...token,
  ...{ symbol: 'DAI', minOrderAmount: '1', minOrderRemaining: '1', supply: '1.5', description: 'A token.' },
  links: { website: 'https://example.org' },
};

const terms = { sellToken: ADDRESS, sellAmount: '1', buyToken: ADDRESS, buyAmount: '2', expiry: 1, nonce: 2 };
const orderTerms = {
  ...{ id: 7, cid: 0, hash: WORD, digest: WORD, packedHash: WORD, market: 'ETHDAI', signer: ADDRESS },
  ...{ signatureFormat: 'sign', terms, timeInForce: 0, hidden: false, rebateToken: 'buy' },
  ...{ postOnly: true, immediateOrCancel: false, fillOrKill: false },
};
const fill = {
  ...{
    id: 1,
    market: 'ETHDAI',
    orderId: 7,
    orderCid: 0,
    side: 'buy',
    rate: '300',
    amount: '10',
    tradeFee: '1',
  },
  ...{ settlementFee: '0', makerRebate: '0', rebateToken: '', timestamp: 1, role: 'maker' },
  ...{ tradeFeeToken: 'ETH', settlementFeeToken: 'ETH' },
};

const inBothModes = {
  config: [0, 'c', config],
  listed: [0, 'l', { tokens: { DAI: token }, markets: { ETHDAI: market } }, 1],
  message: [0, 'm', 'unsubscribed', 1],
  error: [0, 'e', 'INVALID_FIELD: no', 1],
  pingPong: [0, 'p', 'pong', 1],
  reconnect: [0, 'rc', [5, 'soon']],
  tokenInfo: [0, 'toi', tokenInfo, 1],
  orderBookSnapshot: ['ETHDAI', 'obs', [line], 1],
  orderBookUpdate: ['ETHDAI', 'ob', line],
  tradeSnapshot: ['ETHDAI', 'ts', [trade], 1],
  trade: ['ETHDAI', 't', trade],
  ticker: ['ETHDAI', 'ti', ['300', '-1.5', '10', '3000', '301', '299'], 1],
  historicalTrades: [0, 'ht', { trades: [historicalTrade], ...RANGE }, 1],
  rate: ['ETHEUR', 'r', 3000.5, 1],
  auth: [0, 'auth', ['authenticated', ADDRESS, 'f3', ADDRESS], 1],
  balanceSnapshot: [0, 'bs', [balance], 1],
  balanceStatus: [0, 'b', balance],
  delegateSnapshot: [0, 'ds', [delegate], 1],
  delegateStatus: [0, 'd', delegate, 1],
  pendingLedgerEntrySnapshot: [0, 'les', [entry], 1],
  historicalLedgerEntries: [0, 'hle', { ledgerEntries: [entry], ...RANGE }, 1],
  ledgerEntryStatus: [0, 'le', entry, 1],
  activeOrderSnapshot: [0, 'os', [order], 1],
  historicalOrders: [0, 'ho', { orders: [order], market: 'ETHDAI', ...RANGE }, 1],
  orderStatus: [0, 'o', order, 1],
  userTrades: [0, 'uts', { trades: [userTrade], ...RANGE }, 1],
  feeTier: [0, 'ft', [10.5, 0, 0.0025], 1],

  cancelOnDisconnect: [0, 'cod', [5], 1],
  trace: [0, 'tr', {}, 1],
  solvencyProof: [0, 'sp', {}, 1],
  minimumNonceSignature: [0, 'mns', { token: ADDRESS, minNonce: 5, signature }, 1],
  userFills: [0, 'uf', { fills: [fill], ...RANGE }, 1],
  orderTerms: [0, 'ot', orderTerms, 1],
  listings: ['exchange', 'lis', { tokens: { DAI: token }, markets: { ETHDAI: market } }],
  tickers: ['exchange', 'tis', [['ETHDAI', '300', '-1.5', '10', '3000', '301', '299']]],
  sequencedBookSnapshot: ['ETHDAI', 'sbs', [7, 4_000_000_000, [line]], 1],
  sequencedBookUpdate: ['ETHDAI', 'sb', [7, 9, 4_000_000_000, [line]]],
  chainStats: ['ETHDAI', 'cs', [21_000_000, 7]],
};

export const samples = {
  default: {
    ...inBothModes,
    userTrade: ['ETHDAI', 'ts', userTrade],
    orderCancellationSignature: [0, 'uts', { signature }, 1],
    barData: ['ETHDAI', 'bd', { bars: [bar], ...bars }, 1],
    bar: ['ETHDAI', 'bar', bar],
  },
  distinct: {
    ...inBothModes,
    userTrade: ['ETHDAI', 'ut', userTrade],
    orderCancellationSignature: [0, 'ocs', { signature }, 1],
    barData: ['ETHDAI', 'bd', { bars: [[...bar, 3000]], ...bars }, 1],
    bar: ['ETHDAI', 'bar', [...bar, 3000]],
  },
} as const;
