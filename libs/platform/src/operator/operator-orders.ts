import { ok, reject, type Result } from '@exchange/core/kernel';
import type { Effect, OperatorOrder } from '@exchange/core/message';
import {
  defineTable,
  hashColumn,
  integerColumn,
  jsonColumn,
  primary,
  type RowOf,
  textColumn,
} from '../tables';

/**
 * The entries of the operator's log that an owner of state has carried out, each stored in one commit with what it changed:
 * the owner's own witness of that log. `ownerGroup`: the writer that carried it out.
 */
export const operatorHeadTable = defineTable('operator_head', {
  ownerGroup: primary(textColumn),
  seq: primary(integerColumn),
  hash: hashColumn,
  effects: jsonColumn<readonly Effect[]>(),
});
export type OperatorHead = RowOf<typeof operatorHeadTable>;

/** So many orders are answered again; whoever asks for an older one has waited too long. */
export const ORDERS_KEPT = 1_000;

/**
 * So far ahead of the newest order may the next one be: entries that this owner had no part in lie between, thousands a year. What is
 * further ahead was made up, and would have all orders of the real log refused as passed until that gets there.
 */
export const ORDERS_AHEAD_MAX = 1_000_000;

/** The newest orders that one owner of state has carried out, and what is to be done about the next. */
export class OperatorOrders {
  private readonly kept = new Map<number, { readonly hash: string; readonly effects: readonly Effect[] }>();
  private newest = -1;

  /** Remembers an order that was carried out. */
  keep({ seq, hash }: OperatorOrder, effects: readonly Effect[]): void {
    this.kept.set(seq, { hash, effects });
    this.newest = Math.max(this.newest, seq);
    if (this.kept.size > ORDERS_KEPT) this.kept.delete(Math.min(...this.kept.keys()));
  }

  /**
   * What an order changed when it was carried out; undefined for one that is new, and for none, which is a dry run.
   *
   * OPERATOR_LOG_FORKED when another entry of this sequence was carried out; OPERATOR_ORDER_PASSED when later ones were, and
   * this one wasn't: it might undo them; OPERATOR_ORDER_AHEAD when no log can have come so far since.
   */
  effectsOf(order: OperatorOrder | undefined): Result<readonly Effect[] | undefined> {
    if (order === undefined) return ok(undefined);
    const { seq, hash } = order;
    const known = this.kept.get(seq);
    if (known?.hash === hash) return ok(known.effects);
    if (known !== undefined) {
      return reject(
        'OPERATOR_LOG_FORKED',
        `entry ${seq} was carried out as ${known.hash}, and is ordered as ${hash}: one log has one entry of each sequence`,
      );
    }
    const highest = Math.max(this.newest, 0) + ORDERS_AHEAD_MAX;
    if (seq > highest) {
      return reject(
        'OPERATOR_ORDER_AHEAD',
        `entry ${seq} is too far ahead: the newest that was carried out here is ${this.newest < 0 ? 'none' : this.newest}, so at most ${highest} can come next`,
      );
    }
    if (seq > this.newest) return ok(undefined);
    return reject(
      'OPERATOR_ORDER_PASSED',
      `entry ${seq} was not carried out, and entry ${this.newest} was since: look at what holds now, and order it anew`,
    );
  }
}
