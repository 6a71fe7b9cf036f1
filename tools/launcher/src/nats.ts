import { type BrokerRole, natsServerConfig } from '@exchange/platform';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Program } from './process/child';
import type { DataFolder } from './settings/data-folder';

/** A broker with JetStream in which every service may do what it must and no more. */
export function natsProgram(options: {
  readonly folder: DataFolder;
  readonly binary: string;
  readonly port: number;
  readonly passwords: Readonly<Record<BrokerRole, string>>;
  readonly logFile: string;
}): Program {
  const { folder, binary, port, passwords, logFile } = options;
  const storeDir = folder.file('nats');
  // Of releases whose broker had no accounts: the writers publish again what readers still lack.
  rmSync(path.join(storeDir, 'jetstream', '$G'), { recursive: true, force: true });
  const config = folder.file('nats.conf');
  writeFileSync(config, natsServerConfig({ port, storeDir, passwords }), { mode: 0o600 });
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
