import type { RejectionCode } from '@exchange/core/kernel';

/** When a code is given, and what the client should do. */
export interface ErrorNote {
  readonly when: string;
  readonly remedy: string;
}

const note = (when: string, remedy: string): ErrorNote => ({ when, remedy });

const fix = 'Correct what was sent; the sentence says what would be right.';

/** Every code in our own words; codes are never reused. */
export const ERROR_NOTES: Readonly<Record<RejectionCode, ErrorNote>> = {
  INVALID_JSON: note('A frame is no JSON.', fix),
  INVALID_FRAME: note('A frame is no array.', 'Send an array of commands.'),
  INVALID_COMMAND: note('An element is no object with a string `c`.', fix),
  UNKNOWN_COMMAND: note('No command has this name.', 'Names are case-sensitive: see commands.'),
  INVALID_FIELD: note('A field is missing, superfluous, of another type or out of its bounds.', fix),
  TOO_MANY_COMMANDS: note(
    'A frame holds more than 5 commands; none was applied.',
    'Send them in several frames.',
  ),
  NOT_AUTHENTICATED: note(
    'The command needs a login, or its login has ended.',
    'Log in, then send it again.',
  ),
  DELEGATE_NOT_ALLOWED: note(
    'A delegate sent what only the own key may.',
    "Log in with the account's own key.",
  ),
  DELEGATE_UNKNOWN: note(
    'The key is announced, was removed, is over, or is a delegate of another account.',
    'Delegate it in the contract and wait for confirmations.',
  ),
  DELEGATE_TAKEN: note(
    'The key is a delegate already: of this account, or of another one for ever.',
    'Use a fresh key; updateDelegateLabel changes a label.',
  ),
  INVALID_SIGNATURE: note(
    'The signature is malformed or by a key that may not sign this: what was signed is not what was sent.',
    'Check what is signed, in which format, for which chain and contract; the sentence names the key.',
  ),
  INVALID_MESSAGE: note(
    'The text of a login does not end with the nonce, or could be meant for something else.',
    fix,
  ),
  MESSAGE_REUSED: note(
    'The text was used before, or its nonce is too old.',
    'Sign a new text with a higher nonce.',
  ),
  INVALID_SESSION: note('The session id is unknown, used, expired or voided.', 'Log in with a signature.'),
  INVALID_GRANT: note("The connection's rights ended while the command was under way.", 'Log in again.'),
  NOT_ON_RECORD: note(
    'The command would leave something behind, and the account has no deposit, trade or delegation.',
    'Deposit first.',
  ),
  USERNAME_TAKEN: note(
    'Another account has this name, whatever the case of its letters.',
    'Choose another name.',
  ),
  TOTP_INVALID: note(
    'No salt is given out: the code, the name or the address is wrong, the code was used, or too many were tried.',
    'Check them, and wait for the next code.',
  ),
  RATE_LIMITED: note('The points of the window are spent; nothing was applied.', 'Wait, and send less.'),
  TOO_MANY_CONNECTIONS: note('The address has as many connections as it may.', 'Close others.'),
  TOO_MANY_OPEN_ORDERS: note(
    'The account has as many open orders of this kind in the market as it may.',
    'Cancel some.',
  ),
  TOO_MANY_ANNOUNCED: note(
    'As many deposits or delegates are announced as may be.',
    'Wait until they are mined or dropped.',
  ),
  UNAVAILABLE: note(
    'A part of the exchange does not answer, or more is asked of it than it can answer in time; nothing was applied.',
    'Try again after the seconds that the sentence names (`try again in 3 s`), else later, with growing pauses.',
  ),
  UNKNOWN_OUTCOME: note(
    'No outcome came in time; the command may have been applied.',
    'Ask with getOrder, look at pending entries, or send the same signed order again.',
  ),
  DEADLINE_PASSED: note(
    'The command waited for more than 3.5 seconds inside the exchange and was not applied.',
    'Send it again.',
  ),
  UNKNOWN_MARKET: note('No market has this id.', 'Ids are case-sensitive: see listed.'),
  UNKNOWN_TOKEN: note('No token has this symbol or contract.', 'See listed.'),
  UNKNOWN_EVENT: note('No event has this name, or not in such a channel.', 'See subscriptions.'),
  INVALID_LISTING: note('An operator listed what cannot be listed.', 'For operators: the sentence says why.'),
  ALREADY_LISTED: note(
    'An operator listed again, with other values, what may be edited.',
    'For operators: edit it, or leave it as it is.',
  ),
  OPERATOR_LOG_FORKED: note(
    'An operator’s command is ordered by another entry of the log than the one of that sequence that was carried out.',
    'For operators: verify the log; nothing was done.',
  ),
  OPERATOR_ORDER_PASSED: note(
    'An operator’s command comes after later ones were carried out.',
    'For operators: look at what holds now, and order it anew.',
  ),
  OPERATOR_ORDER_AHEAD: note(
    'An operator’s command is ordered by an entry so far ahead of the newest that was carried out that no log can have come to it.',
    'For operators: verify the log; nothing was done.',
  ),
  INVALID_TRANSITION: note(
    'An operator set a market to a status that does not follow on the one that it has.',
    'For operators: the sentence says what the market may become.',
  ),
  MARKET_CLOSED: note('The market takes no such orders now.', 'See its status in listed.'),
  SETTLEMENT_LATE: note(
    'Trades of the market or of the account are not settled in time, or nobody may settle any: only cancels are taken.',
    'Wait: it ends by itself. A message and the status in listed say when.',
  ),
  MARKET_RESTARTING: note('The market is being reopened.', 'Try again in a few seconds.'),
  TOKEN_MISMATCH: note('The tokens of the order are not those of its market.', fix),
  AMOUNT_TOO_SMALL: note(
    'An amount or value is below a minimum.',
    'Raise it: the sentence names the minimum.',
  ),
  AMOUNT_OUT_OF_RANGE: note('An amount is too large, or book amounts exceed what was signed.', fix),
  RATE_OUT_OF_RANGE: note('A rate is worse than signed, or cannot be shown.', fix),
  EXPIRY_TOO_EARLY: note('The order would have to leave the book at once.', 'Sign a later expiry.'),
  DUPLICATE_ORDER: note(
    'This signed order was accepted before; its id is in the sentence.',
    'Sign another nonce for another order.',
  ),
  DUPLICATE_CID: note('An open order of the account has this cid.', 'Use another cid.'),
  INSUFFICIENT_BALANCE: note('The usable balance is too small.', 'Deposit, or cancel what holds it.'),
  UNKNOWN_ORDER: note('The account has no such order.', 'Look at the open orders.'),
  UNKNOWN_TRADE: note('The account took no part in such a trade.', 'Look at getUserTrades.'),
  ORDER_NOT_OPEN: note(
    'The account has no open order of this id, cid or hash: it has ended, or there never was one.',
    'Ask with getOrder how it ended.',
  ),
  EDIT_PENDING: note(
    'An earlier edit of the order is not decided yet.',
    'Wait for its outcome, then edit again.',
  ),
  EDIT_REFUSED: note(
    'The book could not make the change, as when the order traded meanwhile.',
    'Look at the order: it is as it was, or has ended.',
  ),
  ACCOUNT_FROZEN: note(
    'The account may not trade or withdraw at present: by the operator, while a trade is being reversed, or as long as tokens are missing after that, which the message names.',
    'Wait, deposit what is missing, or ask the operator.',
  ),
  NONCE_TOO_LOW: note(
    'The account canceled its orders of the sold token below a nonce, in the contract or by signMinimumNonce, and this one is among them.',
    'Sign the order anew with a nonce that is at least the one that the sentence names.',
  ),
  NO_SHORTFALL: note(
    'An operator wanted to cover what an account does not lack.',
    'For operators: look at the shortfalls.',
  ),
  FEE_COLLECTOR: note('The account that collects fees cannot do this.', 'Use another account.'),
  NOT_SETTLED: note('The amount is bought but not settled.', 'Wait for settlement, or withdraw less.'),
  EXIT_REQUESTED: note('The account is leaving with this token.', 'Finish or give up the exit first.'),
  NONCE_USED: note('The nonce of a withdrawal was used.', 'Sign another one.'),
  FEE_TOO_LOW: note(
    'The fee that a submitted withdrawal allows is below the gas cost.',
    'Allow as much as the sentence says, or withdraw with signWithdrawal.',
  ),
  WITHDRAWALS_PAUSED: note(
    'Nothing, or nothing of this token, is co-signed or submitted: the standing check of what the contract has found a difference, or the operator paused it, as the sentence says.',
    'Wait: it ends when the figures agree, or by the operator. The exit in the contract needs nobody.',
  ),
  WITHDRAWALS_REST: note(
    'The contract refused a withdrawal that the account submitted; it may submit none for a day.',
    'Have it co-signed by signWithdrawal, or wait.',
  ),
  TOO_MANY_WITHDRAWALS: note(
    'The account has as many submitted withdrawals on their way as it may, or 20 open withdrawals of both kinds.',
    'Wait until one is final or its deadline has passed; of submitted ones alone, withdraw with signWithdrawal.',
  ),
  UNKNOWN_ENTRY: note('The account has no such ledger entry.', 'Look at the pending entries.'),
};
