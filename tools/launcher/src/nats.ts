import { type NatsUser, natsServerConfig } from '@exchange/platform';
import { writeFileSync } from 'node:fs';
import type { Program } from './process/child';
import type { DataFolder } from './settings/data-folder';

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
