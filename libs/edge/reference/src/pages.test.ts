import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { REJECTION_CODES } from '@exchange/core/kernel';
import { COMMAND_NAMES, EVENT_NAMES } from '@exchange/core/wire';
import { markdownPages, restPage, websocketPage } from './reference';
import { FACTS } from './reference.fixture';

it.each(Object.entries(markdownPages()))(
  'docs/interface/%s is what the schemas say (else: node tools/run.mjs reference)',
  async (name, text) => {
    const path = `docs/interface/${name}`;
    const expected = await format(text, { ...(await resolveConfig(path)), filepath: path });
    expect(readFileSync(path, 'utf8')).toBe(expected);
  },
);

it('the pages show every command, event, code and endpoint, and load nothing', () => {
  const page = websocketPage(FACTS);
  for (const name of [...COMMAND_NAMES, ...EVENT_NAMES]) expect(page).toContain(`>${name}</h3>`);
  for (const code of REJECTION_CODES) expect(page).toContain(`<td>${code}</td>`);
  expect(restPage(FACTS)).toContain('GET /market/{market}/orderbook');
  for (const html of [page, restPage(FACTS)])
    expect(html).not.toMatch(/<script|<link|src=|url\(|https?:\/\/(?!example)/);
});

it('the pages escape what a deployment is called', () => {
  expect(restPage({ ...FACTS, name: '<img src=x onerror=alert(1)>' })).not.toContain('<img');
});
