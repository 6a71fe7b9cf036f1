import { describe, expect, it } from '@jest/globals';
import { type Command, COMMAND_NAMES, COMMANDS, rightOf } from './command';
import { pointTenths } from './point-tenths';

/** The table of the seed (Limits, costs in points) and the costs of the added commands. */
const POINTS = {
  announceDelegate: 2,
  authenticate: 2,
  authenticateWithSession: 2,
  cancelOrders: 2,
  getActiveOrderSnapshot: 2,
  getBarData: 1,
  getFeeTier: 1,
  getHistoricalOrders: 1.5,
  getListed: 1,
  getTOTPSalt: 1.5,
  getTokenInfo: 0.5,
  getUsername: 0.5,
  ping: 0.1,
  postMessage: 2,
  signDelegationRemoval: 2.5,
  signWithdrawal: 2.5,
  subscribe: 2,
  updateDelegateLabel: 1,
  withdrawalTransaction: 1.5,
  announceDeposit: 1,
  authenticateDelegate: 2,
  cancelOrder: 0.5,
  editOrder: 1,
  getBalanceSnapshot: 1,
  getDelegateSnapshot: 1,
  getHistoricalLedgerEntries: 1,
  getHistoricalTrades: 1,
  getOrderBookSnapshot: 1,
  getTicker: 0.5,
  getUserTrades: 1,
  logoff: 1,
  placeOrder: 1.5,
  registerTOTPSalt: 2,
  signOrderCancellation: 2.5,
  submitWithdrawal: 2.5,
  unSubscribe: 0.5,
  updateUsername: 1,
  getOrder: 0.5,
  cancelOnDisconnect: 1,
  getTrace: 1,
  getSolvencyProof: 1,
  signMinimumNonce: 2.5,
  getOrderTerms: 0.5,
  getUserFills: 1,
};

describe('the commands', () => {
  it('are those of the reference, with its costs', () => {
    expect(Object.fromEntries(COMMAND_NAMES.map((name) => [name, COMMANDS[name].tenths / 10]))).toEqual(
      POINTS,
    );
  });

  it('that a delegate may not send are those of the reference', () => {
    expect(COMMAND_NAMES.filter((name) => rightOf(name) === 'ownKey').sort()).toEqual([
      'registerTOTPSalt',
      'signDelegationRemoval',
      'signMinimumNonce',
      'signWithdrawal',
      'updateDelegateLabel',
      'updateUsername',
    ]);
  });

  it.each([
    [1, 1, 20],
    [10, 1, 20],
    [11, 1, 40],
    [4, 5, 40],
  ])('subscribe to %i markets and %i events costs %i tenths', (markets, events, tenths) => {
    const command: Command = {
      c: 'subscribe',
      markets: Array<string>(markets).fill('ETHDAI'),
      events: Array<string>(events).fill('trades'),
    };
    expect(pointTenths(command)).toBe(tenths);
    expect(pointTenths({ c: 'ping' })).toBe(1);
  });
});
