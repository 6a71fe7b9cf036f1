import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { metricsPage } from './metrics-page';
import { formatted } from '../../kit/formatted';

it('docs/operations/metrics.md shows the catalogue as it is (else: node tools/run.mjs metrics)', async () => {
  const target = 'docs/operations/metrics.md';
  const expected = await formatted(target, metricsPage());
  expect(readFileSync(target, 'utf8')).toBe(expected);
});
