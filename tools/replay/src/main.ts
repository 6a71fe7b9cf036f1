import os from 'node:os';
import { runTool } from '../../kit/command-line/run-tool';
import { readExchange } from './exchange-record';
import { findingsTable, isSame } from './findings-table';
import type { MarketFinding } from './market-replay';
import { type ReplayOptions, replayOptions, USAGE } from './options';
import { readRecordingFile, RecordingFile } from './recording-file';
import { Replay } from './replay';

/** True when all is the same, or was only to be saved. */
async function run(options: ReplayOptions): Promise<boolean> {
  if (options.from === 'exchange' && options.save !== undefined) {
    const file = new RecordingFile(options.save);
    await readExchange(options.place, file);
    await file.close();
    console.log(`replay: saved ${file.reports} reports of ${file.markets} markets to ${options.save}`);
    return true;
  }
  const replay = new Replay(options.newStore);
  if (options.from === 'file') await readRecordingFile(options.file, replay);
  else await readExchange(options.place, replay);
  const findings = replay.findings();
  for (const line of findingsTable(findings)) console.log(line);
  const where = `process ${process.pid} on ${os.hostname()}, Node ${process.version}`;
  console.log(`replay: ${verdictOf(findings)} (${where})`);
  return findings.every(isSame);
}

function verdictOf(findings: readonly MarketFinding[]): string {
  if (findings.every(isSame)) return 'every byte and every state is the same';
  return findings.every(({ difference }) => difference === undefined)
    ? 'every byte is the same, and states have other hashes: another version of the program recorded them'
    : 'there are differences';
}

const COULD_NOT_COMPARE = 2;

await runTool(
  USAGE,
  async (args) => {
    process.exitCode = (await run(replayOptions(args, process.env))) ? 0 : 1;
  },
  COULD_NOT_COMPARE,
);
