import { SERVICES } from '@exchange/contract/bus';
import { type NatsUser, natsServerConfig } from '@exchange/platform';
import { writeFileSync } from 'node:fs';
import type { Program } from './child';
import type { DataFolder } from './data-folder';
import type { Secrets } from './secrets';

export const ADMINISTRATOR = 'administrator';

/** The broker's password of a service, or of the administrator. */
export const natsPassword = (secrets: Secrets, user: string): string => secrets.of(`nats ${user}`);

/** One user for each service, named as it, and the administrator who creates the streams. */
export function natsUsers(secrets: Secrets): NatsUser[] {
  return [ADMINISTRATOR, ...SERVICES].map((service) => ({
    name: service,
    password: natsPassword(secrets, service),
    service: service as NatsUser['service'],
  }));
}

/** A broker with JetStream in which every service may do what it must and no more. */
export function natsProgram(options: {
  readonly folder: DataFolder;
  readonly binary: string;
  readonly port: number;
  readonly users: readonly NatsUser[];
  readonly logFile: string;
}): Program {
  const { folder, binary, port, users, logFile } = options;
  const config = folder.file('nats.conf');
  writeFileSync(config, natsServerConfig({ port, storeDir: folder.file('nats'), users }), { mode: 0o600 });
  return {
    name: 'nats',
    command: binary,
    args: ['--config', config],
    env: { PATH: process.env['PATH'] },
    logFile,
    stopSignal: 'SIGINT',
    stopMs: 10_000,
  };
}
