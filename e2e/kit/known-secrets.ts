import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isSecretName } from '@exchange/platform';
import { traffic } from './traffic';

/** What nobody may read in a log, and what it is. */
export type KnownSecrets = ReadonlyMap<string, string>;

/** Of a data folder: what services keep and write themselves. */
const NOT_SETTINGS = new Set(['logs', 'postgres', 'nats', 'chain']);
/** Shorter ones stand in logs by chance. */
const LENGTH_MIN = 8;
const PEM_LINE = /^[A-Za-z0-9+/=]{32,}$/gm;
const SECRET_FILE = /\.(key|password|seed|secret|token)$/;

/** All secrets that a run knows: those of its data folder, and what its clients sent and were given. */
export function knownSecrets(folder: string): KnownSecrets {
  const known = new Map<string, string>();
  const add = (secret: string, what: string) => {
    const text = secret.trim();
    if (text.length >= LENGTH_MIN) known.set(text.replace(/^0x/, ''), what);
  };
  for (const file of settingFiles(folder)) readSettings(path.join(folder, file), file, add);
  for (const { said } of traffic.conversations) {
    for (const one of said) {
      if ('frame' in one) addMembers(parsed(one.frame), 'a command', add);
      else if (one.packet[1] === 'auth') addText((one.packet[2] as unknown[])[2], 'a session id', add);
      else addMembers(one.packet[2], `a packet ${one.packet[1]}`, add);
    }
  }
  return known;
}

type Add = (secret: string, what: string) => void;

const settingFiles = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isDirectory()) return entry.isFile() ? [entry.name] : [];
    if (NOT_SETTINGS.has(entry.name)) return [];
    return settingFiles(path.join(folder, entry.name)).map((file) => path.join(entry.name, file));
  });

function readSettings(location: string, file: string, add: Add): void {
  const text = readFileSync(location, 'utf8');
  if (path.basename(file) === 'secrets.json') {
    for (const [name, secret] of Object.entries(JSON.parse(text) as Record<string, string>))
      add(secret, `${file}: ${name}`);
  } else if (file.endsWith('.json')) {
    addMembers(parsed(text), file, add);
  } else if (text.includes('PRIVATE KEY')) {
    for (const [line] of text.matchAll(PEM_LINE)) add(line, file);
  } else if (SECRET_FILE.test(file)) {
    add(text, file);
  }
}

/** Malformed frames are sent on purpose. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function addText(value: unknown, what: string, add: Add): void {
  if (typeof value === 'string') add(value, what);
}

/** The members of a value that have a secret's name, however deep; of a signature in parts, each part. */
function addMembers(value: unknown, what: string, add: Add): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    const isSecret = isSecretName(name);
    if (isSecret) addText(member, `${name} of ${what}`, add);
    if (isSecret && typeof member === 'object' && member !== null)
      for (const part of Object.values(member)) addText(part, `${name} of ${what}`, add);
    addMembers(member, what, add);
  }
}
