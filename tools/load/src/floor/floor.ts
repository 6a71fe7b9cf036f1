import type { Say } from '../../../kit/command-line/say';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';
import { present } from '@exchange/core/kernel';
import { percentile } from '../../../kit/percentiles';
import { portsFrom } from '../../../kit/running/ports';
import type { NamedProcess } from '../../../kit/running/processes';
import { brokerOf } from '../../../kit/running/record-place';
import { secretOf } from '../../../kit/running/running-exchange';
import { LoadConnection } from '../../../kit/clients/connection';
import type { LoadClient } from '../../../kit/clients/crowd';
import { GENERATOR } from '../cpu/process-times';
import type { Target } from '../exchange/target';
import type { LoadStep } from '../plan/plan';
import { load, type LoadRun } from '../run/load';
import type { Pace } from '../run/pace';
import { connectAs } from '../../../kit/services/connect-as';
import { type FloorSettings, LOG, READY } from './parts';
import { jetstreamManager } from '@nats-io/jetstream';

const DATABASE = 'floor';
const START_MS_MAX = 30_000;
export const FLOOR_COMMAND = 'floor';
const NAMES = { gateway: 'floor gateway', owner: 'floor owner' } as const;
/** All that works for an order at the floor. */
const FLOOR_PARTS = [...Object.values(NAMES), GENERATOR, 'postgres', 'nats'];

/** A database of the exchange's server, as its administrator. */
function databaseUrl({ folder, endpoints }: Target, database: string): string {
  const { postgres } = portsFrom(Number(new URL(endpoints.rest).port));
  const password = secretOf(process.env, folder, 'database administrator') ?? '';
  return `postgres://postgres:${password}@127.0.0.1:${postgres}/${database}`;
}

/** Forgets what a floor left on the servers of the exchange, and makes a database for one if `anew`. */
async function clearServers(target: Target, anew: boolean): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl(target, 'postgres') });
  await client.connect();
  await client.query(`DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`);
  if (anew) await client.query(`CREATE DATABASE ${DATABASE}`);
  await client.end();
  const bus = await connectAs(brokerOf(process.env, target.folder));
  const { streams } = await jetstreamManager(bus);
  // There may be none.
  await streams.delete(LOG).catch(() => undefined);
  await bus.close();
}

/** Starts one of the floor's two processes; resolves with what it says when it is ready. */
async function startPart(
  part: keyof typeof NAMES,
  settings: FloorSettings,
): Promise<{ child: ChildProcess; said: string }> {
  const [, program = ''] = process.argv;
  const args = [program, FLOOR_COMMAND, part];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, FLOOR_SETTINGS: JSON.stringify(settings) },
    // It ends with whoever holds its input.
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const said = await new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => {
      reject(new Error(`the ${NAMES[part]} isn't ready`));
    }, START_MS_MAX);
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (!text.includes(READY) || !text.endsWith('\n')) return;
      clearTimeout(late);
      resolve(text.slice(text.indexOf(READY) + READY.length).trim());
    });
    child.once('exit', (code) => {
      clearTimeout(late);
      reject(new Error(`the ${NAMES[part]} ended with code ${code}`));
    });
  });
  return { child, said };
}

async function endPart({ child }: { child: ChildProcess }): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Orders of a load, sent by other connections: the n-th client's by the n-th. */
async function moved(ws: string, steps: readonly LoadStep[]): Promise<LoadStep[]> {
  const others = new Map<LoadClient, LoadClient>();
  for (const { client } of steps) {
    if (others.has(client)) continue;
    const { connection } = await LoadConnection.open(ws);
    others.set(client, { ...client, connection });
  }
  const placed = steps.filter(({ isCancel }) => !isCancel);
  return placed.map((step, rid) => ({
    ...step,
    client: present(others.get(step.client), 'a connection'),
    frame: step.frame.replace(/"rid":\d+/, `"rid":${rid}`),
  }));
}

/**
 * Runs the same orders through two processes that do what costs time in any design — a frame, a request, a recovered
 * signature, a committed row for each row, a message for each message, an answer, fills to both sides — and know no rule.
 */
export async function runFloor(
  target: Target,
  steps: readonly LoadStep[],
  settings: Omit<FloorSettings, 'nats' | 'database'>,
  { pace, warmMs }: { pace: Pace; warmMs: number },
  say: Say,
): Promise<LoadRun> {
  const nats = brokerOf(process.env, target.folder);
  await clearServers(target, true);
  const whole = { ...settings, nats, database: databaseUrl(target, DATABASE) };
  const owner = await startPart('owner', whole);
  try {
    const gateway = await startPart('gateway', whole);
    try {
      const own = await moved(`ws://127.0.0.1:${gateway.said}`, steps);
      const clients = [...new Set(own.map(({ client }) => client))];
      const extra: NamedProcess[] = [
        { name: NAMES.owner, pid: owner.child.pid ?? 0 },
        { name: NAMES.gateway, pid: gateway.child.pid ?? 0 },
      ];
      try {
        return await load(target, clients, { steps: own, pace, warmMs }, say, extra);
      } finally {
        for (const { connection } of clients) connection.close();
      }
    } finally {
      await endPart(gateway);
    }
  } finally {
    await endPart(owner);
    await clearServers(target, false);
  }
}

/** The floor's part of the report. `exchange`: CPU of an order there, without other programs, ms. */
export function floorLines(
  run: LoadRun,
  { rows, messages }: FloorSettings['written'],
  exchange: number,
): string[] {
  const accepted = run.record.latencies('accepted', 'orders', run.window);
  const fills = run.record.fills(run.window);
  const ms = (samples: readonly number[], part: number) => percentile(samples, part).toFixed(2);
  const cpu = FLOOR_PARTS.reduce((sum, part) => sum + (run.cpu.parts.get(part) ?? 0), 0) / accepted.length;
  return [
    `the bare floor, with ${rows.toFixed(1)} rows and ${messages.toFixed(1)} log messages an order as the exchange wrote them:`,
    `  accepted p50 ${ms(accepted, 0.5)} ms, p99 ${ms(accepted, 0.99)} ms; both sides told p50 ${ms(fills, 0.5)} ms, p99 ${ms(fills, 0.99)} ms`,
    `  ${cpu.toFixed(3)} ms of CPU an order, load generator and servers included; the exchange took ${exchange.toFixed(3)}: ` +
      `${((100 * cpu) / exchange).toFixed(0)} % of the bare floor's speed`,
  ];
}
