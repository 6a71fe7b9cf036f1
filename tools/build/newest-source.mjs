import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname ?? '.', '../..');

/** What goes into a bundle, but for tests: code, and pages, styles and texts that are served as they are. */
const IS_BUNDLED = /(?<!\.test)\.(ts|tsx|mjs|js|json|css|html|svg|md)$/;

/** When a file was changed, Unix ms; 0 if there is none. `file`: below the root. */
export const modified = (file) => {
  const full = path.join(root, file);
  return existsSync(full) ? statSync(full).mtimeMs : 0;
};

/** When anything that is bundled of these folders was last changed, Unix ms; folders that are missing count for nothing. */
export function newestSource(folders) {
  const files = folders
    .filter((folder) => existsSync(path.join(root, folder)))
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true })
        .filter((file) => IS_BUNDLED.test(file))
        .map((file) => path.join(folder, file)),
    );
  return files.reduce((newest, file) => Math.max(newest, modified(file)), 0);
}
