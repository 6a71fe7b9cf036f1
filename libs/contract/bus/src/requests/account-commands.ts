import { execution, marketStatus, origin, peg, signatureFormat } from '@exchange/core/message';
import { Type } from '@sinclair/typebox';
import {
  AddressText,
  AmountText,
  Fields,
  HashText,
  schemaOf,
  SideText,
  SignatureText,
  StorableText,
  TermsText,
  Text,
  Uint,
} from '../fields';
import { MarketListing, TokenListing } from '../logs/ledger-listing';
import { defineRequest } from '../request';
import { BalanceView, EntryView, FeeTierView } from '../views';

/** `account.v1.cmd.<partition>.<sender>.<kind>`: the sender is the gateway process, and its NATS user may use no other. */
const command = (kind: string) => `account.v1.cmd.*.*.${kind}`;
const accountCommand = { owner: 'account-service', senders: ['ws-gateway'] } as const;
const operatorCommand = { owner: 'account-service', senders: ['operator'] } as const;

/** What every command of a logged-in connection carries. `deadline`: Unix ms after which it must not be carried out. */
const Authority = { grant: Text, origin: schemaOf(origin), deadline: Uint };

/** The state at which the command was taken: notices up to this accountSeq include its effects. */
const Taken = Fields({ accountSeq: Uint });

/** A login that was accepted, with the account's state at `accountSeq`. */
const Session = Fields({
  account: AddressText,
  delegate: Type.Union([AddressText, Type.Null()]),
  /** The new session id; null for a delegate. */
  session: Type.Union([Text, Type.Null()]),
  grant: Text,
  accountSeq: Uint,
  balances: Type.Array(BalanceView),
  pendingEntries: Type.Array(EntryView),
  feeTier: FeeTierView,
  /** Tenths of points per window, when the operator gave the account more than the usual figure. */
  pointTenths: Type.Optional(Uint),
});

/** The partition is that of the account; `account` is the signer for an own key, the delegating address for a delegate. */
export const authenticate = defineRequest({
  ...accountCommand,
  pattern: command('authenticate'),
  request: Fields({
    origin: schemaOf(origin),
    deadline: Uint,
    account: AddressText,
    message: Text,
    nonce: Uint,
    signature: SignatureText,
    byDelegate: Type.Boolean(),
  }),
  reply: Session,
});

export const authenticateSession = defineRequest({
  ...accountCommand,
  pattern: command('authenticate-session'),
  request: Fields({ origin: schemaOf(origin), deadline: Uint, account: AddressText, session: Text }),
  reply: Session,
});

export const logoff = defineRequest({
  ...accountCommand,
  pattern: command('logoff'),
  request: Fields(Authority),
  reply: Taken,
});

/** What can be said of an order at placement and changed by an edit; amounts in smallest units. */
const Changeable = {
  hidden: Type.Optional(Type.Boolean()),
  stopRateKey: Type.Optional(Uint),
  peg: Type.Optional(schemaOf(peg)),
  sellBook: Type.Optional(AmountText),
  buyBook: Type.Optional(AmountText),
};

export const placeOrder = defineRequest({
  ...accountCommand,
  pattern: command('place-order'),
  request: Fields({
    ...Authority,
    market: Text,
    terms: TermsText,
    signature: SignatureText,
    format: schemaOf(signatureFormat),
    cid: Type.Optional(Uint),
    rebateToken: Type.Optional(SideText),
    execution: Type.Optional(schemaOf(execution)),
    /** Unix seconds; absent for as long as the signature allows. */
    timeInForce: Type.Optional(Uint),
    ...Changeable,
  }),
  reply: Fields({ accountSeq: Uint, orderId: Uint }),
});

/** At least one of id and cid; what is absent stays. The outcome comes with the notice of the engine's decision. */
export const editOrder = defineRequest({
  ...accountCommand,
  pattern: command('edit-order'),
  request: Fields({
    ...Authority,
    id: Type.Optional(Uint),
    cid: Type.Optional(Uint),
    /** Unix seconds, or as long as the signature allows. */
    timeInForce: Type.Optional(Type.Union([Uint, Type.Literal('default')])),
    ...Changeable,
  }),
  reply: Taken,
});

/** At least one of id, cid and hash (in either form); all name the same order. The outcome comes with the notice of the engine's decision. */
export const cancelOrder = defineRequest({
  ...accountCommand,
  pattern: command('cancel-order'),
  request: Fields({
    ...Authority,
    id: Type.Optional(Uint),
    cid: Type.Optional(Uint),
    hash: Type.Optional(HashText),
  }),
  reply: Taken,
});

export const cancelOrders = defineRequest({
  ...accountCommand,
  pattern: command('cancel-orders'),
  request: Fields({ ...Authority, market: Type.Optional(Text) }),
  reply: Fields({ accountSeq: Uint, orders: Uint }),
});

/** The open orders placed through this connection are canceled so long after it was lost; 0 s takes that away. */
export const cancelOnDisconnect = defineRequest({
  ...accountCommand,
  pattern: command('cancel-on-disconnect'),
  request: Fields({ ...Authority, seconds: Uint }),
  reply: Taken,
});

/** Every second: connections of the sender for which that was asked and which live, with how long each was silent. */
export const signsOfLife = defineRequest({
  ...accountCommand,
  pattern: command('signs-of-life'),
  request: Fields({
    connections: Type.Array(Fields({ account: AddressText, connection: Uint, silentMs: Uint }), {
      maxItems: 1000,
    }),
  }),
  reply: Fields({}),
});

/** The entry comes as a notice, and again, as the answer, with its signature. */
export const signWithdrawal = defineRequest({
  ...accountCommand,
  pattern: command('sign-withdrawal'),
  request: Fields({ ...Authority, token: AddressText, amount: AmountText }),
  reply: Fields({ accountSeq: Uint, entryId: Uint }),
});

/** The delegate comes as a notice. */
export const announceDelegate = defineRequest({
  ...accountCommand,
  pattern: command('announce-delegate'),
  request: Fields({
    ...Authority,
    delegate: AddressText,
    label: StorableText,
    isTradingLogin: Type.Boolean(),
  }),
  reply: Taken,
});

export const labelDelegate = defineRequest({
  ...accountCommand,
  pattern: command('label-delegate'),
  request: Fields({ ...Authority, delegate: AddressText, label: StorableText }),
  reply: Taken,
});

/** The stopped delegate comes as a notice, and again, as the answer, with its signature, when all trades are final. */
export const signDelegationRemoval = defineRequest({
  ...accountCommand,
  pattern: command('sign-delegation-removal'),
  request: Fields({ ...Authority, delegate: AddressText }),
  reply: Taken,
});

/** `hash`: in either form. The signature comes as a notice when all trades of the order are final. */
export const signOrderCancellation = defineRequest({
  ...accountCommand,
  pattern: command('sign-order-cancellation'),
  request: Fields({ ...Authority, hash: HashText }),
  reply: Taken,
});

/** The entry comes as a notice. With any of receiver, maxFee and deadline the full form was signed. */
export const submitWithdrawal = defineRequest({
  ...accountCommand,
  pattern: command('submit-withdrawal'),
  request: Fields({
    ...Authority,
    token: AddressText,
    amount: AmountText,
    nonce: Uint,
    signature: SignatureText,
    format: schemaOf(signatureFormat),
    receiver: Type.Optional(AddressText),
    maxFee: Type.Optional(AmountText),
    deadlineSigned: Type.Optional(Uint),
  }),
  reply: Fields({ accountSeq: Uint, entryId: Uint }),
});

/** Names the transaction by which the account means to carry out a pending withdrawal. */
export const withdrawalTransaction = defineRequest({
  ...accountCommand,
  pattern: command('withdrawal-transaction'),
  request: Fields({ ...Authority, entryId: Uint, transaction: HashText }),
  reply: Taken,
});

export const announceDeposit = defineRequest({
  ...accountCommand,
  pattern: command('announce-deposit'),
  request: Fields({ ...Authority, token: AddressText, amount: AmountText, transaction: HashText }),
  reply: Fields({ accountSeq: Uint, entryId: Uint }),
});

/** `signature`: by the account's own key, of `Set username: ` and the name. */
export const updateUsername = defineRequest({
  ...accountCommand,
  pattern: command('update-username'),
  request: Fields({ ...Authority, username: StorableText, signature: SignatureText }),
  reply: Fields({ accountSeq: Uint, username: Text }),
});

/** Keeps a salt for whoever knows codes of the secret (16 base32 characters). */
export const registerTotpSalt = defineRequest({
  ...accountCommand,
  pattern: command('register-totp-salt'),
  request: Fields({ ...Authority, secret: StorableText, salt: StorableText }),
  reply: Taken,
});

/**
 * Hands out the salt of the account with this address or name for a code; nobody needs to be logged in. `client`: the
 * address from which it is asked, since tries are counted. To the partition of the address, or 0 for a name.
 */
export const totpSalt = defineRequest({
  ...accountCommand,
  pattern: command('totp-salt'),
  request: Fields({
    deadline: Uint,
    client: StorableText,
    code: Uint,
    username: Type.Optional(StorableText),
    account: Type.Optional(AddressText),
  }),
  reply: Fields({ salt: Text }),
});

/** A message to the operator. */
export const postMessage = defineRequest({
  ...accountCommand,
  pattern: command('post-message'),
  request: Fields({ ...Authority, message: StorableText }),
  reply: Taken,
});

/** To the account's partition: its tenths of points per window; null for the usual figure. */
export const setAccountLimits = defineRequest({
  ...operatorCommand,
  pattern: command('set-account-limits'),
  request: Fields({ account: AddressText, pointTenths: Type.Union([Uint, Type.Null()]) }),
  reply: Fields({}),
});

/** Operator commands go to partition 0. Listing the same again is accepted and changes nothing; other values are refused. */
export const listToken = defineRequest({
  ...operatorCommand,
  pattern: command('list-token'),
  request: TokenListing,
  reply: Fields({}),
});

export const listMarket = defineRequest({
  ...operatorCommand,
  pattern: command('list-market'),
  request: Type.Omit(MarketListing, ['index', 'status']),
  reply: Fields({ index: Uint }),
});

/** All that may change of a listed token: what isn't to change is said again. */
export const editToken = defineRequest({
  ...operatorCommand,
  pattern: command('edit-token'),
  request: Type.Omit(TokenListing, ['contract', 'decimals', 'supply']),
  reply: Fields({}),
});

/** As {@link editToken}, of a market. Orders in its book stay; the new minimums count from the next change of each on. */
export const editMarket = defineRequest({
  ...operatorCommand,
  pattern: command('edit-market'),
  request: Type.Omit(MarketListing, ['index', 'status', 'traded', 'quote']),
  reply: Fields({}),
});

export const setMarketStatus = defineRequest({
  ...operatorCommand,
  pattern: command('set-market-status'),
  request: Fields({ market: Text, status: schemaOf(marketStatus) }),
  reply: Fields({}),
});
