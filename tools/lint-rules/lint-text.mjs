/**
 * Lints pieces of text as if they stood in the named files: JSON [{ file, code }] on stdin, a list of
 * "rule: message" per piece on stdout. A process of its own, because ESLint loads Nx natively.
 */
import { text } from 'node:stream/consumers';
import path from 'node:path';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';

const cwd = path.resolve(import.meta.dirname, '../..');
// The files don't exist, so there are no types to check them against; the boundary rules need none.
const overrideConfig = [tseslint.configs.disableTypeChecked];
const eslint = new ESLint({ cwd, overrideConfig });

const results = [];
for (const { file, code } of JSON.parse(await text(process.stdin))) {
  const [result] = await eslint.lintText(code, { filePath: path.join(cwd, file) });
  results.push((result?.messages ?? []).map((found) => `${found.ruleId}: ${found.message}`));
}
process.stdout.write(JSON.stringify(results));
