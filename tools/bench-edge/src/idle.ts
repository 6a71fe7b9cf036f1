import { setTimeout as delay } from 'node:timers/promises';
import { readFlags, wholeNumber } from '../../kit/command-line/read-flags';
import { textTable } from '../../kit/text-table';
import { residentBytes } from './process-cost';
import { freePort, heard, startRig, startRole } from './rig';
import type { ClientsOrder } from './websocket-clients';

/** What was made to open a connection is collected by then. */
const SETTLE_MS = 15_000;
/** Opened and closed before anything is measured: code and heap are as in a process that has run for a while. */
const WARM_UP = 2_000;

async function opened(port: number, path: string, count: number) {
  const clients = startRole('websocket-clients');
  const done = heard(clients);
  clients.send({ port, path, count, reading: 0 } satisfies ClientsOrder);
  await done;
  return clients;
}

/** Kilobytes that each connection adds to the process. */
async function kilobytesEach(pid: number, port: number, path: string, count: number): Promise<number> {
  const first = await opened(port, path, WARM_UP);
  first.kill('SIGKILL');
  await delay(SETTLE_MS);
  const before = residentBytes(pid);
  const clients = await opened(port, path, count);
  await delay(SETTLE_MS);
  const each = (residentBytes(pid) - before) / count / 1024;
  clients.kill('SIGKILL');
  return each;
}

/** Memory of connections that do nothing. */
export async function idle(args: readonly string[], usage: string): Promise<void> {
  const { connections = '10000' } = readFlags(['connections'], args, usage);
  const count = wholeNumber('connections', connections, [100, 15_000], usage);
  const rig = await startRig('ws-gateway', { levels: 20 });
  const own = await kilobytesEach(rig.pid, rig.port, '/ws/v1', count);
  await rig.stop();
  const port = await freePort();
  const server = startRole('bare-websockets', String(port));
  await heard(server);
  const bare = await kilobytesEach(server.pid ?? 0, port, '/', count);
  server.kill('SIGKILL');
  const rows = [
    [`${count} idle connections`, 'KB each'],
    ['ws-gateway', own.toFixed(1)],
    ['bare ws server', bare.toFixed(1)],
  ];
  for (const line of textTable(rows, ['left', 'right'])) console.log(line);
}
