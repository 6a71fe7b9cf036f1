import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * What axe has against the page as it is, or against these parts of it (CSS selectors), a line each that begins with `what`.
 * It comes in through the debugger: the policies of our pages let no other script in.
 */
export async function axeFindings(page: Page, what: string, parts?: readonly string[]): Promise<string[]> {
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  const context = parts === undefined ? 'document' : JSON.stringify({ include: parts.map((part) => [part]) });
  const found = await page.evaluate(`${axe}; axe.run(${context}, { resultTypes: ['violations'] })`);
  return (found as AxeResults).violations.map(({ id, nodes }) => `${what} ${id}: ${nodes[0]?.html}`);
}

/**
 * What is wider than its place, so that one would have to scroll sideways, a line each that begins with `what`. `but`: a
 * selector of what may be.
 */
export async function tooWide(page: Page, what: string, but?: string): Promise<string[]> {
  const others = but === undefined ? '' : `.filter((one) => !one.matches(${JSON.stringify(but)}))`;
  const wide = (await page.evaluate(`[...document.querySelectorAll('*')]
    .filter((one) => one === document.documentElement || /auto|scroll/.test(getComputedStyle(one).overflowX))
    .filter((one) => one.scrollWidth > one.clientWidth)${others}
    .map((one) => one.outerHTML.slice(0, 100))`)) as string[];
  return wide.map((one) => `${what} is too wide: ${one}`);
}
