import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname ?? '.', '../..');
const inRoot = (...parts) => path.join(root, ...parts);
const modified = (file) => (existsSync(file) ? statSync(file).mtimeMs : 0);

/** The bundler leaves this file when it has bundled everything, with the time at which it began. */
export const STAMP = inRoot('dist/.bundled');

const SOURCES = ['apps', 'libs', 'tools'];
const IS_BUNDLED = /(?<!\.test)\.(ts|tsx|mjs|json|css|html|svg|md)$/;

function newestSource(folder) {
  return readdirSync(inRoot(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && IS_BUNDLED.test(entry.name))
    .reduce(
      (newest, entry) => Math.max(newest, modified(path.join(entry.parentPath ?? entry.path, entry.name))),
      0,
    );
}

/** Whether everything was bundled since the sources and the packages were last changed. */
export function isBundled() {
  const sources = SOURCES.filter((folder) => existsSync(inRoot(folder)));
  return modified(STAMP) > Math.max(modified(inRoot('package-lock.json')), ...sources.map(newestSource));
}
