import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { type DataFolder, LOCK } from '../settings/data-folder';
import { identify, isRunning, type ProcessIdentity } from './process-identity';

/** Whose lock it is, or undefined if its owner has not come to write its name yet. */
function ownerOf(lock: string): ProcessIdentity | undefined {
  const text = readFileSync(lock, 'utf8');
  return text === '' ? undefined : (JSON.parse(text) as ProcessIdentity);
}

/**
 * Takes the folder for this process, and returns what gives it back. Throws if a start that still runs has it; the
 * lock of one that was killed counts for nothing.
 */
export function lockFolder(folder: DataFolder): () => void {
  const lock = folder.file(LOCK);
  const self = identify(process.pid);
  if (self === undefined) throw new Error('This system does not tell when a process was started.');
  for (;;) {
    try {
      const handle = openSync(lock, 'wx', 0o600);
      writeSync(handle, JSON.stringify(self));
      closeSync(handle);
      return () => {
        rmSync(lock, { force: true });
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const owner = ownerOf(lock);
    if (owner !== undefined && isRunning(owner)) {
      throw new Error(
        `The exchange in ${folder.path} runs already, started by process ${owner.pid}. ` +
          'For another one beside it, set EXCHANGE_DATA_DIR and EXCHANGE_PORT_BASE.',
      );
    }
    rmSync(lock, { force: true });
  }
}
