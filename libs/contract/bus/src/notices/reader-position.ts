import { listOf, object, optional, text, uint, type ValueOf } from '@exchange/core/message';
import { defineNotice, type MessageDefinition } from '../message';
import { SERVICES, type ServiceName } from '@exchange/core/kernel';

const content = object({
  reader: text,
  positions: listOf(object({ subject: text, seq: uint })),
  /** Of a service whose parts each read the logs for themselves: which part says this, and which parts there are. */
  part: optional(object({ name: text, all: listOf(text) })),
});
export type ReaderPosition = ValueOf<typeof content>;

const READING_SERVICES = SERVICES.filter((service) => !service.startsWith('operator-gateway'));

/** One of several parts of a service that read the same logs, each from positions of its own. */
export type ReaderPart = NonNullable<ReaderPosition['part']>;

/**
 * How far a service's durable position in each log subject has come. A writer keeps an outbox row until every
 * reader that stores positions has passed it.
 */
export const readerPositions: ReadonlyMap<ServiceName, MessageDefinition<ReaderPosition>> = new Map(
  READING_SERVICES.map((service) => [
    service,
    defineNotice({
      pattern: `position.v1.${service}`,
      writer: service,
      readers: [
        'account-service',
        'matching-engine',
        'chain-watcher',
        'settlement-service',
        'attester',
        'solvency',
      ],
      content,
      fixtures: [
        { reader: service, positions: [{ subject: 'market.v1.ETHDAI', seq: 3 }] },
        {
          ...{ reader: service, positions: [{ subject: 'market.v1.ETHDAI', seq: 3 }] },
          part: { name: 'a', all: ['a', 'b'] },
        },
      ],
    }),
  ]),
);
