import { limitedAddress } from './limited-address';

/** A port that some proxies write behind the address: `1.2.3.4:5678`, `[2001:db8::1]:5678`. */
const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+)|\[([^\]]+)\])(?::\d+)?$/;

export interface RequestAddress {
  /** The other end of the socket. */
  readonly socket: string | undefined;
  /** The X-Forwarded-For header; several are joined by commas. */
  readonly forwardedFor: string | readonly string[] | undefined;
}

/**
 * The address that counts for a client (an IPv6 address: its /64). It is the socket's, or what the outermost of our
 * own proxies saw: the entry of X-Forwarded-For as far from the right as there are proxies. Whatever a client writes
 * itself stands further left and changes nothing; an entry that is no address is passed over to the right, so that
 * only our own proxies' words count (docs/interface, framing).
 */
export function clientAddress({ socket, forwardedFor }: RequestAddress, trustedProxies: number): string {
  const ends = trustedProxies === 0 ? [] : entriesOf(forwardedFor).slice(-trustedProxies);
  for (const entry of ends) {
    const counted = limitedAddress(withoutPort(entry));
    if (counted !== undefined) return counted;
  }
  return (socket === undefined ? undefined : limitedAddress(socket)) ?? UNKNOWN;
}

/** A socket that was closed before it was asked; they share one limit. */
const UNKNOWN = 'unknown';

function entriesOf(header: RequestAddress['forwardedFor']): string[] {
  const text = typeof header === 'string' ? header : (header ?? []).join(',');
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

function withoutPort(entry: string): string {
  const parts = WITH_PORT.exec(entry);
  return parts?.[1] ?? parts?.[2] ?? entry;
}
