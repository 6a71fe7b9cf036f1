import { readFileSync } from 'node:fs';

/** A section of a page of docs/interface: its heading, its text, and the JSON that it shows. */
export interface WrittenSection {
  readonly page: string;
  readonly heading: string;
  readonly text: string;
  readonly examples: readonly unknown[];
}

const FOLDER = 'docs/interface';

export const writtenPage = (name: string): string => readFileSync(`${FOLDER}/${name}`, 'utf8');

export function writtenSections(page: string): WrittenSection[] {
  const parts = writtenPage(page).split(/^## /m);
  return parts.slice(1).map((text) => ({
    page,
    heading: text.slice(0, text.indexOf('\n')),
    text,
    examples: [...text.matchAll(/^```json\n([^]*?)^```$/gm)].map(
      ([, json = '']) => JSON.parse(json) as unknown,
    ),
  }));
}

/** The first id that the page of events gives to an event. */
export function writtenEventId(event: string): string {
  const section = writtenSections('events.md').find(({ heading }) => heading === event);
  const id = /^Id `(\w+)`/m.exec(section?.text ?? '')?.[1];
  if (id === undefined) throw new Error(`events.md has no id of ${event}`);
  return id;
}

/** The rows of the first table after a heading, as cells. */
export function writtenTable(page: string, heading: string): string[][] {
  const section = writtenSections(page).find((one) => one.heading === heading);
  if (section === undefined) throw new Error(`${page} has no ${heading}`);
  const rows = section.text.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/**
 * Where two JSON values differ in shape: a type, the length of an array of mixed items, a member. Null and empty
 * arrays fit everything; items of a list must fit the first one.
 */
export function shapeDifference(written: unknown, real: unknown, path = ''): string | undefined {
  if (written === null || real === null) return undefined;
  const types = [written, real].map((value) => (Array.isArray(value) ? 'array' : typeof value));
  if (types[0] !== types[1]) return `${path}: ${types[0]} in the page, ${types[1]} in reality`;
  if (Array.isArray(written) && Array.isArray(real)) return arrayDifference(written, real, path);
  if (typeof written !== 'object') return undefined;
  const [page, reality] = [written as Record<string, unknown>, real as Record<string, unknown>];
  return firstOf(
    Object.keys(page).filter((key) => key in reality),
    (key) => shapeDifference(page[key], reality[key], `${path}.${key}`),
  );
}

function arrayDifference(written: unknown[], real: unknown[], path: string): string | undefined {
  const isList = new Set([...written, ...real].map(kindOf)).size <= 1;
  if (written.length === 0 || real.length === 0) return undefined;
  if (isList) return shapeDifference(written[0], real[0], `${path}[]`);
  if (written.length !== real.length)
    return `${path}: ${written.length} items in the page, ${real.length} in reality`;
  return firstOf([...written.keys()], (index) =>
    shapeDifference(written[index], real[index], `${path}[${index}]`),
  );
}

const kindOf = (value: unknown): string => (Array.isArray(value) ? 'array' : typeof value);

function firstOf<T>(items: readonly T[], difference: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const found = difference(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
