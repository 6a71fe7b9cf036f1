import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

export interface ServedFile {
  readonly content: string | Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** A file of the built page as the gateway serves it: compressed where the build did that. Undefined when there is none. */
export function servedFile(folder: string, pathname: string): ServedFile | undefined {
  const file = path.join(folder, pathname === '/' ? 'index.html' : pathname);
  const type = TYPES[path.extname(file)];
  if (type === undefined || !existsSync(file)) return undefined;
  const packed = `${file}.gz`;
  return existsSync(packed)
    ? { content: readFileSync(packed), headers: { 'content-type': type, 'content-encoding': 'gzip' } }
    : { content: readFileSync(file), headers: { 'content-type': type } };
}
