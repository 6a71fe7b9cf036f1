import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { metricsPage } from './metrics-page';

it('docs/operations/metrics.md shows the catalogue as it is (else: node tools/run.mjs metrics)', async () => {
  const target = 'docs/operations/metrics.md';
  const expected = await format(metricsPage(), { ...(await resolveConfig(target)), filepath: target });
  expect(readFileSync(target, 'utf8')).toBe(expected);
});
