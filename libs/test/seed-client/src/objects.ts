/** The objects of the seed ("Resources and their fields"), position by position. */
import {
  address,
  bool,
  float,
  floatString,
  intString,
  list,
  map,
  members,
  name,
  oneOf,
  openMembers,
  orNull,
  rate,
  type Read,
  type Reader,
  row,
  text,
  uint,
  uintString,
  Violation,
  word,
} from './readers';

const direction = oneOf(0, 1);

export const order = row({
  id: uint,
  cid: uint,
  hash: word,
  market: name,
  active: bool,
  canceled: bool,
  sellToken: name,
  buyToken: name,
  sellTokenAmount: uintString,
  buyTokenAmount: uintString,
  sellTokenRemaining: uintString,
  buyTokenRemaining: uintString,
  sellTokenBookAmount: uintString,
  buyTokenBookAmount: uintString,
  bookRate: rate,
  stopRate: orNull(rate),
  peggedCurrency: orNull(name),
  peggedRate: orNull(rate),
  hidden: bool,
  trades: list(uint),
  infoString: text,
  nonce: uint,
  timestamp: uint,
  lastActiveTimestamp: uint,
});

const parts = { v: oneOf(27, 28), r: word, s: word };
/** Beside what the seed shows there is a deadline: Unix seconds. */
const deadline = { deadline: uint };
/** Of an order's cancellation. */
export const signature = members({ ...parts, ...deadline }, { nonce: uint });
/** Of an entry or a delegate; empty as long as nothing was signed. */
const signatureOrNone = members({}, { ...parts, nonce: uint, ...deadline });

const mark = oneOf(1, 0, -1);
const entryFields = row({
  id: uint,
  type: oneOf('deposit', 'trade', 'withdrawal'),
  changes: list(row({ token: name, amount: intString, fees: intString, netAmount: intString })),
  applied: list(row({ settled: mark, usable: mark, blocked: mark })),
  signature: signatureOrNone,
  transactionHash: orNull(word),
  blockNumber: orNull(uint),
  blockHash: orNull(word),
  canceled: bool,
  description: text,
  timestamp: uint,
  lastUpdated: uint,
});
/** APPLIED says for each item of CHANGES what it has changed. */
export const ledgerEntry: Reader<Read<typeof entryFields>> = (value, at) => {
  const entry = entryFields(value, at);
  if (entry.applied.length !== entry.changes.length) {
    throw new Violation(`${at}.applied`, `as many items as the ${entry.changes.length} changes`, value);
  }
  return entry;
};

export const balance = row({
  token: name,
  settledBalance: uintString,
  usableBalance: uintString,
  blockedBalance: uintString,
});

export const delegate = row({
  delegateAddress: address,
  active: bool,
  accepted: bool,
  removalSignature: signatureOrNone,
  label: text,
  isTradingLogin: bool,
});

export const marketTrade = row({ id: uint, direction, rate, amount: uintString, timestamp: uint });

export const historicalTrade = row({
  id: uint,
  market: name,
  direction,
  rate,
  amount: uintString,
  timestamp: uint,
});

export const userTrade = row({
  id: uint,
  market: name,
  direction,
  rate,
  amount: uintString,
  tradeFee: uintString,
  settlementFee: uintString,
  makerRebate: uintString,
  rebateToken: text,
  timestamp: uint,
  involvedOrderId: uint,
  involvedOrderCid: uint,
});

const signedTerms = members({
  ...{ sellToken: address, sellAmount: uintString, buyToken: address, buyAmount: uintString },
  ...{ expiry: uint, nonce: uint },
});

/** Added: what an order was signed and placed with; three flags are absent in orders of earlier releases. */
export const orderTerms = members(
  {
    ...{ id: uint, cid: uint, hash: word, digest: word, packedHash: word, market: name, signer: address },
    ...{ signatureFormat: oneOf('sign', 'signTypedData'), terms: signedTerms, timeInForce: uint },
    ...{ hidden: bool, rebateToken: oneOf('buy', 'sell') },
  },
  { postOnly: bool, immediateOrCancel: bool, fillOrKill: bool },
);

/** Added: a trade as its account took part in it; roles and tokens are absent in trades of earlier releases. */
export const userFill = members(
  {
    id: uint,
    market: name,
    orderId: uint,
    orderCid: uint,
    side: oneOf('buy', 'sell'),
    rate,
    amount: uintString,
    tradeFee: uintString,
    settlementFee: uintString,
    makerRebate: uintString,
    rebateToken: text,
    timestamp: uint,
  },
  { role: oneOf('maker', 'taker'), tradeFeeToken: name, settlementFeeToken: name },
);

export const bookLine = row({ direction, rate, amount: uintString, orderCount: uint });

/** Added: books with a sequence, which come only to connections that ask for them. */
export const bookSnapshot = row({ seq: uint, checksum: uint, lines: list(bookLine) });
export const bookUpdate = row({ previousSeq: uint, seq: uint, checksum: uint, lines: list(bookLine) });

const tickerFields = {
  rate: floatString,
  change24h: floatString,
  volumeTraded24h: floatString,
  volumeQuote24h: floatString,
  high24h: floatString,
  low24h: floatString,
};
export const ticker = row(tickerFields);
/** Added: of all markets together. */
export const marketTicker = row({ market: name, ...tickerFields });

const barFields = { timestamp: float, open: float, high: float, low: float, close: float, volume: float };
export const bar = row(barFields);
/** In distinct mode a bar has a seventh position. */
export const distinctBar = row({ ...barFields, quoteVolume: float });

export const feeTier = row({ trailingEthVolume30d: float, makerFee: float, takerFee: float });

export const BAR_PRECISIONS: Readonly<Record<string, number>> = {
  '1m': 60,
  '5m': 300,
  '15m': 900,
  '30m': 1800,
  '1h': 3600,
  '3h': 10_800,
  '6h': 21_600,
  '12h': 43_200,
  '1d': 86_400,
  '1w': 604_800,
};

export const CURRENCIES = ['JPY', 'ETH', 'BTC', 'USD', 'EUR', 'GBP'];

const currencies = Object.fromEntries(CURRENCIES.map((code) => [code, name]));
const precisions = Object.fromEntries(
  Object.entries(BAR_PRECISIONS).map(([precision, seconds]) => [precision, oneOf(seconds)]),
);
export const config = openMembers(
  {
    contractAddress: address,
    network: name,
    conversionCurrencies: members(currencies),
    barDataPrecisions: members(precisions),
  },
  // Added: what is signed as the name and the chain of the domain.
  { name, chainId: uint },
);

export const listedToken = openMembers({ contract: address, name, decimals: uint });
export const listed = openMembers({
  tokens: map(listedToken),
  markets: map(
    openMembers({
      traded: name,
      quote: name,
      minOrderAmountQuote: uintString,
      minOrderRemainingQuote: uintString,
    }),
  ),
});

export const tokenInfo = openMembers({
  name,
  symbol: name,
  contract: address,
  decimals: uint,
  minOrderAmount: uintString,
  minOrderRemaining: uintString,
  supply: text,
  description: text,
  links: map(text),
});
