import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Body } from '../answer/body';

/** The built trading page: its index, and what it loads by names that hold a hash of their content. */
export interface WebPage {
  readonly index: Body;
  readonly assets: ReadonlyMap<string, Body>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};
const COMPRESSED = /\.(br|gz)$/;

/** Reads the page that was built into this folder, with what was compressed beside it; undefined when there is none. */
export function readWebPage(folder: string): WebPage | undefined {
  if (!existsSync(path.join(folder, 'index.html'))) return undefined;
  const assets = readdirSync(path.join(folder, 'assets')).filter((name) => !COMPRESSED.test(name));
  return {
    index: bodyOf(path.join(folder, 'index.html')),
    assets: new Map(assets.map((name) => [name, bodyOf(path.join(folder, 'assets', name))])),
  };
}

function bodyOf(file: string): Body {
  const type = TYPES[path.extname(file)];
  if (type === undefined) throw new Error(`${file}: the page may hold ${Object.keys(TYPES).join(', ')} only`);
  const made = (ending: string) => (existsSync(file + ending) ? readFileSync(file + ending) : undefined);
  return new Body(readFileSync(file), type, { br: made('.br'), gzip: made('.gz') });
}
