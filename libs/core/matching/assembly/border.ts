/*
 * What both sides of the border agree on: the book's module compiles this file, and TypeScript imports it. Places are in
 * bytes from where a record or a block begins. Numbers of kinds and reasons are part of every digest: a new one goes to
 * the end.
 */

/* An order's record of 128 bytes. */
export const SELL_AMOUNT = 0;
export const BUY_AMOUNT = 16;
export const SOLD = 32;
export const BOUGHT = 48;
export const SELL_BOOK = 64;
export const BUY_BOOK = 80;
export const ID = 96;
export const EXPIRES_AT = 104;
/** Its level; of an order in no book its rate key. */
export const LEVEL = 112;
export const FLAGS = 116;
export const ACCOUNT = 120;
export const FEES = 124;

/* Its flags; its execution stands above them. */
export const SELLS = 1;
export const HIDDEN = 2;
/** Has a peg or a stop, or more held than it offers: only the rules on objects know what to do with it. */
export const CONDITIONAL = 4;
export const EXECUTION_SHIFT = 3;

/* Executions. */
export const NO_EXECUTION = 0;
export const POST_ONLY = 1;
export const IMMEDIATE_OR_CANCEL = 2;
export const FILL_OR_KILL = 3;

/* What others read of a level's record. */
export const LEVEL_COUNT = 40;
export const LEVEL_RATE_KEY = 44;

/* What a call of the module that places or matches comes to. */
/** Nothing is done: the order can't be let in, and the rules on objects say why. */
export const REFUSED = 0;
/** The step is done. */
export const DONE = 1;
/** The order is matched, and what is left of it rests or is closed. */
export const MATCHED = 2;
/** The step has no work left. */
export const UNFINISHED = 3;
/** The next maker is conditional. */
export const MEETS_CONDITIONAL = 4;
/** A trade happened, and somebody waits to hear of each. */
export const TRADED = 5;
/** The next level may be outside of the price band. */
export const NEXT_LEVEL = 6;
/** A trade would break a condition of the contract. */
export const PRICE_BROKEN = 7;
export const OVERFILL = 8;
/** What a maker, or the taker, has in the book is used up, and more of it is signed. */
export const MAKER_USED_UP = 9;
export const TAKER_USED_UP = 10;

/* What the market's state has besides the book. */
export const WORK_LEFT = 0;
export const LAST_RATE = 4;
export const TRADE_COUNT = 8;
export const TRADE_TIME = 16;
export const MARKET_INDEX = 24;
export const MINIMUM = 32;
export const MINIMUM_QUOTE = 48;
/** Whether to come back after each trade, and before each level. */
export const TELLS_TRADES = 64;
export const TELLS_LEVELS = 68;
/** The order that was met, or the rate of the level that comes. */
export const MET = 72;
/** The rate of the level that is within the band. */
export const ALLOWED_RATE = 76;
/** Why an order would be done if no more of it were signed. */
export const REASON = 80;
/** Whether a taker gets what it signed to the last unit: `takersKeepTerms`. */
export const KEEPS_TERMS = 84;
export const MARKET_BYTES = 88;
/** No rate key. */
export const NO_RATE = -1;

/* The block of the tape: the address of its words and their number; then the same of what they carry. */
export const TAPE_LENGTH = 4;
export const TAPE_CARRIED = 12;
export const TAPE_CARRIED_LENGTH = 16;

/* The block of the digest: two halves of 32 bits. */
export const DIGEST_LOW = 0;
export const DIGEST_HIGH = 4;

export const AMOUNT_SIZE = 16;

/* Kinds of events, in the lowest bits of an event's first word; a detail stands above. */
export const DETAIL_SHIFT = 8;
export const EVENT_WAITING = 0;
export const EVENT_TRIGGERED = 1;
export const EVENT_EDITED = 2;
export const EVENT_EDIT_REFUSED = 3;
export const EVENT_RESTED = 4;
export const EVENT_TRADE = 5;
export const EVENT_DONE = 6;
export const EVENT_NOT_OPEN = 7;
export const EVENT_LEVEL = 8;
export const EVENT_STATUS = 9;

/** The largest event in words, apart from the name of a currency. */
export const EVENT_WORDS = 48;

/* Why an order is done. */
export const DONE_FILLED = 0;
export const DONE_DUST = 1;
export const DONE_SELF_TRADE = 2;
export const DONE_BELOW_MINIMUM = 3;
export const DONE_MARKET_CLOSED = 4;
export const DONE_MARKET_RESTARTING = 5;
export const DONE_DELISTED = 6;
export const DONE_PRICE_BAND = 7;
export const DONE_POST_ONLY = 8;
export const DONE_IMMEDIATE_OR_CANCEL = 9;
export const DONE_FILL_OR_KILL = 10;
export const DONE_OWNER = 11;
export const DONE_EXPIRED = 12;
export const DONE_DELEGATE_REMOVED = 13;
export const DONE_ORDER_CANCELED_ON_CHAIN = 14;
export const DONE_EXIT_REQUESTED = 15;
export const DONE_DISCONNECTED = 16;
export const DONE_TRADE_REVERSED = 17;
export const DONE_OPERATOR = 18;
