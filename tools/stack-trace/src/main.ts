import { existsSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import path from 'node:path';
import { parseArgs } from 'node:util';

const USAGE = `npm run stack-trace -- <app> <text>: names the source of each main.js:LINE:COLUMN in a stack trace

The bundle in dist/apps must be the one that ran. Without <text> the standard input is read, e.g. a log.
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

const { values, positionals } = parseArgs({
  options: { help: { type: 'boolean' } },
  allowPositionals: true,
});
const [app, ...words] = positionals;
const folder = path.resolve('dist/apps', app ?? '');
const file = path.join(folder, 'main.js.map');
if (values.help || app === undefined || !existsSync(file)) {
  console.log(USAGE);
  process.exitCode = values.help ? 0 : 1;
} else {
  const map = new SourceMap(JSON.parse(readFileSync(file, 'utf8')) as SourceMapPayload);
  const text = words.length > 0 ? words.join(' ') : readFileSync(0, 'utf8');
  console.log(withSources(text, map, folder));
}
