import { hash, listOf, object, optional, text, uint, type ValueOf } from '../codec';

/** The entry of the operator's log that orders a change: its sequence and its hash. */
export const operatorOrder = object({ seq: uint, hash });
export type OperatorOrder = ValueOf<typeof operatorOrder>;

/**
 * One thing that an operator's command changes, or would: `what` of which thing, as texts that people read, as
 * `{ what: 'status', of: 'ETHDAI', before: 'open', after: 'post_only' }` or `{ what: 'orders canceled', of: 'ETHDAI', count: 37 }`.
 */
export const effect = object({
  what: text,
  of: optional(text),
  before: optional(text),
  after: optional(text),
  count: optional(uint),
});
export type Effect = ValueOf<typeof effect>;

/** An answer has no more; what is of more things is counted instead. */
export const EFFECTS_MAX = 1_000;

/** What every command of an operator is answered with: the same for a dry run and for the real one. */
export const operatorReply = object({ effects: listOf(effect, EFFECTS_MAX) });
export type OperatorReply = ValueOf<typeof operatorReply>;
