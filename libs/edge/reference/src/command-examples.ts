import { type CommandName } from '@exchange/core/wire';

const ADDRESS = `0x${'a1'.repeat(20)}`;
const DAI = `0x${'da'.repeat(20)}`;
const ETHER = `0x${'00'.repeat(20)}`;
const HASH = `0x${'b2'.repeat(32)}`;
const SIGNATURE = `0x${'1c'.repeat(64)}1b`;
const login = { message: 'Hello 1760000000001', nonce: 1_760_000_000_001, signature: SIGNATURE };
const page = { market: 'ETHDAI', before: 1_099_511_627_777, limit: 50 };

/** Fields of each command, as a client may send it. */
export const COMMAND_EXAMPLES: Readonly<Record<CommandName, object>> = {
  authenticate: login,
  authenticateDelegate: login,
  authenticateWithSession: { address: ADDRESS, session: 'f3'.repeat(32) },
  logoff: {},
  getUsername: {},
  updateUsername: { username: 'alice', signature: SIGNATURE },
  registerTOTPSalt: { TOTPSecret: 'JBSWY3DPEHPK3PXP', salt: 'k3fj2' },
  getTOTPSalt: { TOTP: 123_456, username: 'alice' },
  getDelegateSnapshot: {},
  announceDelegate: { address: ADDRESS, label: 'bot', isTradingLogin: false },
  updateDelegateLabel: { address: ADDRESS, label: 'new bot' },
  signDelegationRemoval: { address: ADDRESS },
  cancelOnDisconnect: { seconds: 30 },
  ping: {},
  postMessage: { message: 'The chart of ETHDAI stands still.' },
  placeOrder: {
    ...{ market: 'ETHDAI', buyToken: ETHER, sellToken: DAI },
    ...{ buyAmount: '2000000000000000000', sellAmount: '600000000000000000000' },
    ...{ expiry: 1_900_000_000, nonce: 1_760_000_000_002, signature: SIGNATURE },
    ...{ signatureFormat: 'signTypedData', cid: 5, postOnly: true },
  },
  editOrder: { cid: 5, buyBookAmount: '1000000000000000000', sellBookAmount: '300000000000000000000' },
  cancelOrder: { cid: 5 },
  cancelOrders: { market: 'ETHDAI' },
  getOrder: { hash: HASH },
  getOrderTerms: { cid: 5 },
  getActiveOrderSnapshot: {},
  signOrderCancellation: { hash: HASH },
  signMinimumNonce: { token: DAI, minNonce: 1_700_000_000_000 },
  getTrace: { tradeId: 1_099_511_627_777 },
  getBalanceSnapshot: {},
  getFeeTier: {},
  getSolvencyProof: { token: DAI },
  signWithdrawal: { token: DAI, amount: '1500000' },
  submitWithdrawal: {
    ...{ token: DAI, amount: '50000000000000000000', nonce: 8, maxFee: '5000000000000000000' },
    ...{ signature: SIGNATURE, signatureFormat: 'signTypedData' },
  },
  withdrawalTransaction: { id: 140_737_488_355_330, txhash: HASH },
  announceDeposit: { token: DAI, amount: '1500000', txhash: HASH },
  getListed: {},
  getTokenInfo: { symbol: 'DAI' },
  getTicker: { market: 'ETHDAI' },
  getOrderBookSnapshot: { market: 'ETHDAI', limit: 20, decimals: 4 },
  getBarData: { from: 1_760_000_000, to: 1_760_003_600, market: 'ETHDAI', precision: '1m' },
  getHistoricalTrades: page,
  getHistoricalOrders: { from: 1_760_000_000, to: 1_760_003_600 },
  getUserTrades: page,
  getUserFills: page,
  getHistoricalLedgerEntries: { limit: 20 },
  subscribe: { markets: ['ETHDAI', 'LINKETH'], events: ['trades', 'book20d5'] },
  unSubscribe: { markets: ['ETHDAI'], events: ['trades'] },
};

/** A command as it stands in a frame. */
export const exampleCommand = (name: CommandName): object => ({ c: name, rid: 1, ...COMMAND_EXAMPLES[name] });
