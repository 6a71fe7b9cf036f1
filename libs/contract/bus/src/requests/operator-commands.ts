import {
  address,
  always,
  bool,
  feeRows,
  hash,
  listOf,
  marketEdit,
  marketId,
  marketStatus,
  marketTerms,
  type Members,
  nullable,
  object,
  oneOf,
  operatorOrder,
  operatorReply,
  optional,
  storableText,
  text,
  tokenEdit,
  tokenListing,
  uint,
} from '@exchange/core/message';
import { defineRequest } from '../request';
import { command, query } from './account-subjects';

/** What operators ask of account-service. To partition 0, unless the request says otherwise. */
const asked = { owner: 'account-service', senders: ['operator-gateway'] } as const;

/** With `order` a command is carried out, once; without it nothing changes, and the answer says what would. */
const operatorCommand = <M extends Members>(kind: string, members: M) =>
  defineRequest({
    ...asked,
    pattern: command(kind),
    request: object({ ...members, order: optional(operatorOrder) }),
    reply: operatorReply,
  });

/** Listing the same again is accepted and changes nothing; other values are refused. */
export const listToken = operatorCommand('list-token', tokenListing.members);

/** As {@link listToken}. `status`: what a new market begins with; open without it. */
export const listMarket = operatorCommand('list-market', {
  ...marketTerms.members,
  status: optional(oneOf('open', 'post_only', 'cancel_only')),
});

/** All that may change of a listed token: what isn't to change is said again. */
export const editToken = operatorCommand('edit-token', tokenEdit.members);

/** As {@link editToken}, of a market. Orders in its book stay; the new minimums count from the next change of each on. */
export const editMarket = operatorCommand('edit-market', marketEdit.members);

/** As the table of transitions allows; delisting cancels all orders of the market, and is final. */
export const setMarketStatus = operatorCommand('set-market-status', {
  market: marketId,
  status: marketStatus,
});

/**
 * The schedule of fees that follows the one in force, `startsAt` (Unix ms). Rows rise by volume from 0; one that was announced
 * before and hasn't started is replaced.
 */
export const announceFees = operatorCommand('announce-fees', { rows: feeRows, startsAt: uint });

/** Cancels all orders of the market, those of all accounts; it goes on as its status says. */
export const cancelMarketOrders = operatorCommand('cancel-market-orders', { market: marketId });

/** To the account's partition: its tenths of points per window; null for the usual figure. */
export const setAccountLimits = operatorCommand('set-account-limits', {
  account: address,
  pointTenths: nullable(uint),
});

/**
 * To the account's partition: refuses its new orders, edits and withdrawals, with ACCOUNT_FROZEN, until it is unfrozen.
 * `cancelOrders`: its open orders are canceled, too. Cancels, deposits and exits in the contract go on.
 */
export const freezeAccount = operatorCommand('freeze-account', {
  account: address,
  cancelOrders: optional(always(true)),
});

/** As {@link freezeAccount}: takes that back, and what an alarm of the ledger froze. */
export const unfreezeAccount = operatorCommand('unfreeze-account', { account: address });

/**
 * Refuses withdrawals by our hand, of one token or of all, with WITHDRAWALS_PAUSED, in all groups. What was promised before goes on, and
 * so do exits in the contract.
 */
export const pauseWithdrawals = operatorCommand('pause-withdrawals', { symbol: optional(storableText) });

/** Takes {@link pauseWithdrawals} back: for one token, or, without it, all that is paused. */
export const resumeWithdrawals = operatorCommand('resume-withdrawals', { symbol: optional(storableText) });

/**
 * To the account's partition: records that `payer` pays in what the account lacks of a token, from the operator's own money. The
 * effects say by which call of the contract; the ledger posts that deposit when it is final, and the account thaws.
 */
export const coverShortfall = operatorCommand('cover-shortfall', {
  account: address,
  token: address,
  payer: address,
});

/** To any partition of the group: gives it to another process of account-service. Accepted, it is under way. */
export const moveGroup = operatorCommand('move-group', { group: text, to: text });

/** The groups of partitions and the processes of account-service, as the database has them. To any partition. */
export const groupsQuery = defineRequest({
  ...asked,
  pattern: query('groups'),
  request: object({ living: always(true) }),
  reply: object({
    groups: listOf(
      object({
        name: text,
        partitions: listOf(uint),
        /** The process that it is meant for; empty: any. */
        process: text,
        /** The process that has it now; null: none. */
        holder: nullable(text),
      }),
    ),
    /** Those that live. */
    processes: listOf(text),
  }),
});

/**
 * Which entries of the operator's log the groups of account-service have carried out: those after a sequence, in their order, as many as an
 * answer carries. To any partition.
 */
export const operatorHeadsQuery = defineRequest({
  ...asked,
  pattern: query('operator-heads'),
  request: object({ after: uint }),
  reply: object({ heads: listOf(object({ group: text, seq: uint, hash })), more: bool }),
});
