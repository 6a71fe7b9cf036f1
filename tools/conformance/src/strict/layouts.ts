import {
  address,
  bool,
  type Check,
  float,
  floatString,
  hash,
  intString,
  list,
  literal,
  mapOf,
  Mismatch,
  name,
  nullable,
  object,
  string,
  tuple,
  uint,
  uintString,
} from './grammar';

/** The layouts of the interface's tables, written down from them once more, by hand. */

const direction = literal(0, 1);

export const order = tuple(
  ['ID', uint],
  ['CID', uint],
  ['HASH', hash],
  ['MARKET', name],
  ['ACTIVE', bool],
  ['CANCELED', bool],
  ['SELL_TOKEN', name],
  ['BUY_TOKEN', name],
  ['SELL_TOKEN_AMOUNT', uintString],
  ['BUY_TOKEN_AMOUNT', uintString],
  ['SELL_TOKEN_REMAINING', uintString],
  ['BUY_TOKEN_REMAINING', uintString],
  ['SELL_TOKEN_BOOK_AMOUNT', uintString],
  ['BUY_TOKEN_BOOK_AMOUNT', uintString],
  ['BOOK_RATE', floatString],
  ['STOP_RATE', nullable(floatString)],
  ['PEGGED_CURRENCY', nullable(name)],
  ['PEGGED_RATE', nullable(floatString)],
  ['HIDDEN', bool],
  ['TRADES', list(uint)],
  ['INFO_STRING', string],
  ['NONCE', uint],
  ['TIMESTAMP', uint],
  ['LAST_ACTIVE_TIMESTAMP', uint],
);

/** A member `deadline` beside those of the table: in Unix seconds, until when the contract takes the signature. */
const signature = object({
  optional: { v: literal(27, 28), r: hash, s: hash, nonce: uint, deadline: uint },
});

const change = tuple(['TOKEN', name], ['AMOUNT', intString], ['FEES', intString], ['NET', intString]);
const mark = literal(1, 0, -1);

const entryPositions = tuple(
  ['ID', uint],
  ['TYPE', literal('deposit', 'trade', 'withdrawal')],
  ['CHANGES', list(change)],
  ['APPLIED', list(tuple(['SETTLED', mark], ['USABLE', mark], ['BLOCKED', mark]))],
  ['SIGNATURE', signature],
  ['TRANSACTION_HASH', nullable(hash)],
  ['BLOCK_NUMBER', nullable(uint)],
  ['BLOCK_HASH', nullable(hash)],
  ['CANCELED', bool],
  ['DESCRIPTION', string],
  ['TIMESTAMP', uint],
  ['LAST_UPDATED', uint],
);

/** The items of APPLIED are those of CHANGES. */
export const ledgerEntry: Check = (value, path) => {
  entryPositions(value, path);
  const [, , changes, applied] = value as readonly unknown[][];
  if (applied?.length === changes?.length) return;
  throw new Mismatch(`${path}[3] APPLIED`, `an array of ${changes?.length}, as CHANGES`, applied);
};

export const balance = tuple(
  ['TOKEN', name],
  ['SETTLED_BALANCE', uintString],
  ['USABLE_BALANCE', uintString],
  ['BLOCKED_BALANCE', uintString],
);

export const delegate = tuple(
  ['DELEGATE_ADDRESS', address],
  ['ACTIVE', bool],
  ['ACCEPTED', bool],
  ['REMOVAL_SIGNATURE', signature],
  ['LABEL', string],
  ['IS_TRADING_LOGIN', bool],
);

export const marketTrade = tuple(
  ['ID', uint],
  ['DIRECTION', direction],
  ['RATE', floatString],
  ['AMOUNT', uintString],
  ['TIMESTAMP', uint],
);

const historicalTrade = tuple(
  ['ID', uint],
  ['MARKET', name],
  ['DIRECTION', direction],
  ['RATE', floatString],
  ['AMOUNT', uintString],
  ['TIMESTAMP', uint],
);

export const userTrade = tuple(
  ['ID', uint],
  ['MARKET', name],
  ['DIRECTION', direction],
  ['RATE', floatString],
  ['AMOUNT', uintString],
  ['TRADE_FEE', uintString],
  ['SETTLEMENT_FEE', uintString],
  ['MAKER_REBATE', uintString],
  ['REBATE_TOKEN', string],
  ['TIMESTAMP', uint],
  ['INVOLVED_ORDER_ID', uint],
  ['INVOLVED_ORDER_CID', uint],
);

const bookLine = tuple(
  ['DIRECTION', direction],
  ['RATE', floatString],
  ['AMOUNT', uintString],
  ['ORDER_COUNT', uint],
);

const ticker = tuple(
  ['RATE', floatString],
  ['CHANGE_24H', floatString],
  ['VOLUME_TRADED_24H', floatString],
  ['VOLUME_QUOTE_24H', floatString],
  ['HIGH_24H', floatString],
  ['LOW_24H', floatString],
);

const bar = tuple(
  ['TIMESTAMP', float],
  ['OPEN', float],
  ['HIGH', float],
  ['LOW', float],
  ['CLOSE', float],
  ['VOLUME', float],
);

const feeTier = tuple(['TRAILING_ETH_VOLUME_30D', float], ['MAKER_FEE', float], ['TAKER_FEE', float]);

const listedToken = object({ required: { contract: address, name, decimals: uint }, open: true });

export const listed = object({
  required: {
    tokens: mapOf(name, listedToken),
    markets: mapOf(
      name,
      object({
        required: {
          traded: name,
          quote: name,
          minOrderAmountQuote: uintString,
          minOrderRemainingQuote: uintString,
        },
        open: true,
      }),
    ),
  },
  open: true,
});

/** The HTTP variant, whose markets need no minimums. */
export const listedHttp = object({
  required: {
    tokens: mapOf(name, listedToken),
    markets: mapOf(name, object({ required: { traded: name, quote: name }, open: true })),
  },
  open: true,
});

export const config = object({
  required: {
    contractAddress: address,
    network: name,
    conversionCurrencies: mapOf(name, name),
    barDataPrecisions: mapOf(name, uint),
  },
  open: true,
});

export const tokenInfo = object({
  required: {
    name,
    symbol: name,
    contract: address,
    decimals: uint,
    minOrderAmount: uintString,
    minOrderRemaining: uintString,
    supply: string,
    description: string,
    links: mapOf(name, string),
  },
  open: true,
});

export const envelope = (data: Check): Check =>
  object({ required: { status: literal(0), message: literal('success'), data } });

export const failure: Check = (value, path) => {
  object({ required: { status: uint, message: name, data: literal(null) } })(value, path);
  const { status } = value as { status: number };
  if (status === 0) throw new Mismatch(`${path}.status`, 'another number than 0', status);
};

export const httpBookLine = object({
  required: {
    direction: literal('BUY', 'SELL'),
    rate: floatString,
    amount: uintString,
    orderCount: uint,
  },
});

export const httpTrade = object({
  required: {
    id: uint,
    market: name,
    direction: literal('BUY', 'SELL'),
    rate: floatString,
    amount: uintString,
    timestamp: uint,
  },
});

const echoes = { from: uint, to: uint, before: uint, limit: uint };

const general: Readonly<Record<string, Check>> = {
  c: config,
  l: listed,
  m: string,
  e: string,
  p: literal('pong'),
  rc: tuple(['SECONDS_TILL_RECONNECT', uint], ['MESSAGE', string]),
  auth: tuple(
    ['STATUS', literal('authenticated', 'loggedOff')],
    ['ADDRESS', address],
    ['SESSION_ID', nullable(string)],
    ['DELEGATE', address],
  ),
  bs: list(balance),
  b: balance,
  ds: list(delegate),
  d: delegate,
  les: list(ledgerEntry),
  hle: object({ required: { ledgerEntries: list(ledgerEntry) }, optional: echoes }),
  le: ledgerEntry,
  os: list(order),
  ho: object({ required: { orders: list(order) }, optional: { market: name, ...echoes } }),
  o: order,
  ft: feeTier,
  ht: object({ required: { trades: list(historicalTrade) }, optional: echoes }),
  // Layouts of answers that the seed leaves open.
  toi: tokenInfo,
  cod: tuple(['SECONDS', uint]),
  tr: object({ open: true }),
};

// `hash` says which order it is for.
const cancellation = object({ required: { signature }, optional: { hash } });
const userTrades = object({ required: { trades: list(userTrade) }, optional: { market: name, ...echoes } });
const market: Readonly<Record<string, Check>> = {
  obs: list(bookLine),
  ob: bookLine,
  t: marketTrade,
  ti: ticker,
  ht: object({ required: { trades: list(historicalTrade) }, optional: echoes }),
  bd: object({ required: { bars: list(bar), from: uint, to: uint, precision: name, last: bool } }),
  r: float,
  bar,
  cs: tuple(['BLOCK_HEIGHT', uint], ['GAS_PRICE', uint]),
};

/** Two events share `ts`: a snapshot is a list of trades, a user trade one flat array. */
const tradesOrUserTrade: Check = (message, path) => {
  const flat = Array.isArray(message) && message.length > 0 && !Array.isArray(message[0]);
  (flat ? userTrade : list(marketTrade))(message, path);
};

/** Two events share `uts`: one has a signature. */
const userTradesOrCancellation: Check = (message, path) => {
  const signed = typeof message === 'object' && message !== null && 'signature' in message;
  (signed ? cancellation : userTrades)(message, path);
};

/** The check of a packet's message by its channel and event id; undefined for an event that no table has. */
export function layoutOf(channel: string | 0, event: string): Check | undefined {
  if (channel === 0) return event === 'uts' ? userTradesOrCancellation : general[event];
  return event === 'ts' ? tradesOrUserTrade : market[event];
}
