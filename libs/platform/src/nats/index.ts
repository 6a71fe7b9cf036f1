export { brokerLogin, type BrokerRole, inboxOf } from './identity';
export * from './nats-bus';
export type { BrokerTraffic } from './nats-connection';
export * from './permissions';
export * from './server-config';
export * from './streams';
