import { anvilBinary, natsServerBinary } from '@exchange/test/kit';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** What an image runs when nobody says otherwise, and where: on this machine, from what was built. */
export interface Image {
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly folder: string;
}

const listIn = (stage: string, instruction: string): readonly string[] => {
  const [, list] = new RegExp(`^${instruction} (\\[.*\\])$`, 'm').exec(stage) ?? [];
  return list === undefined ? [] : (JSON.parse(list) as string[]);
};

function builtImage(name: string, folder: string): Image {
  const stages = readFileSync('Dockerfile', 'utf8').split(/^(?=FROM )/m);
  const stage = stages.find((one) => one.split('\n')[0]?.endsWith(` AS ${name}`));
  if (stage === undefined) throw new Error(`the Dockerfile makes no ${name}`);
  return {
    entrypoint: listIn(stage, 'ENTRYPOINT'),
    command: listIn(stage, 'CMD'),
    folder: path.resolve(folder),
  };
}

/** The image with this name, `exchange/account-service:dev`. */
export function imageOf(name: string): Image {
  const [repository = ''] = name.split(':');
  const [owner, app = ''] = repository.split('/');
  if (repository === 'nats') return { entrypoint: ['nats-server'], command: [], folder: '.' };
  if (owner !== 'exchange') throw new Error(`there is nothing here that runs ${name}`);
  if (app === 'init') return builtImage('init', 'dist/tools');
  if (app === 'dev-chain') return builtImage('dev-chain', '.');
  return builtImage('app', `dist/apps/${app}`);
}

const PROGRAMS: Readonly<Record<string, () => string>> = {
  node: () => process.execPath,
  anvil: anvilBinary,
  'nats-server': natsServerBinary,
};

/** A command as this machine runs it: its own programs, and no first process where it has none. */
export function onThisMachine(command: readonly string[]): readonly string[] {
  const [first = '', ...rest] = command;
  if (first === 'tini' && spawnSync('tini', ['--version']).status !== 0) return onThisMachine(rest.slice(1));
  return [PROGRAMS[first]?.() ?? first, ...rest];
}
