/** Every command that the seed names, with its cost in tenths of a point. */
export const COMMAND_TENTHS: Readonly<Record<string, number>> = {
  announceDelegate: 20,
  announceDeposit: 10,
  authenticate: 20,
  authenticateDelegate: 20,
  authenticateWithSession: 20,
  cancelOrder: 5,
  cancelOrders: 20,
  editOrder: 10,
  getActiveOrderSnapshot: 20,
  getBalanceSnapshot: 10,
  getBarData: 10,
  getDelegateSnapshot: 10,
  getFeeTier: 10,
  getHistoricalLedgerEntries: 10,
  getHistoricalOrders: 15,
  getHistoricalTrades: 10,
  getListed: 10,
  getOrderBookSnapshot: 10,
  getTOTPSalt: 15,
  getTicker: 5,
  getTokenInfo: 5,
  getUserTrades: 10,
  getUsername: 5,
  logoff: 10,
  ping: 1,
  placeOrder: 15,
  postMessage: 20,
  registerTOTPSalt: 20,
  signDelegationRemoval: 25,
  signOrderCancellation: 25,
  signWithdrawal: 25,
  submitWithdrawal: 25,
  subscribe: 20,
  unSubscribe: 5,
  updateDelegateLabel: 10,
  updateUsername: 10,
  withdrawalTransaction: 15,
};

/** Commands that were added to the seed's. */
export const ADDED_TENTHS: Readonly<Record<string, number>> = {
  getOrder: 5,
  cancelOnDisconnect: 10,
  getTrace: 10,
};

/** Every event of the seed: where it is told, and its id. */
export const EVENTS: readonly (readonly [name: string, id: string])[] = [
  ['config', 'c'],
  ['listed', 'l'],
  ['message', 'm'],
  ['error', 'e'],
  ['pingPong', 'p'],
  ['orderBookSnapshot', 'obs'],
  ['orderBookUpdate', 'ob'],
  ['tradeSnapshot', 'ts'],
  ['trade', 't'],
  ['ticker', 'ti'],
  ['historicalTrades', 'ht'],
  ['barData', 'bd'],
  ['rate', 'r'],
  ['userTrade', 'ts'],
  ['auth', 'auth'],
  ['balanceSnapshot', 'bs'],
  ['balanceStatus', 'b'],
  ['delegateSnapshot', 'ds'],
  ['delegateStatus', 'd'],
  ['pendingLedgerEntrySnapshot', 'les'],
  ['historicalLedgerEntries', 'hle'],
  ['ledgerEntryStatus', 'le'],
  ['activeOrderSnapshot', 'os'],
  ['historicalOrders', 'ho'],
  ['orderStatus', 'o'],
  ['orderCancellationSignature', 'uts'],
  ['userTrades', 'uts'],
  ['feeTier', 'ft'],
];

export const BAR_PRECISIONS: Readonly<Record<string, number>> = {
  '1m': 60,
  '5m': 300,
  '15m': 900,
  '30m': 1800,
  '1h': 3600,
  '3h': 10_800,
  '6h': 21_600,
  '12h': 43_200,
  '1d': 86_400,
  '1w': 604_800,
};

export const CURRENCIES = ['JPY', 'ETH', 'BTC', 'USD', 'EUR', 'GBP'];

export const BOOK_EVENTS: readonly string[] = ['book20', 'book100', 'book'].flatMap((depth) =>
  [5, 4, 3, 2, 1].map((digits) => `${depth}d${digits}`),
);
