import { isIPv4, isIPv6 } from 'node:net';

const GROUPS = 8;
const PREFIX_GROUPS = 4;

/**
 * What counts as one address: an IPv4 address (also when it is written as an IPv6 one), or the /64 of an IPv6 address,
 * which one client has all of. Undefined when it is no IP address.
 */
export function limitedAddress(address: string): string | undefined {
  if (isIPv4(address)) return address;
  const groups = ipv6Groups(address);
  if (groups === undefined) return undefined;
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
  return `${groups
    .slice(0, PREFIX_GROUPS)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The eight groups of an IPv6 address; undefined when it is none. */
export function ipv6Groups(address: string): number[] | undefined {
  if (!isIPv6(address)) return undefined;
  const [plain = ''] = address.split('%');
  const [head = '', tail] = plain.split('::');
  const before = groupsOf(head);
  if (tail === undefined) return before;
  const after = groupsOf(tail);
  const between = Math.max(0, GROUPS - before.length - after.length);
  return [...before, ...Array.from({ length: between }, () => 0), ...after];
}

/** A dotted end stands for two groups. */
function groupsOf(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}
