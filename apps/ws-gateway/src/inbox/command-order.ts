import type { Command, CommandName } from '@exchange/core/wire';

/** What may use what a cancel or an edit of the connection comes to, or show it: orders, cids, funds, trades, balances. */
const DEPENDENT: ReadonlySet<CommandName> = new Set([
  'placeOrder',
  'editOrder',
  'signWithdrawal',
  'submitWithdrawal',
  'getOrder',
  'getOrderTerms',
  'getActiveOrderSnapshot',
  'getBalanceSnapshot',
  'getFeeTier',
  'getHistoricalOrders',
  'getHistoricalLedgerEntries',
  'getUserTrades',
  'getUserFills',
  'getTrace',
  // A login shows balances and entries; after either the outcome would be told to nobody.
  'authenticate',
  'authenticateDelegate',
  'authenticateWithSession',
  'logoff',
]);

/**
 * Whether a command waits until an earlier one of its connection, whose handler gave a promise, is done: a cancel or an
 * edit when the engine has decided all of it. A cancel waits for neither: the books take it in its order
 * (docs/interface/websocket.md, order of packets). Undefined stands for what can't be read.
 */
export function waitsFor(earlier: Command, command: Command | undefined): boolean {
  switch (earlier.c) {
    case 'cancelOrder':
    case 'cancelOrders':
    case 'editOrder':
      return command !== undefined && DEPENDENT.has(command.c);
    default:
      return true;
  }
}
