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
  getOrderTerms: 5,
  cancelOnDisconnect: 10,
  getTrace: 10,
  getUserFills: 10,
};

/**
 * The event that the seed names first for a command's answer: the first packet with its rid. For what the seed leaves
 * open, docs/interface says which.
 */
const ANSWERS: Readonly<Record<string, readonly string[]>> = {
  announceDelegate: ['d'],
  announceDeposit: ['le'],
  authenticate: ['auth'],
  authenticateDelegate: ['auth'],
  authenticateWithSession: ['auth'],
  cancelOrder: ['o'],
  // Without any open order there is nothing of which an orderStatus could tell.
  cancelOrders: ['o', 'm'],
  editOrder: ['o'],
  getActiveOrderSnapshot: ['os'],
  getBalanceSnapshot: ['bs'],
  getBarData: ['bd'],
  getDelegateSnapshot: ['ds'],
  getFeeTier: ['ft'],
  getHistoricalLedgerEntries: ['hle'],
  getHistoricalOrders: ['ho'],
  getHistoricalTrades: ['ht'],
  getListed: ['l'],
  getOrderBookSnapshot: ['obs'],
  getTOTPSalt: ['m'],
  getTicker: ['ti'],
  getTokenInfo: ['toi'],
  getUserTrades: ['uts'],
  getUsername: ['m'],
  logoff: ['auth'],
  ping: ['p'],
  placeOrder: ['o'],
  postMessage: ['m'],
  registerTOTPSalt: ['m'],
  signDelegationRemoval: ['d'],
  signOrderCancellation: ['uts'],
  signWithdrawal: ['le'],
  submitWithdrawal: ['le'],
  // By subscription; a message when there is nothing to show yet.
  subscribe: ['obs', 'ts', 'ti', 'r', 'bar', 'cs', 'lis', 'tis', 'm'],
  unSubscribe: ['m'],
  updateDelegateLabel: ['d'],
  updateUsername: ['m'],
  withdrawalTransaction: ['le'],
  getOrder: ['o'],
  getOrderTerms: ['ot'],
  cancelOnDisconnect: ['cod'],
  getTrace: ['tr'],
  getUserFills: ['uf'],
};

/** What answers a command, in either event mode. */
export function answersOf(command: string, distinct: boolean): readonly string[] {
  const answers = ANSWERS[command] ?? [];
  return distinct && command === 'signOrderCancellation' ? ['ocs'] : answers;
}

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
