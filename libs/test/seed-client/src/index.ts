/** The one client that is written from the interface's tables alone: what stands for those that others wrote. */
export type { Answer } from './answers';
export * from './commands';
export * from './connection';
export {
  eventId,
  type EventMode,
  type DocumentedEvent,
  events,
  type Message,
  SEED_EVENTS,
  type SeedEventName,
} from './events';
export { BAR_PRECISIONS, config, CURRENCIES, tokenInfo } from './objects';
export { type ReadPacket, readPacket, type SeedPacket } from './read-packet';
export * from './readers';
export * from './rest-objects';
export { type BookRow, CheckedBook } from './checked-book';
export * from './signing';
export { StrictClient } from './strict-client';
