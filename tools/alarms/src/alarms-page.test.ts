import { describe, expect, it } from '@jest/globals';
import { ALARM_CODES, alarmOf } from '@exchange/core/kernel';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { alarmsPage } from './alarms-page';
import { commandFault, shellCommands } from './runbook-commands';
import { formatted } from '../../kit/formatted';

const RUNBOOKS = 'docs/runbooks';
const CODE = /(?<!\.test|\.fixture)\.ts$/;
/** Where the code of a source of alarms is, and what it is built on. */
const foldersOf = (source: string) =>
  source === 'signer' ? ['tools/signer/src'] : [`apps/${source}/src`, 'libs'];

/** All code below the folders but the list itself. */
const codeBelow = (folders: readonly string[]) =>
  folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => CODE.test(file) && !file.includes('kernel/src/alarm'))
        .map((file) => readFileSync(path.join(folder, file), 'utf8')),
    )
    .join('\n');
const code = new Map<string, string>();
const codeOf = (source: string) => {
  if (!code.has(source)) code.set(source, codeBelow(foldersOf(source)));
  return code.get(source) ?? '';
};

it('docs/runbooks/alarms.md is the list as it is (else: node tools/run.mjs alarms)', async () => {
  const expected = await formatted(`${RUNBOOKS}/alarms.md`, alarmsPage());
  expect(readFileSync(`${RUNBOOKS}/alarms.md`, 'utf8')).toBe(expected);
});

describe('an alarm', () => {
  it.each(ALARM_CODES)(
    '%s has a section of its runbook, and is in the code of whoever raises it',
    (alarm) => {
      const { page, raisedBy } = alarmOf(alarm);
      const headings = readFileSync(path.join(RUNBOOKS, page), 'utf8').match(/^##+ .+$/gm) ?? [];
      expect(headings.filter((heading) => heading.replace(/^#+ /, '') === alarm)).toHaveLength(1);
      const silent = raisedBy.filter((source) => !codeOf(source).includes(`'${alarm}'`));
      expect(silent).toEqual([]);
    },
  );
});

describe('a command of the runbooks', () => {
  const pages = readdirSync(RUNBOOKS).filter((file) => file.endsWith('.md'));
  const commands = pages.flatMap((page) =>
    shellCommands(readFileSync(path.join(RUNBOOKS, page), 'utf8')).map((command) => [page, command] as const),
  );

  it('is one of these', () => {
    expect(commands.length).toBeGreaterThan(30);
  });

  it.each(commands)('%s: %s is there, with its options', (_page, command) => {
    expect(commandFault(command)).toBeUndefined();
  });

  it.each([
    ['npm run no-such-tool', 'package.json has no script no-such-tool'],
    ['npm run audit -- --no-such-option', 'npm run audit has no option --no-such-option'],
    ['node tools/run.mjs no-such-tool', 'there is no tool no-such-tool'],
    ['node deploy/no-such.mjs', 'there is no deploy/no-such.mjs'],
    ['curl -s "$NOBODY/metrics"', 'no service is called NOBODY'],
    ['curl -s "$SOLVENCY/no-such-path"', 'a service has no /no-such-path'],
  ])('that is not there is told of: %s', (command, fault) => {
    expect(commandFault(command)).toBe(fault);
  });
});
