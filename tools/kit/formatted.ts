import { readFileSync } from 'node:fs';
import { format, type FormatConfig } from 'oxfmt';

const options = JSON.parse(readFileSync('.oxfmtrc.json', 'utf8')) as FormatConfig;

/** The text of a file, formatted as `npm run lint` wants it; `path` says of which kind it is. Throws where it can't be read. */
export async function formatted(path: string, text: string): Promise<string> {
  const { code, errors } = await format(path, text, options);
  if (errors.length > 0) throw new Error(`${path}: ${errors.map(({ message }) => message).join('; ')}`);
  return code;
}
