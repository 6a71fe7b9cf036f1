export { decodeConfig, decodeListed, decodeTokenInfo } from './general';
export type { Bar } from './market';
export * from './packet';
export type { FeeTier } from './personal';
export { MalformedPacketError } from './position';
