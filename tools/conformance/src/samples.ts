/** A well-formed command: what it must have, what it may have, and of which fields it takes just one. */
export interface Sample {
  readonly required?: Readonly<Record<string, unknown>>;
  readonly optional?: Readonly<Record<string, unknown>>;
  readonly oneOf?: Readonly<Record<string, unknown>>;
}

const ADDRESS = `0x${'56'.repeat(20)}`;
const HASH = `0x${'22'.repeat(32)}`;
const SIGNATURE = `0x${'11'.repeat(64)}1b`;
const MARKET = 'NOSUCHMARKET';
const page = { from: 1, to: 2, before: 3, limit: 4 };
const pageOfMarket = { market: MARKET, ...page };
const signed = { message: 'conformance 1', nonce: 1, signature: SIGNATURE };
const changeable = {
  hidden: true,
  timeInForce: true,
  stopRate: '1',
  buyBookAmount: '1',
  sellBookAmount: '1',
};

/** Of each command one that can be read, and comes to nothing without a login, or for want of what it names. */
export const SAMPLES: Readonly<Record<string, Sample>> = {
  authenticate: { required: signed },
  authenticateDelegate: { required: signed },
  authenticateWithSession: { required: { address: ADDRESS, session: 'none' } },
  logoff: {},
  ping: {},
  getListed: {},
  getFeeTier: {},
  getBalanceSnapshot: {},
  getDelegateSnapshot: {},
  getActiveOrderSnapshot: {},
  getUsername: {},
  getTokenInfo: { oneOf: { token: 'NOSUCHTOKEN', symbol: 'NOSUCHTOKEN', contract: ADDRESS } },
  getTicker: { required: { market: MARKET } },
  getOrderBookSnapshot: { required: { market: MARKET }, optional: { limit: 20, decimals: 5 } },
  getBarData: { required: { from: 1, to: 2, market: MARKET, precision: '1m' } },
  getHistoricalTrades: { optional: pageOfMarket },
  getHistoricalOrders: { optional: pageOfMarket },
  getUserTrades: { optional: pageOfMarket },
  getUserFills: { optional: pageOfMarket },
  getHistoricalLedgerEntries: { optional: pageOfMarket },
  subscribe: { required: { markets: [MARKET], events: ['trades'] } },
  unSubscribe: { required: { markets: [MARKET], events: ['trades'] } },
  placeOrder: {
    required: {
      market: MARKET,
      buyToken: ADDRESS,
      sellToken: ADDRESS,
      buyAmount: '1',
      sellAmount: '1',
      expiry: 2,
      nonce: 3,
      signature: SIGNATURE,
      signatureFormat: 'sign',
    },
    optional: {
      cid: 1,
      postOnly: false,
      immediateOrCancel: false,
      fillOrKill: false,
      rebateToken: 'buy',
      ...changeable,
    },
  },
  editOrder: { oneOf: { id: 1, cid: 2 }, optional: changeable },
  cancelOrder: { oneOf: { id: 1, cid: 2 } },
  cancelOrders: { optional: { market: MARKET } },
  getOrder: { oneOf: { id: 1, cid: 2, hash: HASH } },
  getOrderTerms: { oneOf: { id: 1, cid: 2, hash: HASH } },
  getTrace: { oneOf: { orderId: 1, tradeId: 2 } },
  signOrderCancellation: { required: { hash: HASH } },
  signMinimumNonce: { required: { token: ADDRESS, minNonce: 1 } },
  getSolvencyProof: { required: { token: ADDRESS } },
  signWithdrawal: { required: { token: ADDRESS, amount: '1' } },
  submitWithdrawal: {
    required: { token: ADDRESS, amount: '1', nonce: 1, signature: SIGNATURE, signatureFormat: 'sign' },
    optional: { receiver: ADDRESS, maxFee: '1', deadline: 1 },
  },
  withdrawalTransaction: { required: { id: 1, txhash: HASH } },
  announceDeposit: { required: { token: ADDRESS, amount: '1', txhash: HASH } },
  announceDelegate: { required: { address: ADDRESS }, optional: { label: 'phone', isTradingLogin: true } },
  updateDelegateLabel: { required: { address: ADDRESS, label: 'phone' } },
  signDelegationRemoval: { required: { address: ADDRESS } },
  updateUsername: { required: { username: 'nobody', signature: SIGNATURE } },
  registerTOTPSalt: { required: { TOTPSecret: 'ABCDEFGHIJKLMNOP', salt: 'salt' } },
  getTOTPSalt: { required: { TOTP: 1 }, oneOf: { username: 'nobody', address: ADDRESS } },
  cancelOnDisconnect: { required: { seconds: 5 } },
  postMessage: { required: { message: 'hello' } },
};

/** The smallest well-formed command of a name. */
export function sampleOf(c: string): { c: string } & Record<string, unknown> {
  const { required, oneOf } = SAMPLES[c] ?? {};
  return { c, ...required, ...Object.fromEntries(Object.entries(oneOf ?? {}).slice(0, 1)) };
}
