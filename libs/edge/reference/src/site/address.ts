/** Where the site is served. */
export const SITE_PATH = '/docs';

/** The address of a page: `rest.md` is at /docs/rest, README.md at /docs. */
export const addressOf = (file: string): string =>
  file === 'README.md' ? SITE_PATH : `${SITE_PATH}/${file.replace(/\.md$/, '')}`;

/**
 * Where a link of a page leads on the site, e.g. `orders.md#kinds` to /docs/orders#kinds. Undefined for files of the
 * repository, which the site does not serve.
 */
export function linkTarget(href: string): string | undefined {
  if (/^(https?:\/\/|\/|#)/.test(href)) return href;
  const [, file, anchor = ''] = /^([A-Za-z0-9-]+\.md)(#.*)?$/.exec(href) ?? [];
  return file === undefined ? undefined : addressOf(file) + anchor;
}
