import {
  always,
  bool,
  hash,
  listOf,
  marketId,
  nullable,
  object,
  operatorOrder,
  operatorReply,
  optional,
  processName,
  text,
  uint,
} from '@exchange/core/message';
import { defineRequest } from '../request';

const asked = { owner: 'matching-engine', senders: ['operator-gateway'] } as const;

/** With `order` a command is carried out, once; without it nothing changes, and the answer says what would. */
const ordered = { order: optional(operatorOrder) } as const;

/** `engine.v1.cmd.<engine>.<sender>.move-market`, to the engine that shall get the market. Accepted, it is under way. */
export const moveMarket = defineRequest({
  ...asked,
  pattern: 'engine.v1.cmd.*.*.move-market',
  request: object({ market: marketId, to: processName, ...ordered }),
  reply: operatorReply,
});

/**
 * `engine.v1.cmd.<engine>.<process>.<sender>.drain-engine`, to the process itself: those of two engines may have one name. `on`:
 * it gives its engine to one that stands by, and takes it no more, also when it is started again, until it is asked with false.
 */
export const drainEngine = defineRequest({
  ...asked,
  pattern: 'engine.v1.cmd.*.*.*.drain-engine',
  request: object({ engine: processName, process: processName, on: bool, ...ordered }),
  reply: operatorReply,
});

/** `engine.v1.query.<sender>.engines`, to any engine: engines, their processes, and which engine has which market. */
export const enginesQuery = defineRequest({
  ...asked,
  pattern: 'engine.v1.query.*.engines',
  request: object({ living: always(true) }),
  reply: object({
    /** Which of the operator's orders changed the map last; 0: it is as it began. */
    version: uint,
    /** The engine of markets that the map doesn't name. */
    others: text,
    markets: listOf(
      object({
        market: marketId,
        /** By the map. */
        engine: text,
        /** Who writes it now; null: nobody ever did. */
        writer: nullable(text),
      }),
    ),
    engines: listOf(
      object({
        engine: text,
        /** Its active process; null: none. */
        holder: nullable(text),
        /** Its processes that live. */
        processes: listOf(object({ name: text, isDrained: bool })),
      }),
    ),
  }),
});

/**
 * `engine.v1.query.<sender>.operator-heads`, to any engine: which entries of the operator's log the engines and their processes
 * have carried out, those after a sequence, in their order, as many as an answer carries.
 */
export const engineHeadsQuery = defineRequest({
  ...asked,
  pattern: 'engine.v1.query.*.operator-heads',
  request: object({ after: uint }),
  reply: object({ heads: listOf(object({ group: text, seq: uint, hash })), more: bool }),
});
