/** A client written from the interface's tables alone: what stands for those that others wrote. */
export { type Answer, type CommandName } from './answers';
export type { EventName, Message, EventMode } from './events';
export type { Packet } from './read-packet';
export { readPacket } from './read-packet';
export { Violation } from './readers';
export * from './signing';
export { Refused, StrictClient } from './strict-client';
