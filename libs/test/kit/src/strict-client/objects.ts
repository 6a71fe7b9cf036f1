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
  oneOf,
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
  market: text,
  active: bool,
  canceled: bool,
  sellToken: text,
  buyToken: text,
  sellTokenAmount: uintString,
  buyTokenAmount: uintString,
  sellTokenRemaining: uintString,
  buyTokenRemaining: uintString,
  sellTokenBookAmount: uintString,
  buyTokenBookAmount: uintString,
  bookRate: rate,
  stopRate: orNull(rate),
  peggedCurrency: orNull(text),
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
export const signature = members({ ...parts, ...deadline });
/** Of an entry or a delegate; empty as long as nothing was signed. */
const signatureOrNone = members({}, { ...parts, nonce: uint, ...deadline });

const mark = oneOf(1, 0, -1);
const entryFields = row({
  id: uint,
  type: oneOf('deposit', 'trade', 'withdrawal'),
  changes: list(row({ token: text, amount: intString, fees: intString, netAmount: intString })),
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
  token: text,
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
  market: text,
  direction,
  rate,
  amount: uintString,
  timestamp: uint,
});

export const userTrade = row({
  id: uint,
  market: text,
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

export const bookLine = row({ direction, rate, amount: uintString, orderCount: uint });

export const ticker = row({
  rate: floatString,
  change24h: floatString,
  volumeTraded24h: floatString,
  volumeQuote24h: floatString,
  high24h: floatString,
  low24h: floatString,
});

const barFields = { timestamp: float, open: float, high: float, low: float, close: float, volume: float };
export const bar = row(barFields);
/** In distinct mode a bar has a seventh position. */
export const distinctBar = row({ ...barFields, quoteVolume: float });

export const feeTier = row({ trailingEthVolume30d: float, makerFee: float, takerFee: float });

const currency = text;
export const config = members(
  {
    contractAddress: address,
    network: text,
    conversionCurrencies: members({
      JPY: currency,
      ETH: currency,
      BTC: currency,
      USD: currency,
      EUR: currency,
      GBP: currency,
    }),
    barDataPrecisions: members({
      '1m': oneOf(60),
      '5m': oneOf(300),
      '15m': oneOf(900),
      '30m': oneOf(1800),
      '1h': oneOf(3600),
      '3h': oneOf(10_800),
      '6h': oneOf(21_600),
      '12h': oneOf(43_200),
      '1d': oneOf(86_400),
      '1w': oneOf(604_800),
    }),
  },
  // Added: what is signed as the name and the chain of the domain.
  { name: text, chainId: uint },
);

export const listed = members({
  tokens: map(members({ contract: address, name: text, decimals: uint })),
  markets: map(
    members({
      traded: text,
      quote: text,
      minOrderAmountQuote: uintString,
      minOrderRemainingQuote: uintString,
    }),
  ),
});

export const tokenInfo = members({
  name: text,
  symbol: text,
  contract: address,
  decimals: uint,
  minOrderAmount: uintString,
  minOrderRemaining: uintString,
  supply: text,
  description: text,
  links: map(text),
});
