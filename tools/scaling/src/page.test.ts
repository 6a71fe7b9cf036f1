import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { checkedCosts } from './costs';
import { PAGE, withTables } from './page';
import { formatted } from '../../kit/formatted';

it('docs/scaling.md shows what the measured costs give (else: npm run scaling -- --page)', async () => {
  const page = readFileSync(PAGE, 'utf8');
  const costs = checkedCosts(JSON.parse(readFileSync('tools/scaling/costs.json', 'utf8')));
  expect(page).toBe(await formatted(PAGE, withTables(page, costs)));
});
