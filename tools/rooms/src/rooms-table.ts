import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const CODE = /(?<!\.(test|fixture))\.ts$/;

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

function tablesOf(app: string): string[] {
  const folder = path.join(app, 'src/persistence');
  const names = filesBelow(folder).flatMap((file) => {
    const matches = readFileSync(path.join(folder, file), 'utf8').matchAll(/CREATE TABLE (\w+)/g);
    return Array.from(matches, ([, name = '']) => `\`${name}\``);
  });
  return [...new Set(names)].sort();
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
  const apps = readdirSync(path.join(root, 'apps')).sort();
  return `${[INTRODUCTION.trimEnd(), ...apps.map((app) => section(root, app))].join('\n\n')}\n`;
}
