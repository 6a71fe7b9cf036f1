import {
  address,
  always,
  hashText,
  listOf,
  nullable,
  object,
  optional,
  text,
  uint,
  type ValueOf,
  variants,
} from '../codec';
import { origin } from '../origin';
import { balanceView } from './balance-view';
import { delegateView } from './delegate-view';
import { toldEntry } from './entry-view';
import { feeTierView } from './fee-tier-view';
import { orderView } from './order-view';
import { signatureView } from './signature-view';
import { userTradeView } from './user-trade-view';

/** What an account is told, in the order in which its client must see it. */
export const accountFact = variants({
  order: { order: orderView },
  balance: { balance: balanceView },
  entry: { entry: toldEntry },
  trade: { trade: userTradeView },
  delegate: { delegate: delegateView },
  feeTier: { feeTier: feeTierView },
  /** The co-signature that cancels an order in the contract. */
  orderCancellation: { hash: hashText, signature: signatureView },
  /** The co-signature that raises a minimum nonce in the contract. */
  minimumNonce: { token: address, minNonce: uint, signature: signatureView },
  /** The command's answer is a sentence. */
  message: { text },
  /** For its gateways, not for the client: tenths of points per window; null for the figure of most. */
  limits: { pointTenths: nullable(uint) },
  /** The command named by the origin was refused after it had been taken. */
  refused: { code: text, message: text },
});
export type AccountFact = ValueOf<typeof accountFact>;

/** Facts that one command (its origin) or nobody in particular caused. */
export const noticeItem = object({
  origin: optional(origin),
  /** Further commands that the same facts answer. */
  others: optional(listOf(origin)),
  /** Commands for which nothing more is to be decided, of those that may have had their answer before. */
  ended: optional(listOf(origin)),
  /** Told on the way to the answer, which is still to come, however long it takes: it goes without the rid. */
  interim: optional(always(true)),
  facts: listOf(accountFact),
});
export type NoticeItem = ValueOf<typeof noticeItem>;

/** All that changed for one account in one turn; `seq` (accountSeq) is dense per account, `at` in Unix ms. */
export const accountNotice = object({ account: address, seq: uint, at: uint, items: listOf(noticeItem) });
export type AccountNotice = ValueOf<typeof accountNotice>;
