import { mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readFlags, wholeNumber } from '../../kit/command-line/read-flags';
import { textTable } from '../../kit/text-table';
import { type SendOrder } from './bare-websockets';
import { levelEvent, Reports } from './owners';
import { measuredFrom } from './process-cost';
import { freePort, heard, type Rig, startRig, startRole } from './rig';
import { type ClientsOrder, look } from './websocket-clients';

const LEVELS = 20;
const READING = 8;
const WARM_UP_MS = 3_000;
const SUBSCRIBE = '[{"c":"subscribe","markets":["ETHDAI"],"events":["book20d5"]}]';

type Clients = ReturnType<typeof startRole>;

async function opened(order: Omit<ClientsOrder, 'reading'>): Promise<Clients> {
  const clients = startRole('websocket-clients');
  const done = heard<'open'>(clients);
  clients.send({ ...order, reading: READING } satisfies ClientsOrder);
  await done;
  return clients;
}

interface Carried {
  readonly perSecond: number;
  readonly perCpuSecond: number;
  readonly linesPerFrame: number;
}

const shown = (figure: number) => Math.round(figure).toLocaleString('en-US');

/** Publishes as fast as the slowest reader is told (`ahead`: reports on their way), and counts what every subscriber got. */
async function throughGateway(
  rig: Rig,
  clients: Clients,
  options: { lines: number; ahead: number; ms: number; subscribers: number },
) {
  const reports = new Reports(rig.engine);
  let amount = 1;
  const one = () => {
    amount += 1;
    return Array.from({ length: options.lines }, (_, at) =>
      levelEvent((amount * 7 + at) % (2 * LEVELS), LEVELS, amount),
    );
  };
  const texts: string[] = [];
  const run = async (ms: number): Promise<void> => {
    const until = performance.now() + ms;
    while (performance.now() < until) {
      const seen = await look(clients);
      texts.push(...seen.texts);
      const ahead = reports.published - seen.lines / options.lines;
      if (ahead >= options.ahead) await delay(1);
      else await reports.publish(Array.from({ length: Math.min(8, Math.ceil(options.ahead - ahead)) }, one));
    }
  };
  await run(WARM_UP_MS);
  const before = await look(clients);
  texts.length = 0;
  const measured = measuredFrom(rig.pid);
  await run(options.ms);
  const after = await look(clients);
  const { seconds, cpu } = measured();
  while ((await look(clients)).lines < reports.published * options.lines) await delay(20);
  await delay(500);
  const end = await look(clients);
  if (end.open !== options.subscribers) throw new Error(`only ${end.open} subscribers are left`);
  const lines = after.lines - before.lines;
  return {
    carried: {
      perSecond: (lines * options.subscribers) / seconds,
      perCpuSecond: (lines * options.subscribers) / cpu,
      linesPerFrame: lines / (after.frames - before.frames),
    },
    texts,
  };
}

async function throughBareServer(texts: readonly string[], options: { ms: number; subscribers: number }) {
  const file = path.join(mkdtempSync(path.join(os.tmpdir(), 'exchange-bench-')), 'texts.json');
  writeFileSync(file, JSON.stringify(texts));
  const port = await freePort();
  const server = startRole('bare-websockets', String(port));
  await heard(server);
  const clients = await opened({ port, path: '/', count: options.subscribers });
  const before = await look(clients);
  const measured = measuredFrom(server.pid ?? 0);
  const done = heard(server);
  server.send({ file, ms: options.ms } satisfies SendOrder);
  await done;
  const after = await look(clients);
  const { seconds, cpu } = measured();
  server.kill('SIGKILL');
  clients.kill('SIGKILL');
  const lines = after.lines - before.lines;
  return {
    perSecond: (lines * options.subscribers) / seconds,
    perCpuSecond: (lines * options.subscribers) / cpu,
    linesPerFrame: lines / (after.frames - before.frames),
  };
}

/** A book's changes to many subscribers of one gateway. */
export async function fanOut(args: readonly string[], usage: string): Promise<void> {
  const flags = readFlags(['subscribers', 'seconds', 'lines', 'ahead', 'profile'], args, usage);
  const { subscribers = '1000', seconds = '10', lines = '10', ahead = '1', profile } = flags;
  const options = {
    subscribers: wholeNumber('subscribers', subscribers, [1, 15_000], usage),
    ms: wholeNumber('seconds', seconds, [1, 600], usage) * 1000,
    lines: wholeNumber('lines', lines, [1, 2 * LEVELS], usage),
    ahead: wholeNumber('ahead', ahead, [1, 10_000], usage),
  };
  const rig = await startRig('ws-gateway', { levels: LEVELS, profile });
  const clients = await opened({
    port: rig.port,
    path: '/ws/v1',
    count: options.subscribers,
    first: SUBSCRIBE,
  });
  await delay(1_000);
  const { carried, texts } = await throughGateway(rig, clients, options);
  clients.kill('SIGKILL');
  await rig.stop();
  const bare = await throughBareServer(texts, options);
  const row = (name: string, { perSecond, perCpuSecond, linesPerFrame }: Carried) => [
    ...[name, shown(perSecond), shown(perCpuSecond), linesPerFrame.toFixed(1)],
  ];
  console.log(
    `${options.lines} lines a report, ${options.subscribers} subscribers of book20d5, ${seconds} s`,
  );
  const head = ['', '(line × subscriber)/s', 'per CPU second', 'lines a frame'];
  const rows = [head, row('ws-gateway', carried), row('bare ws server', bare)];
  for (const line of textTable(rows, ['left', 'right', 'right', 'right'])) console.log(line);
}
