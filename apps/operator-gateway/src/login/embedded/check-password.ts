import { scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { HashedPassword } from './people-file';

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(
  scrypt,
);

/** Memory that a hash may take: twice what its costs need. */
const memoryFor = (n: number, r: number): number => 256 * n * r;

/** Whether this is the password; takes as long for a wrong one. */
export async function isPassword(given: string, { salt, hash, n, r, p }: HashedPassword): Promise<boolean> {
  const known = Buffer.from(hash, 'base64');
  const costs = { N: n, r, p, maxmem: memoryFor(n, r) };
  return timingSafeEqual(await derive(given, Buffer.from(salt, 'base64'), known.length, costs), known);
}
