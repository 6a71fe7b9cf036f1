import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect as connectSocket, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { until } from '../../../kit/until';

const READERS = 20;
const SHORT = { bytes: 64, messages: 20_000 };
const LONG = { bytes: 16_384, messages: 2_000 };
const IDLE_CONNECTIONS = 2_000;
const SETTLE_MS = 2_000;
const TICKS_PER_SECOND = 100;

/** What the broker spends on one reader more, and on one connection. */
export interface BrokerCosts {
  readonly deliveryUs: number;
  readonly deliveryKbUs: number;
  readonly brokerConnectionKb: number;
}

/** Against a server of its own, without a stream. `root`: of the repository. */
export async function measureBroker(root: string): Promise<BrokerCosts> {
  const port = await freePort();
  const program = execFileSync(process.execPath, [path.join(root, 'tools/nats-server.mjs')], {
    encoding: 'utf8',
  });
  const server = spawn(program.trim(), ['-a', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
  try {
    const pid = server.pid ?? 0;
    await until(() => connected(port), { everyMs: 50, timeoutMs: 10_000, failure: () => 'no broker' });
    const short = await deliveryUs(pid, port, SHORT);
    const long = await deliveryUs(pid, port, LONG);
    return {
      deliveryUs: short,
      deliveryKbUs: ((long - short) * 1024) / (LONG.bytes - SHORT.bytes),
      brokerConnectionKb: await connectionKb(pid, port),
    };
  } finally {
    server.kill('SIGKILL');
  }
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

async function connected(port: number): Promise<true | undefined> {
  const connection = await connect({ servers: `127.0.0.1:${port}` }).catch(() => undefined);
  await connection?.close();
  return connection && true;
}

/** Of a message to one reader, as the difference between many of them and one. */
async function deliveryUs(
  pid: number,
  port: number,
  load: { bytes: number; messages: number },
): Promise<number> {
  const one = await cpuOf(pid, port, 1, load);
  const many = await cpuOf(pid, port, READERS + 1, load);
  return Math.max((many - one) / (READERS * load.messages), 1e-8) * 1e6;
}

async function cpuOf(
  pid: number,
  port: number,
  readers: number,
  { bytes, messages }: { bytes: number; messages: number },
): Promise<number> {
  const open = () => connect({ servers: `127.0.0.1:${port}` });
  const connections: NatsConnection[] = [];
  let heard = 0;
  for (let reader = 0; reader < readers; reader += 1) {
    const connection = await open();
    const hear = () => {
      heard += 1;
    };
    connection.subscribe('told', { callback: hear });
    await connection.flush();
    connections.push(connection);
  }
  const writer = await open();
  const data = Buffer.alloc(bytes);
  const before = cpuSeconds(pid);
  for (let sent = 0; sent < messages; sent += 1) {
    writer.publish('told', data);
    if (sent % 200 === 0) await writer.flush();
  }
  await until(async () => (heard >= readers * messages ? true : undefined), {
    ...{ everyMs: 20, timeoutMs: 60_000, failure: () => `${heard} of ${readers * messages} came` },
  });
  const used = cpuSeconds(pid) - before;
  await Promise.all([writer, ...connections].map((connection) => connection.close()));
  return used;
}

async function connectionKb(pid: number, port: number): Promise<number> {
  await delay(SETTLE_MS);
  const before = residentKb(pid);
  const sockets: Socket[] = [];
  for (let count = 0; count < IDLE_CONNECTIONS; count += 1) {
    const socket = connectSocket(port, '127.0.0.1');
    await new Promise((resolve) => socket.once('data', resolve));
    socket.write('CONNECT {"verbose":false}\r\nSUB own.> 1\r\nPING\r\n');
    socket.resume();
    sockets.push(socket);
  }
  await delay(SETTLE_MS);
  const each = (residentKb(pid) - before) / IDLE_CONNECTIONS;
  for (const socket of sockets) socket.destroy();
  return each;
}

/** Of CPU that a process took so far, in user and kernel mode (proc(5)). */
function cpuSeconds(pid: number): number {
  const [, after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const fields = after.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

const residentKb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
