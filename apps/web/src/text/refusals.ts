import type { ExchangeErrorCode } from '@exchange/client';

/** What to do about each refusal of the exchange, and about what can go wrong on the way to it. */
export const refusals: Readonly<Record<ExchangeErrorCode, string>> = {
  // The shape of what was sent: this page's own fault.
  INVALID_JSON: 'This page sent something unreadable. Reload it; if it happens again, tell the operator.',
  INVALID_FRAME: 'This page sent something unreadable. Reload it; if it happens again, tell the operator.',
  INVALID_COMMAND: 'This page sent something unreadable. Reload it; if it happens again, tell the operator.',
  UNKNOWN_COMMAND: 'The exchange is of an older release than this page. Reload the page.',
  INVALID_FIELD: 'Something that was entered can’t be used. Correct it as the exchange says.',
  TOO_MANY_COMMANDS: 'This page sent too much at once, and nothing was done. Try again.',
  // Who somebody is.
  NOT_AUTHENTICATED: 'You are logged off. Log in, then do it again.',
  DELEGATE_NOT_ALLOWED: 'This needs the account’s own key. Log in with your wallet, then do it again.',
  DELEGATE_UNKNOWN:
    'The key of this browser may not act for the account. Register it again, or log in with your wallet.',
  DELEGATE_TAKEN: 'This key is registered already. Make a new one.',
  INVALID_SIGNATURE:
    'What was signed is not what was sent. See that the wallet shows the same account and chain, then sign again.',
  INVALID_MESSAGE: 'The text of the login isn’t one that the exchange takes. Log in again.',
  MESSAGE_REUSED: 'This login was used before. Log in again.',
  INVALID_SESSION: 'The session has ended. Log in again.',
  INVALID_GRANT: 'The login ended meanwhile. Log in again, then look whether it was done.',
  NOT_ON_RECORD: 'The exchange doesn’t know the account yet. Deposit something first.',
  USERNAME_TAKEN: 'Somebody else has this name. Choose another one.',
  TOTP_INVALID: 'The code, the name or the address is wrong. Check them, and wait for the next code.',
  // Limits, and what is away.
  RATE_LIMITED:
    'Too much was asked in a short time, and nothing was done. Wait some seconds, then try again.',
  TOO_MANY_CONNECTIONS: 'Too many connections come from your network. Close other tabs and programs.',
  TOO_MANY_OPEN_ORDERS: 'No more orders of this kind can be open in the market. Cancel some first.',
  TOO_MANY_ANNOUNCED: 'Too many deposits or keys wait for the chain. Wait until some are final.',
  UNAVAILABLE: 'A part of the exchange doesn’t answer, and nothing was done. Try again in a few seconds.',
  UNKNOWN_OUTCOME:
    'No answer came in time: it may have been done. Look at your open orders and entries before you try again.',
  DEADLINE_PASSED: 'The exchange was too busy to do it in time, and nothing was done. Try again.',
  // What is listed.
  UNKNOWN_MARKET: 'There is no such market. Choose one from the list.',
  UNKNOWN_TOKEN: 'There is no such token. Choose one from the list.',
  UNKNOWN_EVENT: 'The exchange is of another release than this page. Reload the page.',
  INVALID_LISTING: 'This can’t be listed. It concerns operators: the exchange says why.',
  ALREADY_LISTED: 'It is listed already, with other values. It concerns operators: edit it instead.',
  INVALID_TRANSITION:
    'The market can’t get this status now. It concerns operators: the exchange says which it can.',
  MARKET_CLOSED:
    'The market takes no such orders now. See its status beside its name; open orders can be canceled.',
  MARKET_RESTARTING: 'The market is being opened again. Try again in a few seconds.',
  SETTLEMENT_LATE:
    'Trades wait for the chain, and only cancels are taken meanwhile. Wait: it ends by itself.',
  OPERATOR_LOG_FORKED: 'Nothing was done. It concerns operators: verify the log.',
  OPERATOR_ORDER_PASSED:
    'Nothing was done. It concerns operators: look at what holds now, and order it anew.',
  OPERATOR_ORDER_AHEAD: 'Nothing was done. It concerns operators: verify the log.',
  // Orders.
  TOKEN_MISMATCH: 'The order’s tokens aren’t those of the market. Reload the page, and enter it again.',
  AMOUNT_TOO_SMALL: 'The order is too small. Raise it to the minimum that the exchange names.',
  AMOUNT_OUT_OF_RANGE: 'The amount is too large, or more than is left of what you signed. Lower it.',
  RATE_OUT_OF_RANGE: 'The rate is worse than the one you signed, or none that can be shown. Change it.',
  EXPIRY_TOO_EARLY: 'The order would end at once. Let it last longer.',
  NONCE_TOO_LOW:
    'You canceled all orders of this token for good, and this one is among them. Place a new one.',
  DUPLICATE_ORDER: 'This order was placed before: it is among your orders. For another one, enter it anew.',
  DUPLICATE_CID: 'An open order has the same name. Place it again under a new one.',
  INSUFFICIENT_BALANCE:
    'Not enough is usable. Lower the amount, deposit more, or cancel an order that blocks it.',
  UNKNOWN_ORDER: 'You have no such order. Look at your open orders.',
  UNKNOWN_TRADE: 'You took no part in such a trade. Look at your trades.',
  ORDER_NOT_OPEN: 'The order isn’t open any more. Your orders show how it ended.',
  EDIT_PENDING: 'An earlier edit of this order isn’t decided yet. Wait a moment, then edit it again.',
  EDIT_REFUSED:
    'The order could not be changed and is as it was, or has ended. Look at it, then edit it again.',
  ACCOUNT_FROZEN:
    'The account may not trade or withdraw now. Deposit what the exchange says is missing, wait, or ask the operator.',
  NO_SHORTFALL: 'The account lacks nothing. It concerns operators: look at the shortfalls.',
  FEE_COLLECTOR: 'The account that collects fees can’t do this. Use another account.',
  // Withdrawals.
  NOT_SETTLED:
    'Some of it was bought and isn’t settled yet. Withdraw less, or wait until the trades are final.',
  EXIT_REQUESTED: 'You are leaving with this token. Finish the exit, or give it up, first.',
  NONCE_USED: 'This withdrawal was sent before. Look at the pending entries; for another one, start anew.',
  FEE_TOO_LOW:
    'The fee that you allow is below the cost of gas. Allow what the exchange says, or send it yourself.',
  WITHDRAWALS_REST:
    'The contract refused a withdrawal that you had sent for you. Send the next one yourself, or wait a day.',
  WITHDRAWALS_PAUSED:
    'Withdrawals are paused while the figures are checked. Wait, or leave by the exit, which needs nobody.',
  TOO_MANY_WITHDRAWALS:
    'Too many withdrawals are under way. Wait until one is final, or send this one yourself.',
  UNKNOWN_ENTRY: 'There is no such entry. Look at the pending ones.',
  // On the way to the exchange.
  CONNECTION_LOST:
    'The line was lost: it may have been done. The page comes back by itself; look before you try again.',
  TIMEOUT:
    'No answer came in time: it may have been done. Look at your orders and entries before you try again.',
  UNKNOWN_ERROR: 'Something unexpected happened. Look at your orders and entries, then try again.',
};
