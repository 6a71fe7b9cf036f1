/**
 * A scheme, whoever logs in, the host, its port, and the rest. Slashes may be escaped, as some JSON has them. A comma ends an
 * address only where another one follows or a sentence goes on. Files are no addresses that anybody logs in to.
 */
const ADDRESS = new RegExp(
  [
    /\b((?!file:)[a-z][a-z0-9+.-]*:\\*\/\\*\/)/,
    /(?:[^\s"`<>\\/?#]*@)?/,
    /(\[[^\s"'`<>\\/?#\]]*\]|[^\s"'`<>\\,/?#)\]}:]*)(:\d+)?/,
    /((?:[^\s"'`<>\\,)\]}]|,(?![a-z][a-z0-9+.-]*:\\*\/)|\\+\/)*)/,
  ]
    .map(({ source }) => source)
    .join(''),
  'gi',
);

/**
 * A text as it may be shown and logged: of each address in it the scheme and the host. Users, paths and queries are left
 * out, since they may hold a password, or the key by which a provider knows who asks.
 * @example
 * withoutSecrets('https://eth.example/v3/0f1e2d3c: timeout') // → 'https://eth.example/…: timeout'
 */
export const withoutSecrets = (text: string): string =>
  text.includes(':')
    ? text.replace(ADDRESS, (_, scheme: string, host: string, port = '', rest: string) => {
        const [end = ''] = /[:.;,]*$/.exec(rest) ?? [];
        const left = rest.slice(0, rest.length - end.length);
        return `${scheme}${host}${port}${/^\\*\/?$/.test(left) ? left : '/…'}${end}`;
      })
    : text;
