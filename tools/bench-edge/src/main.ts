import { runTool } from '../../kit/command-line/run-tool';
import { bareHttp } from './bare-http';
import { bareWebsockets } from './bare-websockets';
import { commandsBench } from './commands-bench';
import { fanOut } from './fan-out';
import { idle } from './idle';
import { httpClients } from './http-clients';
import { reconnects } from './reconnects';
import { restBooks } from './rest-books';
import { websocketClients } from './websocket-clients';

const USAGE = `What one gateway carries, each beside a floor of the same run:

  npm run bench:fan-out     a book's changes to 1 000 subscribers, beside a bare ws server that sends the same bytes
  npm run bench:rest-books  order books over HTTP, beside a bare node server that sends the same bytes
  npm run bench:idle        memory of 10 000 idle connections, beside a bare ws server
  npm run bench:reconnects  10 000 clients that come again within 10 s and log in, at the pace of their owner
  npm run bench:commands    signed orders through one gateway whose owners answer at once: what the gateway itself takes

  --subscribers N  of fan-out (default 1000)     --connections N  of idle and reconnects (default 10000), rest-books (64)
  --lines N        a report, of fan-out (default 10)
  --ahead N        reports on their way, of fan-out (default 1: no two of them share a frame)
  --seconds N      so long (default 10)          --profile DIR    the gateway's CPU profile goes there
  --help           this text

The real process of the gateway runs against a broker of its own and owners in this process.
`;

/** Programs that a run starts beside itself: this file again, told what to be. */
const ROLES: Readonly<Record<string, () => void>> = {
  'websocket-clients': websocketClients,
  'http-clients': httpClients,
  'bare-websockets': bareWebsockets,
  'bare-http': bareHttp,
};

const BENCHES: Readonly<Record<string, (args: readonly string[], usage: string) => Promise<void>>> = {
  'fan-out': fanOut,
  'rest-books': restBooks,
  idle,
  reconnects,
  commands: commandsBench,
};

const [, , name = '', ...rest] = process.argv;
const role = ROLES[name];
if (role !== undefined) role();
else {
  await runTool(USAGE, async () => {
    const bench = BENCHES[name];
    if (bench === undefined) throw new Error(USAGE);
    await bench(rest, USAGE);
    process.exit(0);
  });
}
