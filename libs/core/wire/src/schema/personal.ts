import { type Static, Type } from '@sinclair/typebox';
import { at, coded, layout, listAt, type ViewOf } from './layout';
import {
  address,
  among,
  amount,
  bool,
  decimal,
  hash,
  listOf,
  nullable,
  number,
  object,
  signedAmount,
  timeMs,
  uint,
  words,
} from './value';

/** 1 buy, 0 sell; `whose` says of which side of the trade. */
export const buyBit = (whose: string) =>
  coded(
    'DIRECTION',
    among(`${whose}: 1 buy, 0 sell`, 1, 0),
    (buy: boolean) => (buy ? 1 : 0),
    (bit) => bit === 1,
  );

const orderPositions = {
  id: at('ID', uint('number of the order, given by the server')),
  cid: at('CID', uint('number that the client gave, 0 when it gave none')),
  hash: at('HASH', hash('the hash that its owner signed')),
  market: at('MARKET', words('market id')),
  active: at('ACTIVE', bool('whether it can still trade')),
  canceled: at(
    'CANCELED',
    bool('whether it ended before it was filled; what was left was canceled, and INFO_STRING says why'),
  ),
  sellToken: at('SELL_TOKEN', words('symbol of what is given')),
  buyToken: at('BUY_TOKEN', words("symbol of what is taken; the market's traded token in a buy order")),
  sellAmount: at('SELL_TOKEN_AMOUNT', amount('signed amount to give')),
  buyAmount: at('BUY_TOKEN_AMOUNT', amount('signed amount to take')),
  sellRemaining: at(
    'SELL_TOKEN_REMAINING',
    amount('what of the signed amount to give has no counterpart yet'),
  ),
  buyRemaining: at('BUY_TOKEN_REMAINING', amount('what of the signed amount to take has no counterpart yet')),
  sellBook: at('SELL_TOKEN_BOOK_AMOUNT', amount('amount to give that the book works with')),
  buyBook: at(
    'BUY_TOKEN_BOOK_AMOUNT',
    amount(
      'amount to take that the book works with; above the remaining one where the rate is better than signed',
    ),
  ),
  bookRate: at(
    'BOOK_RATE',
    decimal('rate in the book: 5 significant digits, at most 8 decimals, down for buys, up for sells'),
  ),
  stopRate: at(
    'STOP_RATE',
    nullable(decimal('rate that lets it enter the book; null without a stop, and once triggered')),
  ),
  peggedCurrency: at('PEGGED_CURRENCY', nullable(words('currency that the rate follows, or null'))),
  peggedRate: at('PEGGED_RATE', nullable(decimal('rate in that currency, or null'))),
  hidden: at('HIDDEN', bool('whether the public book leaves it out')),
  trades: at('TRADES', listOf(uint('trade id'), 'ids of its trades')),
  info: at('INFO_STRING', words('why it is as it is; empty when there is nothing to say')),
  nonce: at('NONCE', uint('signed nonce')),
  timestamp: at('TIMESTAMP', timeMs('placed')),
  lastActive: at('LAST_ACTIVE_TIMESTAMP', timeMs('last time that it was active')),
};
export const order = layout('Order', 'An order as its owner sees it.', orderPositions);
/** seed: Order object. Absent values: docs/interface, objects. */
export type OrderView = ViewOf<typeof orderPositions>;

export const orderTerms = object('What an order was signed and placed with.', {
  id: uint('number of the order'),
  cid: uint('number that the client gave, 0 when it gave none'),
  hash: hash('the hash that its owner signed'),
  digest: hash('its EIP-712 digest, by which the contract knows it'),
  packedHash: hash('its packed hash, which the format sign signs'),
  market: words('market id'),
  signer: address('whose key signed it: the account or a delegate'),
  signatureFormat: among('what was signed', 'sign', 'signTypedData'),
  terms: object('what was signed', {
    sellToken: address('contract of what is given'),
    sellAmount: amount('to give'),
    buyToken: address('contract of what is taken'),
    buyAmount: amount('to take'),
    expiry: uint('Unix seconds until which the contract takes it'),
    nonce: uint('signed nonce'),
  }),
  timeInForce: uint('Unix seconds at which it leaves the book'),
  hidden: bool('whether the public book leaves it out'),
  postOnly: Type.Optional(bool('placed as a maker only; absent in orders of earlier releases')),
  immediateOrCancel: Type.Optional(bool('placed to trade at once or not at all')),
  fillOrKill: Type.Optional(bool('placed to trade as a whole at once or not at all')),
  rebateToken: among('token in which it gets a rebate', 'buy', 'sell'),
});
/** The terms of an own order (docs/interface, added commands). */
export type OrderTermsObject = Readonly<Static<typeof orderTerms>>;

const balancePositions = {
  token: at('TOKEN', words('symbol')),
  settled: at('SETTLED_BALANCE', amount('what the contract holds for the account')),
  usable: at('USABLE_BALANCE', amount('what orders and withdrawals can use')),
  blocked: at(
    'BLOCKED_BALANCE',
    amount('what is blocked in the contract for a withdrawal without co-signature'),
  ),
};
export const balance = layout('Balance', 'What an account has of one token.', balancePositions);
/** seed: Balance object. */
export type BalanceView = ViewOf<typeof balancePositions>;

export const signature = Type.Object(
  {
    v: Type.Optional(Type.Integer({ minimum: 27, maximum: 28, description: '27 or 28' })),
    r: Type.Optional(hash('first half of the signature')),
    s: Type.Optional(hash('second half, in its lower form')),
    nonce: Type.Optional(uint('nonce that was signed')),
    deadline: Type.Optional(uint('Unix seconds after which the contract refuses it')),
  },
  {
    title: 'Signature',
    description: 'A signature of the exchange for its contract; empty until there is one.',
  },
);
/** v 27 or 28; `deadline` in Unix seconds. Empty where there is no signature (yet). */
export type SignatureView = Readonly<Static<typeof signature>>;

/** The members of a signature that are there, and no others. */
export function signatureObject({ v, r, s, nonce, deadline }: SignatureView): SignatureView {
  return {
    ...(v === undefined ? {} : { v }),
    ...(r === undefined ? {} : { r }),
    ...(s === undefined ? {} : { s }),
    ...(nonce === undefined ? {} : { nonce }),
    ...(deadline === undefined ? {} : { deadline }),
  };
}

const signatureAt = (title: string) =>
  coded(title, signature, signatureObject, (wire): SignatureView => wire);

const entryType = among('what moved the balances', 'deposit', 'trade', 'withdrawal');
export type EntryType = Static<typeof entryType>;

const mark = (title: string, what: string) => ({ ...among(what, 1, 0, -1), title });
const applied = Type.Tuple(
  [
    mark('SETTLED', 'the settled balance'),
    mark('USABLE', 'the usable balance'),
    mark('BLOCKED', 'the blocked balance'),
  ],
  {
    title: 'Applied',
    description: 'Which balances have a change of an entry: 1 applied, 0 will be applied, -1 not affected.',
  },
);
/** [settled, usable, blocked], each 1 applied, 0 will be applied, -1 not affected. */
export type AppliedMarks = Static<typeof applied>;

const changePositions = {
  token: at('TOKEN', words('symbol')),
  amount: at('AMOUNT', signedAmount('before fees')),
  fees: at('FEES', signedAmount('fees; negative when they are a rebate')),
  net: at('NET_AMOUNT', signedAmount('what the balance changes by')),
};
export const change = layout('Change', 'What an entry changes in one token.', changePositions);
export type ChangeView = ViewOf<typeof changePositions>;

const entryPositions = {
  id: at('ID', uint('number of the entry')),
  type: at('TYPE', entryType),
  changes: listAt('CHANGES', change, 'one item for each token'),
  applied: at('APPLIED', listOf(applied, 'one item for each item of CHANGES: which balances have it')),
  signature: signatureAt('SIGNATURE'),
  transaction: at('TRANSACTION_HASH', nullable(hash('transaction that carries it, or null'))),
  blockNumber: at('BLOCK_NUMBER', nullable(uint('its block, or null'))),
  blockHash: at('BLOCK_HASH', nullable(hash("the block's hash, or null"))),
  canceled: at('CANCELED', bool('whether it came to nothing: what it changed is changed back')),
  description: at('DESCRIPTION', words('more about it; may be empty')),
  timestamp: at('TIMESTAMP', timeMs('made')),
  lastUpdated: at('LAST_UPDATED', timeMs('last changed')),
};
export const entry = layout('LedgerEntry', 'One movement of balances.', entryPositions);
/** seed: Ledger entry; amounts are signed. `applied` has one item for each of `changes`. */
export type EntryView = ViewOf<typeof entryPositions>;

const delegatePositions = {
  delegate: at('DELEGATE_ADDRESS', address('address of the key')),
  active: at('ACTIVE', bool('whether the contract knows it as delegate')),
  accepted: at('ACCEPTED', bool('whether the exchange takes its signatures')),
  removalSignature: signatureAt('REMOVAL_SIGNATURE'),
  label: at('LABEL', words('name that the account gave it; may be empty')),
  isTradingLogin: at('IS_TRADING_LOGIN', bool('whether it is the key of a trading login')),
};
export const delegate = layout(
  'Delegate',
  'A key that may log in and sign orders for an account.',
  delegatePositions,
);
/** seed: Delegate object. */
export type DelegateView = ViewOf<typeof delegatePositions>;

const userTradePositions = {
  id: at('ID', uint('trade id')),
  market: at('MARKET', words('market id')),
  buy: buyBit('what the own order did'),
  rate: at('RATE', decimal('rate of the trade')),
  amount: at('AMOUNT', amount('of the traded token')),
  tradeFee: at('TRADE_FEE', amount('fee, in the token that was bought')),
  settlementFee: at('SETTLEMENT_FEE', amount("the taker's share of what settling costs")),
  makerRebate: at('MAKER_REBATE', amount('what the maker gets; 0 for takers')),
  rebateToken: at('REBATE_TOKEN', words('symbol of the rebate; empty when there is none')),
  timestamp: at('TIMESTAMP', timeMs('traded')),
  orderId: at('INVOLVED_ORDER_ID', uint('the own order')),
  orderCid: at('INVOLVED_ORDER_CID', uint("the own order's CID, or 0")),
};
export const userTrade = layout('UserTrade', "One side of a trade, the account's own.", userTradePositions);
/** seed: User trade. `rebateToken` is empty when there is no rebate. */
export type UserTradeView = ViewOf<typeof userTradePositions>;

const feeTierPositions = {
  volume: at('TRAILING_ETH_VOLUME_30D', number('trailing volume of 30 days, in ETH')),
  makerFee: at('MAKER_FEE', number('part of what a maker buys: 0.001 is 0.1 %; negative: a rebate')),
  takerFee: at('TAKER_FEE', number('part of what a taker buys')),
};
export const feeTier = layout('FeeTier', 'Fees that hold for a volume.', feeTierPositions);
/** The fee tier in the numbers that the wire shows. */
export type FeeTier = ViewOf<typeof feeTierPositions>;

const authPositions = {
  status: at('STATUS', among('state of the connection', 'authenticated', 'loggedOff')),
  address: at('ADDRESS', address('the account')),
  session: at('SESSION_ID', nullable(words('good for one authenticateWithSession; null for delegates'))),
  delegate: at('DELEGATE', address('the delegate that logged in; the zero address for the own key')),
};
export const auth = layout('Auth', 'Who a connection is.', authPositions);
/** seed: Personal events, auth. The zero address as delegate when the account's own key was used. */
export type AuthView = ViewOf<typeof authPositions>;

export const cancellationSignature = object('Signature that voids an order on chain.', {
  signature,
  hash: Type.Optional(hash("the order's hash as its owner signed it")),
});
