import { PARTITIONS } from '@exchange/core/kernel';
import {
  address,
  always,
  amount,
  balanceView,
  bool,
  entryId,
  feeTierView,
  hash,
  listOf,
  marketId,
  nullable,
  object,
  optional,
  orderId,
  orderName,
  placementOptions,
  orderWishes,
  origin,
  signature,
  signedTerms,
  signatureFormat,
  storableText,
  text,
  toldEntry,
  uint,
  newTimeInForce,
} from '@exchange/core/message';
import { defineRequest } from '../request';
import { command } from './account-subjects';
import { sentStamp } from './sent-stamp';

const accountCommand = { owner: 'account-service', senders: ['ws-gateway'] } as const;

/**
 * After which time a command must not be carried out: `sent` says it whatever the clocks of the two machines are set to;
 * `deadline`, Unix ms, counts for what earlier releases send and take.
 */
const timing = { deadline: uint, sent: optional(sentStamp) };

/** What every command of a logged-in connection carries. */
const authority = { grant: text, origin, ...timing };

/** The state at which the command was taken: notices up to this accountSeq include its effects. */
const taken = object({ accountSeq: uint });

/** A login that was accepted, with the account's state at `accountSeq`. */
const session = object({
  account: address,
  delegate: nullable(address),
  /** The new session id; null for a delegate. */
  session: nullable(text),
  grant: text,
  accountSeq: uint,
  balances: listOf(balanceView),
  /** Oldest first; with `moreEntries` those after the last one are to be asked for. */
  pendingEntries: listOf(toldEntry),
  moreEntries: optional(always(true)),
  feeTier: feeTierView,
  /** Tenths of points per window, when the operator gave the account more than the usual figure. */
  pointTenths: optional(uint),
});

/** Its sender asks for pending entries beyond what a message takes; without it they all come at once. */
const entriesInParts = optional(always(true));

/** The partition is that of the account; `account` is the signer for an own key, the delegating address for a delegate. */
export const authenticate = defineRequest({
  ...accountCommand,
  pattern: command('authenticate'),
  request: object({
    origin,
    ...timing,
    account: address,
    message: text,
    nonce: uint,
    signature,
    byDelegate: bool,
    entriesInParts,
  }),
  reply: session,
});

export const authenticateSession = defineRequest({
  ...accountCommand,
  pattern: command('authenticate-session'),
  request: object({ origin, ...timing, account: address, session: text, entriesInParts }),
  reply: session,
});

export const logoff = defineRequest({
  ...accountCommand,
  pattern: command('logoff'),
  request: object(authority),
  reply: taken,
});

export const placeOrder = defineRequest({
  ...accountCommand,
  pattern: command('place-order'),
  request: object({
    ...authority,
    market: marketId,
    ...signedTerms.members,
    ...placementOptions.members,
  }),
  reply: object({ accountSeq: uint, orderId }),
});

/** At least one of id and cid; what is absent stays. The outcome comes with the notice of the engine's decision. */
export const editOrder = defineRequest({
  ...accountCommand,
  pattern: command('edit-order'),
  request: object({
    ...authority,
    id: orderName.members.id,
    cid: orderName.members.cid,
    /** Unix seconds, or `default`: as long as the signature allows. */
    timeInForce: optional(newTimeInForce),
    ...orderWishes.members,
  }),
  reply: taken,
});

/** At least one of id, cid and hash (in either form); all name the same order. The outcome comes with the notice of the engine's decision. */
export const cancelOrder = defineRequest({
  ...accountCommand,
  pattern: command('cancel-order'),
  request: object({ ...authority, ...orderName.members }),
  reply: taken,
});

/**
 * `orders`: how many were asked. `endTold`: a notice says when all of them have ended; absent in answers of earlier
 * releases.
 */
export const cancelOrders = defineRequest({
  ...accountCommand,
  pattern: command('cancel-orders'),
  request: object({ ...authority, market: optional(marketId) }),
  reply: object({ accountSeq: uint, orders: uint, endTold: optional(always(true)) }),
});

/** The open orders placed through this connection are canceled so long after it was lost; 0 s takes that away. */
export const cancelOnDisconnect = defineRequest({
  ...accountCommand,
  pattern: command('cancel-on-disconnect'),
  request: object({ ...authority, seconds: uint }),
  reply: taken,
});

/**
 * Every second, to each owner: connections of the sender for which that was asked and which live, with how long each was
 * silent. The owner takes those of its own partitions and says which these are; without it all are.
 */
export const signsOfLife = defineRequest({
  ...accountCommand,
  pattern: command('signs-of-life'),
  request: object({
    connections: listOf(object({ account: address, connection: uint, silentMs: uint }), 1000),
  }),
  reply: object({ partitions: optional(listOf(uint, PARTITIONS)) }),
});

/** The entry comes as a notice, and again, as the answer, with its signature. */
export const signWithdrawal = defineRequest({
  ...accountCommand,
  pattern: command('sign-withdrawal'),
  request: object({ ...authority, token: address, amount }),
  reply: object({ accountSeq: uint, entryId }),
});

/** The delegate comes as a notice. */
export const announceDelegate = defineRequest({
  ...accountCommand,
  pattern: command('announce-delegate'),
  request: object({
    ...authority,
    delegate: address,
    label: storableText,
    isTradingLogin: bool,
  }),
  reply: taken,
});

export const labelDelegate = defineRequest({
  ...accountCommand,
  pattern: command('label-delegate'),
  request: object({ ...authority, delegate: address, label: storableText }),
  reply: taken,
});

/** The stopped delegate comes as a notice, and again, as the answer, with its signature, when all trades are final. */
export const signDelegationRemoval = defineRequest({
  ...accountCommand,
  pattern: command('sign-delegation-removal'),
  request: object({ ...authority, delegate: address }),
  reply: taken,
});

/** `hash`: in either form. The signature comes as a notice when all trades of the order are final. */
export const signOrderCancellation = defineRequest({
  ...accountCommand,
  pattern: command('sign-order-cancellation'),
  request: object({ ...authority, hash }),
  reply: taken,
});

/** The signature comes as a notice when all trades of the orders below are final. */
export const signMinimumNonce = defineRequest({
  ...accountCommand,
  pattern: command('sign-minimum-nonce'),
  request: object({ ...authority, token: address, minNonce: uint }),
  reply: taken,
});

/** The entry comes as a notice. With any of receiver, maxFee and deadline the full form was signed. */
export const submitWithdrawal = defineRequest({
  ...accountCommand,
  pattern: command('submit-withdrawal'),
  request: object({
    ...authority,
    token: address,
    amount,
    nonce: uint,
    signature,
    format: signatureFormat,
    receiver: optional(address),
    maxFee: optional(amount),
    deadlineSigned: optional(uint),
  }),
  reply: object({ accountSeq: uint, entryId }),
});

/** Names the transaction by which the account means to carry out a pending withdrawal. */
export const withdrawalTransaction = defineRequest({
  ...accountCommand,
  pattern: command('withdrawal-transaction'),
  request: object({ ...authority, entryId, transaction: hash }),
  reply: taken,
});

export const announceDeposit = defineRequest({
  ...accountCommand,
  pattern: command('announce-deposit'),
  request: object({ ...authority, token: address, amount, transaction: hash }),
  reply: object({ accountSeq: uint, entryId }),
});

/** `signature`: by the account's own key, of `Set username: ` and the name. */
export const updateUsername = defineRequest({
  ...accountCommand,
  pattern: command('update-username'),
  request: object({ ...authority, username: storableText, signature }),
  reply: object({ accountSeq: uint, username: text }),
});

/** Keeps a salt for whoever knows codes of the secret (16 base32 characters). */
export const registerTotpSalt = defineRequest({
  ...accountCommand,
  pattern: command('register-totp-salt'),
  request: object({ ...authority, secret: storableText, salt: storableText }),
  reply: taken,
});

/**
 * Hands out the salt of the account with this address or name for a code; nobody needs to be logged in. `client`: the
 * address from which it is asked, since tries are counted. To the partition of the address, or 0 for a name.
 */
export const totpSalt = defineRequest({
  ...accountCommand,
  pattern: command('totp-salt'),
  request: object({
    ...timing,
    client: storableText,
    code: uint,
    username: optional(storableText),
    account: optional(address),
  }),
  reply: object({ salt: text }),
});

/** A message to the operator. */
export const postMessage = defineRequest({
  ...accountCommand,
  pattern: command('post-message'),
  request: object({ ...authority, message: storableText }),
  reply: taken,
});
