import { LogCheck, readEntry } from '@exchange/core/operator';
import type { Log, Records } from '@exchange/platform';
import { sha256 } from '../desk/sha256';
import type { DeskState } from '../desk/desk-state';
import { readLog } from './read-log';
import { sessionTable, usedCodeTable } from './tables';

/** Takes up the log, what it leaves to be done, and who is signed in. A log that isn't as it was written stays closed. */
export async function loadState(records: Records, state: DeskState, log: Log): Promise<void> {
  const check = new LogCheck(sha256, []);
  await readLog(records, (entry) => {
    if (!check.take(entry)) return false;
    state.resume(entry, readEntry(entry));
    return true;
  });
  const verdict = check.end();
  state.fault = verdict.ok ? undefined : verdict.message;
  if (state.fault !== undefined) log.error({ alarm: 'operator_log_broken' }, state.fault);
  for (const session of await records.find(sessionTable)) state.sessions.set(session.digest, session);
  for (const { person, step } of await records.find(usedCodeTable)) state.usedCodes.set(person, step);
}
