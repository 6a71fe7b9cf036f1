/** What the services share of the outside world: bus, database, clock, the turn, configuration, telemetry. */
export * from './catalogue';
export * from './crypto';
export * from './inbox';
export * from './internal-port';
export * from './lease';
export * from './operator';
export * from './metrics';
export * from './ports';
export * from './tables';
export * from './turn';
export * from './within';
export * from './postgres';
export * from './nats';
export * from './config';
export * from './repeat';
export * from './system-clock';
export * from './telemetry';
