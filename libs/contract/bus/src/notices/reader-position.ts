import { Fields, Text, Uint } from '../fields';
import { defineNotice, type MessageDefinition, ofSchema } from '../message';
import { SERVICES, type ServiceName } from '../service-name';
import { type Static, Type } from '@sinclair/typebox';

export const ReaderPosition = Fields({
  reader: Text,
  positions: Type.Array(Fields({ subject: Text, seq: Uint })),
});
export type ReaderPosition = Static<typeof ReaderPosition>;

const READING_SERVICES = SERVICES.filter((service) => service !== 'operator');

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
      readers: ['account-service', 'matching-engine', 'chain-watcher', 'settlement-service'],
      content: ofSchema(ReaderPosition),
      fixtures: [{ reader: service, positions: [{ subject: 'market.v1.ETHDAI', seq: 3 }] }],
    }),
  ]),
);
