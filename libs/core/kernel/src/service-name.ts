/** The services that keep a record, each in its own schema of the database, and decide in turns. */
export const RECORD_KEEPERS = [
  'account-service',
  'matching-engine',
  'market-data',
  'chain-watcher',
  'settlement-service',
  'attester',
  'solvency',
  'operator-gateway',
] as const;

/** The gateways that the public reaches, which may run as any number of processes and keep nothing. */
export const GATEWAYS = ['rest-gateway', 'ws-gateway'] as const;

/** All services that the exchange consists of: each is an app by this name, and speaks under it on the bus. */
export const SERVICES = [...RECORD_KEEPERS, ...GATEWAYS] as const;

export type ServiceName = (typeof SERVICES)[number];

/** All that raises alarms and measures itself: the services, and the remote signer, where there is one. */
export const PROGRAMS = [...SERVICES, 'signer'] as const;

export type ProgramName = (typeof PROGRAMS)[number];
export type RecordKeeper = (typeof RECORD_KEEPERS)[number];

/** Whether a service keeps a record. */
export const keepsRecord = (service: ServiceName): service is RecordKeeper =>
  (RECORD_KEEPERS as readonly ServiceName[]).includes(service);

/** Whether a service is a gateway that the public reaches. */
export const isGateway = (service: ServiceName): boolean => !keepsRecord(service);
