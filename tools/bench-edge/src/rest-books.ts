import { readFlags, wholeNumber } from '../../kit/command-line/read-flags';
import { percentile } from '../../kit/percentiles';
import { textTable } from '../../kit/text-table';
import { levelEvent, MARKET, Reports } from './owners';
import { measuredFrom } from './process-cost';
import { freePort, heard, startRig, startRole } from './rig';
import type { RequestsOrder, RequestsSeen } from './http-clients';

const LEVELS = 20;
const WARM_UP_MS = 3_000;
/** The book changes so often meanwhile. */
const CHANGE_EVERY_MS = 100;
const PATH = `/rest/v1/market/${MARKET}/orderbook`;

interface Answered {
  readonly perSecond: number;
  readonly perCpuSecond: number;
  /** Of a closed loop: what its connections divided by its rate must come to. */
  readonly mean: number;
  readonly p99: number;
  /** The part of the time in which it waited for a processor that others had. */
  readonly waited: number;
  readonly answer: string;
}

async function asked(pid: number, port: number, connections: number, ms: number): Promise<Answered> {
  const clients = startRole('http-clients');
  const run = async (runMs: number) => {
    const answer = heard<RequestsSeen>(clients);
    clients.send({ port, path: PATH, connections, ms: runMs } satisfies RequestsOrder);
    return answer;
  };
  await run(WARM_UP_MS);
  const measured = measuredFrom(pid);
  const { requests, seconds, latenciesMs, answer } = await run(ms);
  const { cpu, waited, seconds: watched } = measured();
  clients.kill('SIGKILL');
  return {
    perSecond: requests / seconds,
    perCpuSecond: requests / cpu,
    mean: (1000 * connections * seconds) / requests,
    p99: percentile(latenciesMs, 0.99),
    waited: waited / watched,
    answer,
  };
}

/** Order books over HTTP, from memory. */
export async function restBooks(args: readonly string[], usage: string): Promise<void> {
  const flags = readFlags(['seconds', 'profile', 'connections'], args, usage);
  const { seconds = '10', profile, connections: given = '64' } = flags;
  const ms = wholeNumber('seconds', seconds, [1, 600], usage) * 1000;
  const connections = wholeNumber('connections', given, [1, 10_000], usage);
  const rig = await startRig('rest-gateway', { levels: LEVELS, profile });
  const reports = new Reports(rig.engine);
  let amount = 1;
  const changing = setInterval(() => {
    amount += 1;
    void reports.publish([[levelEvent(amount % (2 * LEVELS), LEVELS, amount)]]);
  }, CHANGE_EVERY_MS);
  const own = await asked(rig.pid, rig.port, connections, ms);
  clearInterval(changing);
  await rig.stop();
  if (!own.answer.startsWith('HTTP/1.1 200 ')) throw new Error(`the gateway answered ${own.answer}`);
  const port = await freePort();
  const server = startRole('bare-http', String(port));
  await heard(server);
  const taken = heard(server);
  server.send(own.answer.slice(own.answer.indexOf('\r\n\r\n') + 4));
  await taken;
  const bare = await asked(server.pid ?? 0, port, connections, ms);
  server.kill('SIGKILL');
  const shown = (figure: number) => Math.round(figure).toLocaleString('en-US');
  const row = (name: string, { perSecond, perCpuSecond, mean, p99, waited }: Answered) => [
    ...[name, shown(perSecond), shown(perCpuSecond), mean.toFixed(1), p99.toFixed(1)],
    `${(100 * waited).toFixed(0)} %`,
  ];
  console.log(
    `order books of ${2 * LEVELS} lines, ${connections} connections that ask again when they are answered, ${seconds} s`,
  );
  const rows = [
    ['', 'requests/s', 'per CPU second', 'mean ms', 'p99 ms', 'waited for a processor'],
    row('rest-gateway', own),
    row('bare node server', bare),
  ];
  for (const line of textTable(rows, ['left', ...(['right', 'right', 'right', 'right', 'right'] as const)]))
    console.log(line);
}
