import {
  ADDRESS_LIMITS,
  authMessage,
  balanceArray,
  barArray,
  bookChecksum,
  bookLine,
  type BookLineView,
  bookSnapshotArray,
  bookUpdateArray,
  checksumText,
  configObject,
  delegateArray,
  type EventName,
  feeTierArray,
  historicalTradeArray,
  ledgerEntryArray,
  limitsView,
  marketTickerArray,
  marketTradeArray,
  orderArray,
  tickerArray,
  userFill,
  userTradeArray,
} from '@exchange/core/wire';

const ACCOUNT = `0x${'a1'.repeat(20)}`;
const DAI = `0x${'da'.repeat(20)}`;
const ETHER = `0x${'00'.repeat(20)}`;
const HASH = `0x${'b2'.repeat(32)}`;
const TIME = 1_760_000_000_000;

const signature = { v: 27, r: HASH, s: `0x${'1c'.repeat(32)}`, nonce: 7, deadline: 1_760_086_400 };
const trade = {
  ...{ id: 1_099_511_627_777, market: 'ETHDAI', buy: true, rate: '300' },
  ...{ amount: '1000000000000000000', timestamp: TIME },
};
const order = orderArray({
  ...{ id: 140_737_488_355_329, cid: 5, hash: HASH, market: 'ETHDAI', active: true, canceled: false },
  ...{ sellToken: 'DAI', buyToken: 'ETH' },
  ...{ sellAmount: '600000000000000000000', buyAmount: '2000000000000000000' },
  ...{ sellRemaining: '300000000000000000000', buyRemaining: '1000000000000000000' },
  ...{ sellBook: '300000000000000000000', buyBook: '1000000000000000000', bookRate: '300' },
  ...{ stopRate: null, peggedCurrency: null, peggedRate: null, hidden: false, trades: [trade.id], info: '' },
  ...{ nonce: 1_760_000_000_001, timestamp: TIME, lastActive: TIME },
});
const entry = ledgerEntryArray({
  id: 140_737_488_355_330,
  type: 'withdrawal',
  changes: [{ token: 'DAI', amount: '-1500000', fees: '0', net: '-1500000' }],
  applied: [[0, 1, -1]],
  signature,
  ...{ transaction: null, blockNumber: null, blockHash: null, canceled: false, description: '' },
  ...{ timestamp: TIME, lastUpdated: TIME },
});
const tradeEntry = ledgerEntryArray({
  id: 140_737_488_355_331,
  type: 'trade',
  changes: [
    { token: 'DAI', amount: '-600000', fees: '0', net: '-600000' },
    { token: 'ETH', amount: '2000', fees: '5', net: '1995' },
  ],
  applied: [
    [1, 1, -1],
    [1, 1, -1],
  ],
  signature: {},
  ...{ transaction: HASH, blockNumber: 21_000_000, blockHash: HASH, canceled: false, description: 'trade' },
  ...{ timestamp: TIME, lastUpdated: TIME },
});
const balance = balanceArray({ token: 'DAI', settled: '900', usable: '600', blocked: '0' });
const delegate = delegateArray({
  ...{ delegate: ACCOUNT, active: true, accepted: true, removalSignature: {} },
  ...{ label: 'bot', isTradingLogin: false },
});
const line = bookLine({ side: 'buy', rate: '300', amount: '1000000000000000000', count: 1 });
const ask = { side: 'sell', rate: '301.5', amount: '2500000000000000000', count: 2 } as const;
const bid = { side: 'buy', rate: '300', amount: '1000000000000000000', count: 1 } as const;
const bidLeft = { ...bid, amount: '400000000000000000' };
const checksumOf = (...lines: readonly BookLineView[]): number =>
  bookChecksum(lines.map((one) => checksumText(bookLine(one))));
const rates = { open: '300', high: '301', low: '299.5', close: '300' };
const bar = barArray({ time: TIME, ...rates, volume: '12.5', volumeQuote: '3750' });
const minimums = { minOrderAmount: '10000000000000000', minOrderRemaining: '10000000000000000' };
const tokens = {
  DAI: { contract: DAI, name: 'Dai', decimals: 18, ...minimums, status: 'open' },
  ETH: { contract: ETHER, name: 'Ether', decimals: 18, ...minimums, status: 'open' },
};
const market = {
  ...{ traded: 'ETH', quote: 'DAI', status: 'open' },
  ...{ minOrderAmountQuote: '1000000', minOrderRemainingQuote: '500000' },
};

export const EXAMPLE_TICKER = {
  ...{ rate: '300', change24h: '-2.91', volumeTraded24h: '12.5' },
  ...{ volumeQuote24h: '3750', high24h: '309', low24h: '299.5' },
};
export const EXAMPLE_TOKEN = {
  ...{ name: 'Dai', symbol: 'DAI', contract: DAI, decimals: 18, ...minimums },
  ...{ supply: '1000000', description: 'a token of one dollar' },
  links: { website: 'https://example.org' },
};
export const EXAMPLE_CONFIG = configObject({
  ...{ contractAddress: ACCOUNT, network: 'dev', name: 'Exchange', chainId: 31_337, confirmations: 2 },
  fees: [{ volume: '0', makerPpm: 0, takerPpm: 2500 }],
  ...{ time: TIME, limits: limitsView(ADDRESS_LIMITS), websocketUrl: 'wss://example.org/ws/v1' },
  ...{ explorerUrl: 'https://example.org/explorer', waitingPeriod: 86_400 },
  ...{ rpcUrl: 'http://127.0.0.1:8090', depositRouter: DAI },
});
export const EXAMPLE_LISTED = { tokens, markets: { ETHDAI: market } };
export const EXAMPLE_SOLVENCY = {
  ...{ block: 21_000_000, hash: HASH, time: 1_760_000_000, checkedAt: TIME, difference: null },
  tokens: [
    {
      ...{ token: DAI, symbol: 'DAI', holdings: '1000000', liabilities: '999999', balances: '999999' },
      ...{ ledger: '999999', surplus: '1', accounts: 2, root: HASH },
    },
  ],
};
export const EXAMPLE_TRADE = trade;
export const EXAMPLE_BAR = bar;

/** A message of each event, as the server sends it. */
export const EXAMPLES: Readonly<Record<EventName, unknown>> = {
  config: EXAMPLE_CONFIG,
  listed: EXAMPLE_LISTED,
  message: 'no open orders',
  error: 'INSUFFICIENT_BALANCE: 3 DAI usable, 300 needed',
  pingPong: 'pong',
  reconnect: [12, ''],
  orderBookSnapshot: [line],
  orderBookUpdate: line,
  sequencedBookSnapshot: bookSnapshotArray({ seq: 7041, checksum: checksumOf(bid, ask), lines: [bid, ask] }),
  sequencedBookUpdate: bookUpdateArray({
    ...{ previousSeq: 7041, seq: 7044, checksum: checksumOf(bidLeft, ask), lines: [bidLeft] },
  }),
  tradeSnapshot: [marketTradeArray(trade)],
  trade: marketTradeArray(trade),
  ticker: tickerArray(EXAMPLE_TICKER),
  historicalTrades: { trades: [historicalTradeArray(trade)], limit: 1 },
  barData: { bars: [bar], from: 1_760_000_000, to: 1_760_000_060, precision: '1m', last: false },
  bar,
  rate: 2514.37,
  chainStats: [21_000_000, 1_000_000_000],
  listings: EXAMPLE_LISTED,
  tickers: [marketTickerArray({ market: 'ETHDAI', ...EXAMPLE_TICKER })],
  userTrade: userTradeArray({
    ...trade,
    ...{ tradeFee: '2500000000000000', settlementFee: '0', makerRebate: '0', rebateToken: '' },
    ...{ orderId: 140_737_488_355_329, orderCid: 5 },
  }),
  auth: authMessage({ status: 'authenticated', address: ACCOUNT, session: 'f3'.repeat(32), delegate: ETHER }),
  balanceSnapshot: [balance],
  balanceStatus: balance,
  delegateSnapshot: [delegate],
  delegateStatus: delegate,
  pendingLedgerEntrySnapshot: [entry],
  historicalLedgerEntries: { ledgerEntries: [tradeEntry, entry], before: 140_737_488_355_400 },
  ledgerEntryStatus: entry,
  activeOrderSnapshot: [order],
  historicalOrders: { orders: [order], market: 'ETHDAI' },
  orderStatus: order,
  orderTerms: {
    ...{ id: 140_737_488_355_329, cid: 5, hash: HASH, digest: HASH, packedHash: `0x${'1c'.repeat(32)}` },
    ...{ market: 'ETHDAI', signer: ACCOUNT, signatureFormat: 'signTypedData' },
    terms: {
      ...{ sellToken: DAI, sellAmount: '600000000000000000000', buyToken: ETHER },
      ...{ buyAmount: '2000000000000000000', expiry: 1_900_000_000, nonce: 1_760_000_000_001 },
    },
    ...{ timeInForce: 1_899_913_600, hidden: false },
    ...{ postOnly: true, immediateOrCancel: false, fillOrKill: false, rebateToken: 'sell' },
  },
  orderCancellationSignature: { signature, hash: HASH },
  minimumNonceSignature: { token: DAI, minNonce: 1_700_000_000_000, signature },
  userTrades: { trades: [] },
  userFills: {
    fills: [
      userFill(
        {
          ...{ ...trade, role: 'taker', tradeFee: '2500000000000000', settlementFee: '0', makerRebate: '0' },
          ...{ rebateToken: '', orderId: 140_737_488_355_329, orderCid: 5 },
        },
        market,
      ),
    ],
    limit: 1,
  },
  feeTier: feeTierArray({ volume: '100.25', makerPpm: 0, takerPpm: 2500 }),
  tokenInfo: EXAMPLE_TOKEN,
  cancelOnDisconnect: [30],
  solvencyProof: {
    ...{
      account: ACCOUNT,
      token: DAI,
      amount: '1500000',
      salt: HASH,
      index: 1,
      block: 21_000_000,
      leaves: 2,
    },
    siblings: [{ sum: '500000', hash: HASH }],
    root: HASH,
  },
  trace: {
    order,
    trades: [
      {
        ...{ id: trade.id, market: 'ETHDAI', orderId: 140_737_488_355_329, time: TIME, state: 'mined' },
        ...{ role: 'taker', settlementFeeToken: 'ETH' },
        ...{ batch: { id: 12, transaction: HASH }, block: { number: 21_000_000, hash: HASH } },
      },
    ],
    more: false,
  },
};
