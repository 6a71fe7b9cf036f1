import { type Static, Type } from '@sinclair/typebox';
import {
  balanceView,
  changeView,
  delegateView,
  entryView,
  orderView,
  type SignatureView,
  signatureView,
  userTradeView,
} from '@exchange/core/message';
import { at, coded, layout, listAt, type ViewOf, viewLayout } from './layout';
import { address, among, amount, bool, hash, nullable, number, object, uint, words } from './value';

/** 1 buy, 0 sell; `whose` says of which side of the trade. */
export const buyBit = (whose: string) =>
  coded('DIRECTION', among(`${whose}: 1 buy, 0 sell`, 1, 0), (buy: boolean) => (buy ? 1 : 0), 'buyBit');

export const order = viewLayout('Order', 'An order as its owner sees it.', orderView);

export const orderTerms = object('OrderTerms', 'What an order was signed and placed with.', {
  id: uint('number of the order'),
  cid: uint('number that the client gave, 0 when it gave none'),
  hash: hash('the hash that its owner signed'),
  digest: hash('its EIP-712 digest, by which the contract knows it'),
  packedHash: hash('its packed hash, which the format sign signs'),
  market: words('market id'),
  signer: address('whose key signed it: the account or a delegate'),
  signatureFormat: among('what was signed', 'sign', 'signTypedData'),
  terms: object('SignedTerms', 'what was signed', {
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

export const balance = viewLayout('Balance', 'What an account has of one token.', balanceView);

export const signature = Type.Unsafe<SignatureView>({
  ...signatureView.schema,
  title: 'Signature',
  description: 'A signature of the exchange for its contract; empty until there is one.',
});

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

const signatureAt = (title: string) => coded(title, signature, signatureObject);

export const change = viewLayout('Change', 'What an entry changes in one token.', changeView);

/** seed: Ledger entry; amounts are signed. `applied` has one item for each of `changes`. */
export const entry = viewLayout('LedgerEntry', 'One movement of balances.', entryView, {
  changes: listAt('CHANGES', change, 'one item for each token'),
  signature: signatureAt('SIGNATURE'),
});

export const delegate = viewLayout(
  'Delegate',
  'A key that may log in and sign orders for an account.',
  delegateView,
  { removalSignature: signatureAt('REMOVAL_SIGNATURE') },
);

export const userTrade = viewLayout('UserTrade', "One side of a trade, the account's own.", userTradeView, {
  buy: buyBit('what the own order did'),
});

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

export const cancellationSignature = object(
  'CancellationSignature',
  'Signature that voids an order on chain.',
  {
    signature,
    hash: Type.Optional(hash("the order's hash as its owner signed it")),
  },
);

export const minimumNonceSignature = object(
  'MinimumNonceSignature',
  'Signature that raises a minimum nonce on chain.',
  {
    token: address('contract of the token that orders sell'),
    minNonce: uint('orders to sell it with a lower nonce are void'),
    signature,
  },
);
