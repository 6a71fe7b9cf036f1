/** The kinds of values; a list of strings means one of them. */
export type ConfigType =
  | 'string'
  | 'integer'
  | 'part'
  | 'boolean'
  | 'port'
  | 'url'
  | 'urls'
  | 'list'
  | readonly string[];

interface Types {
  string: string;
  integer: number;
  part: number;
  boolean: boolean;
  port: number;
  url: string;
  urls: readonly string[];
  list: readonly string[];
}

export type TypeOf<T extends ConfigType> = T extends keyof Types
  ? Types[T]
  : T extends readonly (infer Choice)[]
    ? Choice
    : never;

/** Reads a value from its text, or throws an error that says what would be right. */
export function parseText(type: ConfigType, text: string, secret: boolean): unknown {
  // An address may hold a password or a key, and one that can't be read can't be shown in part.
  const hidden = type === 'url' || type === 'urls' ? 'what it is set to' : undefined;
  const shown = secret ? 'the secret' : (hidden ?? JSON.stringify(text));
  const must = (holds: boolean, what: string) => {
    if (!holds) throw new Error(`${shown} is not ${what}`);
  };
  if (typeof type !== 'string') {
    must(type.includes(text), `one of ${type.join(', ')}`);
    return text;
  }
  switch (type) {
    case 'string':
      return text;
    case 'integer':
      must(/^-?\d+$/.test(text) && Number.isSafeInteger(Number(text)), 'an integer');
      return Number(text);
    case 'part':
      must(text.trim() !== '' && Number(text) >= 0 && Number(text) <= 1, 'a number from 0 to 1');
      return Number(text);
    case 'boolean':
      must(text === 'true' || text === 'false', 'true or false');
      return text === 'true';
    case 'port':
      must(/^\d+$/.test(text) && Number(text) < 65_536, 'a port from 0 to 65535');
      return Number(text);
    case 'url':
      must(URL.canParse(text.split(',')[0] ?? ''), 'a URL');
      return text;
    case 'urls':
      must(
        listed(text).every((item) => URL.canParse(item)),
        'a list of URLs',
      );
      return listed(text);
    case 'list':
      return listed(text);
  }
}

const listed = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
