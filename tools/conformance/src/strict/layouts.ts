import {
  address,
  bool,
  type ShapeCheck,
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
export const signature = object({
  optional: { v: literal(27, 28), r: hash, s: hash, nonce: uint, deadline: uint },
});

const change = tuple(['TOKEN', name], ['AMOUNT', intString], ['FEES', intString], ['NET', intString]);
const mark = literal(1, 0, -1);

const applied = tuple(['SETTLED', mark], ['USABLE', mark], ['BLOCKED', mark]);

/** APPLIED has one item for each item of CHANGES. */
export const ledgerEntry: ShapeCheck = (value, path) => {
  ledgerEntryPositions(value, path);
  const [, , changes, marks] = value as [unknown, unknown, unknown[], unknown[]];
  if (changes.length !== marks.length) throw new Mismatch(`${path}[3] APPLIED`, 'as long as CHANGES', marks);
};

const ledgerEntryPositions = tuple(
  ['ID', uint],
  ['TYPE', literal('deposit', 'trade', 'withdrawal')],
  ['CHANGES', list(change)],
  ['APPLIED', list(applied)],
  ['SIGNATURE', signature],
  ['TRANSACTION_HASH', nullable(hash)],
  ['BLOCK_NUMBER', nullable(uint)],
  ['BLOCK_HASH', nullable(hash)],
  ['CANCELED', bool],
  ['DESCRIPTION', string],
  ['TIMESTAMP', uint],
  ['LAST_UPDATED', uint],
);

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

export const historicalTrade = tuple(
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

const signedTerms = object({
  required: {
    ...{ sellToken: address, sellAmount: uintString, buyToken: address, buyAmount: uintString },
    ...{ expiry: uint, nonce: uint },
  },
});

/** What an order was signed and placed with; three flags are absent in orders of earlier releases. */
export const orderTerms = object({
  required: {
    ...{ id: uint, cid: uint, hash, digest: hash, packedHash: hash, market: name, signer: address },
    ...{ signatureFormat: literal('sign', 'signTypedData'), terms: signedTerms, timeInForce: uint },
    ...{ hidden: bool, rebateToken: literal('buy', 'sell') },
  },
  optional: { postOnly: bool, immediateOrCancel: bool, fillOrKill: bool },
});

/** A trade as its account took part in it; roles and tokens are absent in trades of earlier releases. */
export const userFill = object({
  required: {
    id: uint,
    market: name,
    orderId: uint,
    orderCid: uint,
    side: literal('buy', 'sell'),
    rate: floatString,
    amount: uintString,
    tradeFee: uintString,
    settlementFee: uintString,
    makerRebate: uintString,
    rebateToken: string,
    timestamp: uint,
  },
  optional: { role: literal('maker', 'taker'), tradeFeeToken: name, settlementFeeToken: name },
});

export const bookLine = tuple(
  ['DIRECTION', direction],
  ['RATE', floatString],
  ['AMOUNT', uintString],
  ['ORDER_COUNT', uint],
);

const tickerPositions: readonly (readonly [string, ShapeCheck])[] = [
  ['RATE', floatString],
  ['CHANGE_24H', floatString],
  ['VOLUME_TRADED_24H', floatString],
  ['VOLUME_QUOTE_24H', floatString],
  ['HIGH_24H', floatString],
  ['LOW_24H', floatString],
];
export const ticker = tuple(...tickerPositions);
export const marketTicker = tuple(['MARKET', name], ...tickerPositions);

const barPositions: readonly (readonly [string, ShapeCheck])[] = [
  ['TIMESTAMP', float],
  ['OPEN', float],
  ['HIGH', float],
  ['LOW', float],
  ['CLOSE', float],
  ['VOLUME', float],
];
export const bar = tuple(...barPositions);
export const distinctBar = tuple(...barPositions, ['VOLUME_QUOTE', float]);

export const feeTier = tuple(['TRAILING_ETH_VOLUME_30D', float], ['MAKER_FEE', float], ['TAKER_FEE', float]);

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

export const envelope = (data: ShapeCheck): ShapeCheck =>
  object({ required: { status: literal(0), message: literal('success'), data } });

export const failure: ShapeCheck = (value, path) => {
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
