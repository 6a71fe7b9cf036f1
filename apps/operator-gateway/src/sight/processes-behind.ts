import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';

/** A process of the exchange that is looked at. */
export interface WatchedProcess {
  readonly name: string;
  /** Its internal port. */
  readonly url: string;
}

/** What a name of the network resolves to, as texts of addresses. Rejects when it is none. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/** As the machine resolves names: containers' and clusters' own among them. */
export const resolveName: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address);

/** A name that stands for more is no service of ours. */
const ADDRESSES_MAX = 64;

/**
 * The processes that an address stands for: one, or where its host is a name of several, as that of a service which runs
 * several times, each of them by its own address. One whose name nobody knows stays as it is, and is found to be away.
 */
export async function processesBehind(
  watched: WatchedProcess,
  resolve: Resolve,
): Promise<readonly WatchedProcess[]> {
  const url = new URL(watched.url);
  // A certificate is for the name, and not for the address.
  if (url.protocol !== 'http:' || isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) return [watched];
  const addresses = await resolve(url.hostname).catch(() => []);
  if (addresses.length < 2) return [watched];
  return [...addresses]
    .sort()
    .slice(0, ADDRESSES_MAX)
    .map((address) => {
      const host = isIP(address) === 6 ? `[${address}]` : address;
      const own = url.port === '' ? host : `${host}:${url.port}`;
      return { name: `${watched.name}@${address}`, url: `http://${own}` };
    });
}
