import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readFlags } from '../../kit/command-line/read-flags';
import { runTool } from '../../kit/command-line/run-tool';
import { say } from '../../kit/command-line/say';
import { newPlace } from '../../kit/running/launched-exchange';
import { postgresHomes } from '../../kit/running/postgres-homes';
import { blocksOf } from './blocks';
import { follow } from './follow';

const USAGE = `npm run newcomer: does what docs/runbooks/deploying-the-contract.md says, command by command

Deploys to a chain of its own with the tool, runs the exchange on it with a remote signer and keystores, verifies, settles, stops
everything, and leaves with the exit kit. Folder and ports are others than on the page, so that it runs beside anything. About two minutes.

  --help   this text`;

const PAGE = 'docs/runbooks/deploying-the-contract.md';
/** What the kit says at the end. */
const LEFT = [/^ *0 ETH +can be taken out now/m, /^ *0 DAI +can be taken out now/m];

/** The page with a folder and ports of its own. */
async function movedPage(folder: string): Promise<string> {
  const { base, folder: unused } = await newPlace('.', 'exchange-newcomer-');
  rmSync(unused, { recursive: true });
  return readFileSync(PAGE, 'utf8')
    .replaceAll('./first/', 'first/')
    .replaceAll(/\bfirst\b(?=[/ ]|$)/gm, folder)
    .replaceAll('9545', String(base + 10))
    .replaceAll('8095', String(base + 15))
    .replaceAll(/^EXCHANGE_DATA_DIR=/gm, `EXCHANGE_PORT_BASE=${base}\nEXCHANGE_DATA_DIR=`)
    .replaceAll('SIGNER_POLICY_FILE=', `SIGNER_PORT=${base + 15}\nSIGNER_POLICY_FILE=`);
}

/** Aborted when somebody ends the walk: then all that it started ends, too. */
function leaving(): AbortSignal {
  const cut = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => {
      cut.abort(new Error(`cut off by ${signal}; everything it started has ended`));
    });
  return cut.signal;
}

await runTool(USAGE, async (args) => {
  readFlags([], args, USAGE);
  const cut = leaving();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'exchange-first-'));
  // Postgres may run as another user, who must be able to pass.
  chmodSync(folder, 0o755);
  try {
    const output = await follow(blocksOf(await movedPage(folder)), cut);
    if (!LEFT.every((line) => line.test(output)))
      throw new Error('the account could not leave with everything');
    say('\nA newcomer gets through by the page alone.');
  } finally {
    for (const home of postgresHomes(path.join(folder, 'data')))
      rmSync(home, { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  }
});
