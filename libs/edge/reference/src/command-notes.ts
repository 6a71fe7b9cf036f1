import type { CommandName, EventName } from '@exchange/core/wire';

/** What a command is for, and the packets that answer it: the direct answer first. */
export interface CommandNote {
  readonly does: string;
  readonly answers: readonly EventName[];
}

const note = (does: string, ...answers: EventName[]): CommandNote => ({ does, answers });

const afterLogin = ['auth', 'balanceSnapshot', 'pendingLedgerEntrySnapshot', 'feeTier'] as const;

/** Every command in our own words. */
export const COMMAND_NOTES: Readonly<Record<CommandName, CommandNote>> = {
  authenticate: note(
    "Logs in with the account's own key: a signed text that ends with the nonce.",
    ...afterLogin,
  ),
  authenticateDelegate: note(
    'Logs in to the account of a delegate, by the same text signed with its key.',
    ...afterLogin,
  ),
  authenticateWithSession: note(
    'Logs in with the session id of the last auth packet, which is used up.',
    ...afterLogin,
  ),
  logoff: note('Ends the session; the connection stays open.', 'auth'),
  getUsername: note('Asks for the own name; the message is empty without one.', 'message'),
  updateUsername: note('Sets the own name, which is unique whatever the case of its letters.', 'message'),
  registerTOTPSalt: note('Keeps a salt that only a one-time code of this secret gives out again.', 'message'),
  getTOTPSalt: note('Asks for the salt of an account by a one-time code; needs no login.', 'message'),
  getDelegateSnapshot: note('Asks for all delegates.', 'delegateSnapshot'),
  announceDelegate: note(
    'Shows a delegate that the contract does not know yet; without a label and no trading login unless it says so. It has no rights, and is gone after 24 hours unless it is mined.',
    'delegateStatus',
  ),
  updateDelegateLabel: note('Gives a delegate another label.', 'delegateStatus'),
  signDelegationRemoval: note(
    'Ends the rights of a delegate at once, cancels its orders, and signs its removal for the contract. If a trade of it is not final yet, the message `pending settlement` says so without rid, and the answer follows when it is.',
    'delegateStatus',
  ),
  cancelOnDisconnect: note(
    'Has the orders placed through this connection canceled that long after it is lost, unless another connection of the account sets it again. 0 turns it off.',
    'cancelOnDisconnect',
  ),
  ping: note('Asks for a sign of life.', 'pingPong'),
  postMessage: note('Leaves the operator a message.', 'message'),
  placeOrder: note(
    'Places a signed order. It is answered when the order is funded and on disk; what it meets in the book follows.',
    'orderStatus',
    'balanceStatus',
    'userTrade',
    'ledgerEntryStatus',
  ),
  editOrder: note(
    'Changes what an open order may do within what was signed. A lower amount at the same rate keeps its place.',
    'orderStatus',
    'balanceStatus',
  ),
  cancelOrder: note(
    'Cancels one order, by id, cid or hash in either form. If several are given, they must name the same order.',
    'orderStatus',
    'balanceStatus',
  ),
  cancelOrders: note(
    'Cancels all own orders, or those of one market; answered with a message when none is left to cancel.',
    'orderStatus',
    'balanceStatus',
    'message',
  ),
  getOrder: note('Asks for one own order, by id, cid or hash in either form.', 'orderStatus'),
  getOrderTerms: note(
    'Asks what an own order was signed and placed with: terms, signer, both hashes, flags.',
    'orderTerms',
  ),
  getActiveOrderSnapshot: note('Asks for all open orders.', 'activeOrderSnapshot'),
  signOrderCancellation: note(
    'Has an order canceled and its cancellation signed for the contract, so that nobody can settle it any more. If a trade of it is not final yet, the message `pending settlement` says so without rid, and the answer follows when it is.',
    'orderCancellationSignature',
  ),
  signMinimumNonce: note(
    'Has all orders canceled that sell a token with a nonce below `minNonce`, and the minimum signed for `raiseMinNonceCoSigned` of the contract, so that nobody can settle one any more. Such orders are refused with NONCE_TOO_LOW from then on, for ever. If a trade of one is not final yet, the message `pending settlement` says so without rid, and the answer follows when it is. A minimum that is not above the last one is answered by that one.',
    'minimumNonceSignature',
  ),
  getTrace: note('Follows an own order or trade to its batch, transaction and block.', 'trace'),
  getBalanceSnapshot: note('Asks for all balances.', 'balanceSnapshot'),
  getSolvencyProof: note(
    'Proves that what the contract owes the account of a token is part of the sum in `GET /rest/v1/solvency`.',
    'solvencyProof',
  ),
  getFeeTier: note('Asks for the own fees; changes are told without asking.', 'feeTier'),
  signWithdrawal: note(
    'Has a withdrawal co-signed, with which the account takes the tokens out of the contract itself. The answer is the entry with the signature; without it the entry is told before, without the rid.',
    'ledgerEntryStatus',
  ),
  submitWithdrawal: note(
    'Hands in a signed withdrawal, which the exchange brings to the contract for a fee.',
    'ledgerEntryStatus',
    'balanceStatus',
  ),
  withdrawalTransaction: note(
    'Tells which transaction carries a withdrawal; for display.',
    'ledgerEntryStatus',
  ),
  announceDeposit: note(
    'Shows a deposit whose transaction is not mined yet; for display.',
    'ledgerEntryStatus',
  ),
  getListed: note('Asks for all tokens and markets.', 'listed'),
  getTokenInfo: note('Asks for one token, by symbol or contract.', 'tokenInfo'),
  getTicker: note('Asks for the ticker of a market.', 'ticker'),
  getOrderBookSnapshot: note('Asks for a book once, without following it.', 'orderBookSnapshot'),
  getBarData: note(
    'Asks for the bars that open from `from` to `to`, newest first, at most 2000; intervals without a trade are left out.',
    'barData',
  ),
  getHistoricalTrades: note('Asks for a page of trades of a market, or of all.', 'historicalTrades'),
  getHistoricalOrders: note('Asks for a page of own orders, open or not.', 'historicalOrders'),
  getUserTrades: note('Asks for a page of own trades.', 'userTrades'),
  getUserFills: note(
    'Asks for the same page as objects, which also say who was maker or taker and in which tokens fees were paid.',
    'userFills',
  ),
  getHistoricalLedgerEntries: note(
    'Asks for a page of own ledger entries; with a market, of those of its trades.',
    'historicalLedgerEntries',
  ),
  subscribe: note(
    'Follows each of these events of each of these markets. Refused as a whole when one is unknown. Where there is nothing to show yet, as before the first bar, a message says so.',
    'tradeSnapshot',
    'ticker',
    'orderBookSnapshot',
    'sequencedBookSnapshot',
    'sequencedBookUpdate',
    'rate',
    'bar',
    'chainStats',
    'listings',
    'tickers',
    'message',
  ),
  unSubscribe: note('Ends subscriptions; answered only when it has a rid.', 'message'),
};
