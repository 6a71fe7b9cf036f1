import { randomBytes } from 'node:crypto';
import type { DataFolder } from './data-folder';

const FILE = 'secrets.json';

const random = () => randomBytes(32).toString('hex');

/** The passwords and keys of one data folder, made at random when first asked for. */
export interface Secrets {
  /** 256 random bits in hex, the same each time for one name. */
  of(name: string): string;
}

export function openSecrets(folder: DataFolder): Secrets {
  const known = new Map(Object.entries((folder.read(FILE) ?? {}) as Record<string, string>));
  return {
    of(name) {
      const secret = known.get(name) ?? random();
      if (!known.has(name)) folder.save(FILE, Object.fromEntries(known.set(name, secret)));
      return secret;
    },
  };
}
