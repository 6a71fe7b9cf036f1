import type {
  AppliedMark,
  AuthView,
  BalanceView,
  ChangeView,
  DelegateView,
  EntryView,
  OrderView,
  SignatureView,
  UserTradeView,
} from '../views';
import {
  asBit,
  asFlag,
  asList,
  asNumber,
  asObject,
  asText,
  listOf,
  oneOf,
  orAbsent,
  orNull,
  type Reader,
} from './position';

export const decodeOrder: Reader<OrderView> = (value, what) => {
  const array = asList(value, what);
  return {
    id: asNumber(array[0], `${what} ID`),
    cid: asNumber(array[1], `${what} CID`),
    hash: asText(array[2], `${what} HASH`),
    market: asText(array[3], `${what} MARKET`),
    active: asFlag(array[4], `${what} ACTIVE`),
    canceled: asFlag(array[5], `${what} CANCELED`),
    sellToken: asText(array[6], `${what} SELL_TOKEN`),
    buyToken: asText(array[7], `${what} BUY_TOKEN`),
    sellAmount: asText(array[8], `${what} SELL_TOKEN_AMOUNT`),
    buyAmount: asText(array[9], `${what} BUY_TOKEN_AMOUNT`),
    sellRemaining: asText(array[10], `${what} SELL_TOKEN_REMAINING`),
    buyRemaining: asText(array[11], `${what} BUY_TOKEN_REMAINING`),
    sellBook: asText(array[12], `${what} SELL_TOKEN_BOOK_AMOUNT`),
    buyBook: asText(array[13], `${what} BUY_TOKEN_BOOK_AMOUNT`),
    bookRate: asText(array[14], `${what} BOOK_RATE`),
    stopRate: orNull(asText)(array[15], `${what} STOP_RATE`),
    peggedCurrency: orNull(asText)(array[16], `${what} PEGGED_CURRENCY`),
    peggedRate: orNull(asText)(array[17], `${what} PEGGED_RATE`),
    hidden: asFlag(array[18], `${what} HIDDEN`),
    trades: listOf(asNumber)(array[19], `${what} TRADES`),
    info: asText(array[20], `${what} INFO_STRING`),
    nonce: asNumber(array[21], `${what} NONCE`),
    timestamp: asNumber(array[22], `${what} TIMESTAMP`),
    lastActive: asNumber(array[23], `${what} LAST_ACTIVE_TIMESTAMP`),
  };
};

export const decodeBalance: Reader<BalanceView> = (value, what) => {
  const array = asList(value, what);
  return {
    token: asText(array[0], `${what} TOKEN`),
    settled: asText(array[1], `${what} SETTLED_BALANCE`),
    usable: asText(array[2], `${what} USABLE_BALANCE`),
    blocked: asText(array[3], `${what} BLOCKED_BALANCE`),
  };
};

export const decodeSignature: Reader<SignatureView> = (value, what) => {
  const object = asObject(value, what);
  const signature = {
    v: orAbsent(asNumber)(object.v, `${what} v`),
    r: orAbsent(asText)(object.r, `${what} r`),
    s: orAbsent(asText)(object.s, `${what} s`),
    nonce: orAbsent(asNumber)(object.nonce, `${what} nonce`),
    deadline: orAbsent(asNumber)(object.deadline, `${what} deadline`),
  };
  return Object.fromEntries(Object.entries(signature).filter(([, member]) => member !== undefined));
};

const decodeChange: Reader<ChangeView> = (value, what) => {
  const array = asList(value, what);
  return {
    token: asText(array[0], `${what} token`),
    amount: asText(array[1], `${what} amount`),
    fees: asText(array[2], `${what} fees`),
    net: asText(array[3], `${what} net amount`),
  };
};

const asMark: Reader<AppliedMark> = oneOf(1, 0, -1);

export const decodeEntry: Reader<EntryView> = (value, what) => {
  const array = asList(value, what);
  const applied = asList(array[3], `${what} APPLIED`);
  return {
    id: asNumber(array[0], `${what} ID`),
    type: oneOf('deposit', 'trade', 'withdrawal')(array[1], `${what} TYPE`),
    changes: listOf(decodeChange)(array[2], `${what} CHANGES`),
    applied: [
      asMark(applied[0], `${what} APPLIED settled`),
      asMark(applied[1], `${what} APPLIED usable`),
      asMark(applied[2], `${what} APPLIED blocked`),
    ],
    signature: decodeSignature(array[4], `${what} SIGNATURE`),
    transaction: orNull(asText)(array[5], `${what} TRANSACTION_HASH`),
    blockNumber: orNull(asNumber)(array[6], `${what} BLOCK_NUMBER`),
    blockHash: orNull(asText)(array[7], `${what} BLOCK_HASH`),
    canceled: asFlag(array[8], `${what} CANCELED`),
    description: asText(array[9], `${what} DESCRIPTION`),
    timestamp: asNumber(array[10], `${what} TIMESTAMP`),
    lastUpdated: asNumber(array[11], `${what} LAST_UPDATED`),
  };
};

export const decodeDelegate: Reader<DelegateView> = (value, what) => {
  const array = asList(value, what);
  return {
    delegate: asText(array[0], `${what} DELEGATE_ADDRESS`),
    active: asFlag(array[1], `${what} ACTIVE`),
    accepted: asFlag(array[2], `${what} ACCEPTED`),
    removalSignature: decodeSignature(array[3], `${what} REMOVAL_SIGNATURE`),
    label: asText(array[4], `${what} LABEL`),
    isTradingLogin: asFlag(array[5], `${what} IS_TRADING_LOGIN`),
  };
};

export const decodeUserTrade: Reader<UserTradeView> = (value, what) => {
  const array = asList(value, what);
  return {
    id: asNumber(array[0], `${what} ID`),
    market: asText(array[1], `${what} MARKET`),
    buy: asBit(array[2], `${what} DIRECTION`),
    rate: asText(array[3], `${what} RATE`),
    amount: asText(array[4], `${what} AMOUNT`),
    tradeFee: asText(array[5], `${what} TRADE_FEE`),
    settlementFee: asText(array[6], `${what} SETTLEMENT_FEE`),
    makerRebate: asText(array[7], `${what} MAKER_REBATE`),
    rebateToken: asText(array[8], `${what} REBATE_TOKEN`),
    timestamp: asNumber(array[9], `${what} TIMESTAMP`),
    orderId: asNumber(array[10], `${what} INVOLVED_ORDER_ID`),
    orderCid: asNumber(array[11], `${what} INVOLVED_ORDER_CID`),
  };
};

/** The fee tier in the numbers that the wire shows. */
export interface FeeTier {
  /** Trailing 30-day volume in ETH. */
  readonly volume: number;
  readonly makerFee: number;
  readonly takerFee: number;
}

export const decodeFeeTier: Reader<FeeTier> = (value, what) => {
  const array = asList(value, what);
  return {
    volume: asNumber(array[0], `${what} TRAILING_ETH_VOLUME_30D`),
    makerFee: asNumber(array[1], `${what} MAKER_FEE`),
    takerFee: asNumber(array[2], `${what} TAKER_FEE`),
  };
};

export const decodeAuth: Reader<AuthView> = (value, what) => {
  const array = asList(value, what);
  return {
    status: oneOf('authenticated', 'loggedOff')(array[0], `${what} STATUS`),
    address: asText(array[1], `${what} ADDRESS`),
    session: orNull(asText)(array[2], `${what} SESSION_ID`),
    delegate: asText(array[3], `${what} DELEGATE`),
  };
};
