export * from './event';
export * from './packet';
export { MalformedPacketError } from './checks';
