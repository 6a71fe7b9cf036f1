export * from './clock-skews';
export * from './process-meters';
export * from './http-meter';
export * from './meters';
export * from './report-nodes';
export * from './request-meter';
export type { Buckets, Spread } from './spread';
export type { CountCell, Tallies } from './tallies';
export * from './turn-meters';
