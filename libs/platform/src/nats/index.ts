export type { BrokerRole } from './identity';
export * from './nats-bus';
export * from './permissions';
export * from './server-config';
export * from './streams';
