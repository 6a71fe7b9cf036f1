import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const CODE = /(?<!\.(test|fixture))\.ts$/;
/** The page takes in nothing but what its client tells it. */
const isService = (root: string, app: string) => existsSync(path.join(root, 'apps', app, 'src/inbox'));

const INTRODUCTION = `# Rooms

What each service takes in, one file per message kind, and the tables it owns. Each app's README is its room card: purpose,
invariants, limits, alarms. This page is made from the sources by \`node tools/run.mjs rooms\`.
`;

function filesBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => CODE.test(file))
      .sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** The first sentence of the doc comment of the first thing that a file exports. */
function summaryOf(file: string): string {
  const comment = /\/\*\*((?:(?!\*\/).)*)\*\/\s*export/s.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
  const text = comment
    .replace(/^\s*\*/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
  return /^(.*?[.:])(\s|$)/.exec(text)?.[1]?.replace(/:$/, '.') ?? text;
}

const DOWN = /async down\([^]*?\n {2}\}/g;
const RENAMED = /ALTER TABLE ([\w${}]+) RENAME TO ([\w${}]+)/g;

/** The tables that the app's migrations leave, by the names that they have in the end. */
function tablesOf(app: string): string[] {
  const folder = path.join(app, 'src/persistence');
  const sources = filesBelow(folder).map((file) => readFileSync(path.join(folder, file), 'utf8'));
  const text = sources.join('\n').replace(DOWN, '');
  const named = (pattern: RegExp) => Array.from(text.matchAll(pattern), ([, name = '']) => name);
  const dropped = new Set(named(/DROP TABLE (\w+)/g));
  const renamed = Array.from(text.matchAll(RENAMED), ([, from = '', to = '']) => ({
    from: new RegExp(`^${from.replace(/\$\{\w+\}/, '(\\w+)')}$`),
    to: to.replace(/\$\{\w+\}/, '$1'),
  }));
  const left = named(/CREATE TABLE (\w+)/g).flatMap((name) => {
    const other = renamed.find(({ from }) => from.test(name));
    if (other !== undefined) return name.replace(other.from, other.to);
    return dropped.has(name) ? [] : name;
  });
  return [...new Set(left)].sort().map((name) => `\`${name}\``);
}

function section(root: string, app: string): string {
  const folder = path.join(root, 'apps', app);
  const rows = filesBelow(path.join(folder, 'src/inbox')).map((file) => {
    const link = `[${file.replace(/\.ts$/, '')}](../apps/${app}/src/inbox/${file})`;
    return `| ${link} | ${summaryOf(path.join(folder, 'src/inbox', file)).replaceAll('|', '\\|')} |`;
  });
  const tables = tablesOf(folder);
  const owns = tables.length === 0 ? 'Owns no tables.' : `Tables: ${tables.join(', ')}.`;
  return [
    `## [${app}](../apps/${app}/README.md)`,
    '',
    owns,
    '',
    '| inbox | what it is |',
    '| --- | --- |',
    ...rows,
  ].join('\n');
}

/** The page of all apps, in Markdown. `root`: the workspace's folder. */
export function roomsPage(root: string): string {
  const apps = readdirSync(path.join(root, 'apps'))
    .filter((app) => isService(root, app))
    .sort();
  return `${[INTRODUCTION.trimEnd(), ...apps.map((app) => section(root, app))].join('\n\n')}\n`;
}
