/** What tests and simulations need: ports in memory with faults, a fake clock, seeded randomness, test servers. */
export * from './fake-clock';
export * from './kept-log';
export * from './memory/faults';
export * from './memory/memory-broker';
export * from './memory/memory-bus';
export * from './memory/memory-database';
export * from './memory/memory-store';
export * from './seeded-random';
export * from './echo-service';
export * from './servers/free-port';
export * from './servers/json-rpc-node';
export * from './servers/late-server';
export * from './servers/query-plans';
export * from './servers/start-anvil';
export * from './servers/start-postgres';
export * from './servers/start-nats';
export * from './read-frame';
