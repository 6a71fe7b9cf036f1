/** A scheme, whoever logs in, the host with its port, and the rest. Files are no addresses that anybody logs in to. */
const ADDRESS =
  /\b((?!file:)[a-z][a-z0-9+.-]*:\/\/)(?:[^\s"'`<>\\,/?#]*@)?([^\s"'`<>\\,/?#)\]}]*)([^\s"'`<>\\,)\]}]*)/gi;

/**
 * A text as it may be shown and logged: of each address in it the scheme and the host. Users, paths and queries are left
 * out, since they may hold a password, or the key by which a provider knows who asks.
 * @example
 * withoutSecrets('https://eth.example/v3/0f1e2d3c: timeout') // → 'https://eth.example/…: timeout'
 */
export const withoutSecrets = (text: string): string =>
  text.includes('://')
    ? text.replace(ADDRESS, (_, scheme: string, host: string, rest: string) => {
        const [end = ''] = /[:.;]*$/.exec(rest) ?? [];
        const left = rest.slice(0, rest.length - end.length);
        return `${scheme}${host}${left.length > 1 ? '/…' : left}${end}`;
      })
    : text;
