/** A client written from the interface's tables alone: what stands for those that others wrote. */
export { type Answer, type DocumentedCommand } from './answers';
export type { DocumentedEvent, Message, EventMode } from './events';
export type { ReadPacket } from './read-packet';
export { readPacket } from './read-packet';
export { Violation } from './readers';
export * from './signing';
export { Refused, StrictClient } from './strict-client';
