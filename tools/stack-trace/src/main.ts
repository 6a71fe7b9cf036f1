import { existsSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import path from 'node:path';
import { readPositionals } from '../../kit/command-line/read-flags';
import { runTool } from '../../kit/command-line/run-tool';

const USAGE = `npm run stack-trace -- <app> <text>: names the source of each main.js:LINE:COLUMN in a stack trace

The bundle in dist/apps must be the one that ran. Without <text> the standard input is read, e.g. a log.

  --help  this text
`;
const PLACE = /main\.js:(\d+):(\d+)/g;

/** The text with the place in the source written behind each place in the bundle. */
function withSources(text: string, map: SourceMap, folder: string): string {
  return text.replace(PLACE, (place, line: string, column: string) => {
    const entry = map.findEntry(Number(line) - 1, Number(column) - 1);
    if (!('originalSource' in entry)) return place;
    const source = path.relative(process.cwd(), path.resolve(folder, entry.originalSource));
    return `${place} (${source}:${entry.originalLine + 1})`;
  });
}

/** Throws, saying what would be right, when there is no such bundle. */
function run(args: readonly string[]): void {
  const [app, ...words] = readPositionals(args, USAGE);
  const folder = path.resolve('dist/apps', app ?? '');
  const file = path.join(folder, 'main.js.map');
  if (app === undefined || !existsSync(file)) throw new Error(`There is no ${file}.\n\n${USAGE}`);
  const map = new SourceMap(JSON.parse(readFileSync(file, 'utf8')) as SourceMapPayload);
  const text = words.length > 0 ? words.join(' ') : readFileSync(0, 'utf8');
  console.log(withSources(text, map, folder));
}

await runTool(USAGE, async (args) => run(args));
