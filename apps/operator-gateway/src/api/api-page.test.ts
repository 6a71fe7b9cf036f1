import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';

const PAGE = 'docs/operations/api.md';
const SOURCES = path.resolve(import.meta.dirname, '..');
const VERDICTS = ['approve', 'reject', 'withdraw'];

const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?<!\.test)\.ts$/.test(file))
  .map((file) => readFileSync(path.join(SOURCES, file), 'utf8'));

/** `GET /api/v1/me`, as the sources add it to the server. */
const added = sources.flatMap((source) =>
  [...source.matchAll(/\.(get|post)\(\s*['`](\/api\/v1\/[^'`]+)/g)].flatMap(([, method = '', route = '']) =>
    (route.includes('${verdict}') ? VERDICTS : ['']).map(
      (verdict) => `${method.toUpperCase()} ${route.replace('${verdict}', verdict)}`,
    ),
  ),
);

it(`${PAGE} has every route of the desk's API, and no other`, () => {
  const shown = [...readFileSync(PAGE, 'utf8').matchAll(/^\| `((?:GET|POST) [^`]+)`/gm)].map(
    ([, route]) => route,
  );
  expect(added.length).toBeGreaterThan(20);
  expect(shown.toSorted()).toEqual(added.toSorted());
});
