import { readFileSync } from 'node:fs';
import { type ConfigType, parseText, type TypeOf } from './config-types';

/** One key of an app's configuration. */
export interface Field<T extends ConfigType = ConfigType> {
  /** Name of the environment variable; a secret may also come from the file named by `<env>_FILE`. */
  readonly env: string;
  readonly type: T;
  readonly description: string;
  /** Without a default the key is required, unless it is optional. */
  readonly default?: TypeOf<T>;
  readonly optional?: boolean;
  /** What the table of all keys says of a default that each machine has its own of. */
  readonly defaultIs?: string;
  /** Never shown in logs or messages. */
  readonly secret?: boolean;
}

type Value<F> = F extends { readonly type: infer T extends ConfigType }
  ? F extends { readonly optional: true }
    ? TypeOf<T> | undefined
    : TypeOf<T>
  : never;

export type Values<F> = { readonly [K in keyof F]: Value<F[K]> };

/** The values of a configuration made by {@link defineConfig}. */
export type ConfigOf<C> = C extends Config<infer F> ? Values<F> : never;

export interface Config<F> {
  readonly fields: F;
  /** Reads the environment. Throws one {@link ConfigError} that lists every problem. */
  parse(environment: Readonly<Record<string, string | undefined>>): Values<F>;
  /** A table of all keys in Markdown, for the docs. */
  reference(): string;
}

/** What is wrong with the environment; the message lists all of it and shows no secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Names, types and describes everything that an app reads from its environment. */
export function defineConfig<const F extends Readonly<Record<string, Field>>>(fields: F): Config<F> {
  return {
    fields,
    parse(environment) {
      const problems: string[] = [];
      const values = Object.entries<Field>(fields).map(([key, field]) => {
        try {
          return [key, read(field, environment)];
        } catch (error) {
          problems.push(`  ${field.env}: ${error instanceof Error ? error.message : String(error)}`);
          return [key, undefined];
        }
      });
      if (problems.length > 0) throw new ConfigError(`The configuration is wrong:\n${problems.join('\n')}`);
      return Object.fromEntries(values) as Values<F>;
    },
    reference: () => table(Object.values<Field>(fields)),
  };
}

function read(field: Field, environment: Readonly<Record<string, string | undefined>>): unknown {
  const text = textOf(field, environment);
  if (text !== undefined) return parseText(field.type, text, field.secret ?? false);
  if (field.default !== undefined) return field.default;
  if (field.optional) return undefined;
  throw new Error(`is required: ${field.description}`);
}

function textOf(field: Field, environment: Readonly<Record<string, string | undefined>>): string | undefined {
  const direct = environment[field.env] || undefined;
  const file = field.secret ? environment[`${field.env}_FILE`] || undefined : undefined;
  if (direct !== undefined && file !== undefined) throw new Error(`give it or ${field.env}_FILE, not both`);
  if (file === undefined) return direct;
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new Error(`the file ${file} can't be read`);
  }
}

function table(fields: readonly Field[]): string {
  const rows = fields.map((field) => {
    const fallback = field.optional ? 'optional' : 'required';
    const known = field.default === undefined ? fallback : `\`${String(field.default)}\``;
    const shown = field.defaultIs ?? known;
    const type = typeof field.type === 'string' ? field.type : field.type.join(' / ');
    const note = field.secret ? ` Secret; or \`${field.env}_FILE\`.` : '';
    return `| \`${field.env}\` | ${type} | ${shown} | ${field.description}${note} |`;
  });
  return ['| variable | type | default | meaning |', '|---|---|---|---|', ...rows, ''].join('\n');
}
