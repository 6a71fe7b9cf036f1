import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { KnownSecrets } from './known-secrets';

/** What a secret can be made of: whatever else stands around it ends it. */
const WORD = /[A-Za-z0-9_+/=-]{8,}/g;

/** Secrets that nobody has to know to tell them: signatures, grants and other tokens of logins, keys. */
const FORMS: readonly (readonly [what: string, form: RegExp])[] = [
  ['a signature', /0x[0-9a-fA-F]{130}/],
  ['a grant', new RegExp(Buffer.from('{"account":"0x').toString('base64url').slice(0, 18))],
  ['a token', /\beyJ[\w-]{16,}\.[\w-]{16,}/],
  ['a private key', /PRIVATE KEY/],
  ['a password in an address', /\w:\/\/[^/\s"]+:[^/\s"]+@/],
];

/** Where secrets stand in the logs of a data folder, and which; never the secrets themselves. */
export function loggedSecrets(folder: string, known: KnownSecrets): readonly string[] {
  const logs = path.join(folder, 'logs');
  return readdirSync(logs).flatMap((file) =>
    readFileSync(path.join(logs, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => secretsIn(line, known).map((what) => `${file}:${index + 1}: ${what}`)),
  );
}

function secretsIn(line: string, known: KnownSecrets): readonly string[] {
  const found = [...line.matchAll(WORD)].flatMap(([word]) => known.get(word.replace(/^0x/, '')) ?? []);
  return [...found, ...FORMS.filter(([, form]) => form.test(line)).map(([what]) => what)];
}
