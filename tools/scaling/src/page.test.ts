import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { format, resolveConfig } from 'prettier';
import { checkedCosts } from './costs';
import { PAGE, withTables } from './page';

it('docs/scaling.md shows what the measured costs give (else: npm run scaling -- --page)', async () => {
  const page = readFileSync(PAGE, 'utf8');
  const costs = checkedCosts(JSON.parse(readFileSync('tools/scaling/costs.json', 'utf8')));
  const options = await resolveConfig(PAGE);
  expect(page).toBe(await format(withTables(page, costs), { ...options, filepath: PAGE }));
});
