import { say } from '../../kit/command-line/say';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { runTool } from '../../kit/command-line/run-tool';
import { startedProcesses } from '../../kit/running/processes';
import { auditIsClean } from '../../kit/running/run-audit';
import { freezeSettlement } from './exchange/frozen-settlement';
import { ownTarget, root, runningTarget, type Target } from './exchange/target';
import { FLOOR_COMMAND } from './floor/floor';
import { serveGateway } from './floor/floor-gateway';
import { serveOwner } from './floor/floor-owner';
import type { FloorSettings } from './floor/parts';
import { type LoadOptions, loadOptions, USAGE } from './options';
import { offerMost } from './programs/most';
import { compareSight } from './programs/sight';
import { offerOverload } from './programs/overload';
import { offerInTurn, offerRate } from './programs/single';
import { monotonicUs, type ProfiledTime, profileLines } from './report/profile';
import { type LoadResult, LoadSession } from './session';

function offer(session: LoadSession, options: LoadOptions): Promise<LoadResult> {
  const { mode } = options;
  switch (mode.kind) {
    case 'open':
      return offerRate(session, options, mode.rate, say);
    case 'closed':
    case 'idle':
      return offerInTurn(session, options, mode, say);
    case 'most':
      return offerMost(session, options, say);
    case 'overload':
      return offerOverload(session, options, mode, say);
  }
}

/** Offers a load while nothing is settled, then waits until all of it is. */
async function offerUnsettled(session: LoadSession, options: LoadOptions): Promise<LoadResult> {
  const resume = freezeSettlement(session.target.folder);
  let result: LoadResult;
  try {
    result = await offer(session, options);
  } finally {
    resume();
  }
  say('settlement-service goes on…');
  say(`all trades are final ${((await session.allSettled()) / 1000).toFixed(0)} s later`);
  return result;
}

/** Runs a load on an exchange. @returns what came of it; the process ends with code 1 when something was lost or differs */
async function runOn(target: Target, options: LoadOptions): Promise<LoadResult> {
  const session = await LoadSession.open(target, options, say);
  try {
    const result = await (options.settles ? offer(session, options) : offerUnsettled(session, options));
    if (result.lost.faults.length > 0) process.exitCode = 1;
    if (options.audit && !(await auditIsClean(root, target.folder))) process.exitCode = 1;
    return result;
  } finally {
    session.close();
  }
}

/** What the processes of an exchange are started with so that each leaves a profile when it ends. */
function profiled(folder: string): NodeJS.ProcessEnv {
  mkdirSync(folder, { recursive: true });
  return {
    NODE_OPTIONS: `--import=${path.join(root, 'tools/load/profiled.mjs')}`,
    PROFILE_DIR: folder,
  };
}

async function run(options: LoadOptions): Promise<void> {
  const { dataDir, rest, ws, sight } = options;
  if (sight !== undefined) {
    if (!(await compareSight(options, sight, say))) process.exitCode = 1;
    return;
  }
  const profile = options.profile === undefined ? undefined : path.resolve(options.profile);
  if (dataDir === undefined) say('starting an exchange…');
  const target =
    dataDir === undefined
      ? await ownTarget(profile === undefined ? {} : profiled(profile))
      : runningTarget(dataDir, rest, ws);
  const processes = startedProcesses(target.folder);
  let time: ProfiledTime | undefined;
  try {
    const { window } = await runOn(target, options);
    time = { from: monotonicUs(window.from), to: monotonicUs(window.to) };
  } finally {
    await target.end();
  }
  if (profile !== undefined) for (const line of profileLines(profile, processes, time)) say(line);
}

const [command, part] = process.argv.slice(2);
if (command === FLOOR_COMMAND) {
  process.stdin.resume().once('end', () => process.exit());
  const settings = JSON.parse(process.env['FLOOR_SETTINGS'] ?? '') as FloorSettings;
  await (part === 'owner' ? serveOwner(settings) : serveGateway(settings));
} else {
  await runTool(USAGE, (args) => run(loadOptions(args)));
}
