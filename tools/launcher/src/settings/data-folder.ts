import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The folder of everything that a start leaves for the next one. */
export interface DataFolder {
  readonly path: string;
  /** The path of a file or folder inside. */
  file(...names: string[]): string;
  /** What was saved under the name; undefined if nothing was. */
  read(name: string): unknown;
  /** Replaces the file as a whole, readable for its owner alone. */
  save(name: string, value: unknown): void;
}

const MARK = 'this-is-exchange-data';
/** The file by which a start holds the folder. */
export const LOCK = 'lock.json';

/** Opens the folder, and makes it if need be. A folder that holds something else is refused. */
export function openDataFolder(location: string): DataFolder {
  const folder = path.resolve(location);
  const file = (...names: string[]) => path.join(folder, ...names);
  // Passable for all, since Postgres may have to run as another user; what is secret has a mode of its own.
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  if (!existsSync(file(MARK)) && readdirSync(folder).length > 0) {
    throw new Error(
      `${folder} holds something else than an exchange; name an empty folder in EXCHANGE_DATA_DIR.`,
    );
  }
  mkdirSync(file('logs'), { recursive: true });
  writeFileSync(file(MARK), '');
  return {
    path: folder,
    file,
    read: (name) =>
      existsSync(file(name)) ? (JSON.parse(readFileSync(file(name), 'utf8')) as unknown) : undefined,
    save(name, value) {
      const draft = file(`${name}.${randomBytes(4).toString('hex')}.new`);
      try {
        writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
        renameSync(draft, file(name));
      } catch (error) {
        rmSync(draft, { force: true });
        throw error;
      }
    },
  };
}

/** Forgets everything that an exchange left in the folder; its lock stays. */
export function clearDataFolder(folder: DataFolder): void {
  for (const name of readdirSync(folder.path)) {
    if (name !== LOCK && name !== MARK) rmSync(folder.file(name), { recursive: true, force: true });
  }
  mkdirSync(folder.file('logs'));
}
