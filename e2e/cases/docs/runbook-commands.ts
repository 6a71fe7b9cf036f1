import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { addressName, shellCommands } from '../../../tools/alarms/src/runbook-commands';
import type { RunningExchange } from '../../kit/running-exchange';

const RUNBOOKS = path.resolve(import.meta.dirname, '../../../docs/runbooks');
/** Those that only look, at a service or at the database; what they look at is there as soon as an exchange runs. */
const LOOKS = /^(curl -s "\$[A-Z_]+\/|psql "\$DATABASE_URL" -c )/;

const looks = [
  ...new Set(
    readdirSync(RUNBOOKS)
      .filter((file) => file.endsWith('.md'))
      .flatMap((file) => shellCommands(readFileSync(path.join(RUNBOOKS, file), 'utf8')))
      .filter((command) => LOOKS.test(command)),
  ),
];

/** What a runbook has an operator look at is answered, and its metrics and columns are there. */
export function runbookCommandCases(exchange: RunningExchange): void {
  describe('what runbooks look at', () => {
    it.each(looks)('%s', async (command) => {
      const addresses = exchange.endpoints.processes.map(({ app, health }) => [
        addressName(app),
        health.replace(/\/health\/ready$/, ''),
      ]);
      const env = {
        ...process.env,
        ...(Object.fromEntries(addresses) as NodeJS.ProcessEnv),
        DATABASE_URL: exchange.databaseAdminUrl,
      };
      const script = `set -euo pipefail\n${command.replace('curl -s', 'curl -sS --fail')}`;
      const ran = await new Promise<{ error: Error | null; output: string }>((resolve) => {
        execFile('bash', ['-c', script], { env }, (error, stdout, stderr) => {
          resolve({ error, output: stdout + stderr });
        });
      });
      expect(ran.error).toBeNull();
      expect(ran.output).not.toBe('');
    });
  });
}
