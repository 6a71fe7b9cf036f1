import { ConfigError, defineConfig, type Field } from '@exchange/platform';
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { keyFields, type KeyValues } from './key-fields';
import { type KeySource, keySourceOf } from './key-source';
import { type KeyDeps, openSettlerKey } from './open-keys';
import type { SettlerKey } from './signing-keys';

const FILES = 'SETTLER_KEY_FILES';
const oneKey = keyFields('settler', 'Pays for settlement.');
const keyFiles: Field<'string'> & { readonly optional: true } = {
  env: FILES,
  type: 'string',
  description:
    'Files separated by commas, instead of all that: one for each settler, in the order in which they take over. Each has the variables of its key, as `SETTLER_KEYSTORE_FILE=…` in a line.',
  optional: true,
};

/** Where settlement has its keys from: the variables of one key, or the files of several. */
export const settlerKeyFields = { ...oneKey, settlerKeyFiles: keyFiles };

/** What {@link settlerKeyFields} gives, as values. */
export type SettlerKeyValues = KeyValues<'settler'> & { readonly settlerKeyFiles: string | undefined };

/**
 * Where each of the settler's keys comes from, in the order in which they take over; one key is a list of one. Throws a
 * ConfigError that names the file and the variable that is wrong.
 */
export function settlerSourcesOf({ settlerKeyFiles, ...values }: SettlerKeyValues): readonly KeySource[] {
  if (settlerKeyFiles === undefined) return [keySourceOf('settler', values)];
  const stray = Object.entries(oneKey).find(([name]) => values[name as keyof typeof values] !== undefined);
  if (stray) throw new ConfigError(`${stray[1].env} is given, and so is ${FILES}: give one of the two`);
  const files = settlerKeyFiles.split(',').map((file) => file.trim());
  if (files.includes('')) throw new ConfigError(`${FILES} names no file between two commas, or none at all`);
  return files.map((file) => named(file, () => keySourceOf('settler', variablesIn(file))));
}

/** Opens them all. Throws a ConfigError when one can't be opened or may not be used, or when two are the same key. */
export async function openSettlerKeys(
  sources: readonly KeySource[],
  deps: KeyDeps,
): Promise<readonly SettlerKey[]> {
  const keys = await Promise.all(sources.map(async (source) => openSettlerKey(source, deps)));
  const addresses = keys.map(({ address }) => address);
  const twice = addresses.find((address, index) => addresses.indexOf(address) !== index);
  if (twice !== undefined) throw new ConfigError(`two of ${FILES} are the key of ${twice}`);
  return keys;
}

const config = defineConfig(oneKey);
const KNOWN = new Set(
  Object.values(oneKey).flatMap(({ env, secret }) => (secret ? [env, `${env}_FILE`] : [env])),
);

function variablesIn(file: string): KeyValues<'settler'> {
  const variables = parseEnv(readText(file)) as Record<string, string>;
  const unknown = Object.keys(variables).find((name) => !KNOWN.has(name));
  if (unknown !== undefined) throw new ConfigError(`${unknown} is no variable of a settler's key`);
  return config.parse(variables);
}

/** What is wrong in a file is said with its name. */
function named<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof ConfigError) throw new ConfigError(`${FILES}, ${file}: ${error.message}`);
    throw error;
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new ConfigError('the file can not be read');
  }
}
