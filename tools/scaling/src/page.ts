import type { Costs } from './costs';
import { scalingTables } from './scaling-tables';
import { USE } from './page-use';

export const PAGE = 'docs/scaling.md';

const BEGIN = '<!-- tables: npm run scaling -- --page -->';
const END = '<!-- end of tables -->';

/** The page with the tables that these costs give, between its two marks. Throws when a mark is missing. */
export function withTables(page: string, costs: Costs): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`${PAGE} lacks the marks of its tables`);
  const tables = scalingTables(costs, USE).join('\n');
  return `${page.slice(0, begin + BEGIN.length)}\n\n${tables}\n${page.slice(end)}`;
}
