import { describe, expect, it } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { REJECTION_CODES } from '@exchange/core/kernel';
import { COMMAND_NAMES, EVENT_NAMES } from '@exchange/core/wire';
import { addressOf } from './address';
import { DocsSite } from './docs-site';

const site = new DocsSite('Exchange');
const pages = new Map(site.addresses.map((address) => [address, site.page(address) ?? '']));
const all = [...pages.values()].join('\n');

describe('the site', () => {
  it('has every page of docs/interface', () => {
    expect([...pages.keys()].sort()).toEqual(readdirSync('docs/interface').map(addressOf).sort());
  });

  it('shows every command, event and code under an anchor or in a table', () => {
    for (const name of [...COMMAND_NAMES, ...EVENT_NAMES]) {
      expect(all).toContain(
        `<h2 id="${name.toLowerCase()}"><a href="#${name.toLowerCase()}">${name}</a></h2>`,
      );
    }
    for (const code of REJECTION_CODES) expect(all).toContain(`data-label="code">${code}</td>`);
  });

  it('leads nowhere where nothing is', () => {
    const targets = new Set([...all.matchAll(/<a[^>]* href="([^"]*)"/g)].map(([, href]) => href ?? ''));
    expect(targets.size).toBeGreaterThan(100);
    const broken = [...pages].flatMap(([address, html]) =>
      [...html.matchAll(/<a[^>]* href="([^"]*)"/g)]
        .map(([, href]) => href ?? '')
        .filter((href) => !leads(href, address)),
    );
    expect(broken).toEqual([]);
  });

  it('escapes what a deployment is called', () => {
    const named = new DocsSite('<img src=x onerror=alert(1)>');
    for (const address of named.addresses) expect(named.page(address)).not.toContain('<img');
    expect(named.searchPage('order')).not.toContain('<img');
  });

  it('has no other page', () => {
    expect(site.page('/docs/nothing')).toBeUndefined();
    expect(site.page('/docs/README')).toBeUndefined();
  });
});

/** Whether a link of the page at this address leads somewhere. */
function leads(href: string, from: string): boolean {
  if (/^(https?:\/\/|\/openapi\.json$|\/asyncapi\.json$)/.test(href)) return true;
  const [path = '', anchor] = href.split('#');
  const target = pages.get(path === '' ? from : path);
  return target !== undefined && (anchor === undefined || target.includes(` id="${anchor}"`));
}

describe('the search', () => {
  const addresses = (query: string) =>
    [...site.searchPage(query).matchAll(/<section class="hit"><h2><a href="([^"]*)"/g)].map(
      ([, href]) => href,
    );

  it('finds a command by its name, or by how it begins', () => {
    expect(addresses('cancelOnDisconnect')[0]).toBe('/docs/commands#cancelondisconnect');
    expect(addresses('cancelOnDis')[0]).toBe('/docs/commands#cancelondisconnect');
  });

  it('finds a code, and what stands in prose', () => {
    expect(addresses('TOO_MANY_OPEN_ORDERS')).toContain('/docs/errors#codes');
    expect(addresses('trailing zeros')).toContain('/docs#values');
  });

  it('says when there is nothing, and asks for a word', () => {
    expect(site.searchPage('zeppelin')).toContain('Nothing for <b>zeppelin</b>');
    expect(site.searchPage(' ')).toContain('Type a word');
  });

  it('takes any text as text', () => {
    const page = site.searchPage(`"><script>alert(1)</script>${'x'.repeat(10_000)}`);
    expect(page).not.toContain('<script>');
    expect(page.length).toBeLessThan(10_000);
  });
});
